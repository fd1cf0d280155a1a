"""Tables of quality and assessment."""

ROLES = {
    "ground": "*",
}
