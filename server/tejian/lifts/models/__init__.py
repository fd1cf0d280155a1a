"""The tables of lifts."""

ROLES = {
    "ground": "*",
}
