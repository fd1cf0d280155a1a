"""The tables of the watch."""

ROLES = {
    "ground": "*",
}
