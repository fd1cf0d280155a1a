"""The tables of supervision."""

ROLES = {
    "ground": "*",
}
