"""The tables of the archives."""

ROLES = {
    "ground": "*",
}
