"""监督检查: a check of one unit from its plan to its end, and what the town looks at."""

ROLES = {
    "acts": "papers",
    "service": "items signals signing subjects",
}
