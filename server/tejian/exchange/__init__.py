"""Exchange with the outside: the province platform, and the reports of third parties."""

ROLES = {
    "lists": "checks",
    "service": "hooks platform thirds transfers",
}
