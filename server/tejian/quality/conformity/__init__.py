"""符合性声明: a unit declares of its devices, the institute compares and takes it or sends it back."""

ROLES = {
    "service": "judging",
}
