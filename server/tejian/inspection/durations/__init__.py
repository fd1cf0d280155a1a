"""How long inspections take on site: learnt from phones and records, told to who plans, and shown."""

ROLES = {
    "service": "hours learning medians reading",
    "rules": "sharing",
}
