"""The tables of charging."""

ROLES = {
    "ground": "*",
}
