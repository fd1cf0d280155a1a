"""Release on credit: the limit of a unit, its term, who agreed, and what stops it."""

ROLES = {
    "service": "limits",
}
