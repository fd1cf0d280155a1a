"""The tables of statistics."""

ROLES = {
    "ground": "*",
}
