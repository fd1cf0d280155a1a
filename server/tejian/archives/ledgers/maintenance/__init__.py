"""Maintenance visits to lifts (电梯维保记录)."""

ROLES = {
    "service": "units",
}
