"""现场问题: what was found wrong, from the order to mend it to its closing."""

ROLES = {
    "service": "judging",
}
