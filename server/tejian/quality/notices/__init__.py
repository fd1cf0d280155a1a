"""Statistics of the notices: how many were issued, answered in time, closed, and are late."""

ROLES = {
    "lists": "stats",
}
