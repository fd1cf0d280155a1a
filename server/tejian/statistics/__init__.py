"""Reads the other areas; writes only its own figures: portraits of units, unqualified devices, annual figures."""

ROLES = {
    "lists": "portraits",
    "service": "events months",
}
