"""The tables of the system."""

ROLES = {
    "ground": "*",
}
