"""维保备案: filed by the unit, reviewed and checked by two persons, for a year; changed and renewed by its number."""

ROLES = {
    "service": "judging terms",
}
