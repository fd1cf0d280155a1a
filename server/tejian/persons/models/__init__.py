"""The tables of persons."""

ROLES = {
    "ground": "*",
}
