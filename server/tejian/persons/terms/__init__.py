"""The rules of persons: rows with a day of effect."""

ROLES = {
    "service": "reading",
}
