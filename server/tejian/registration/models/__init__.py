"""The tables of registration."""

ROLES = {
    "ground": "*",
}
