"""Workload: the points of each report by versioned standards, shared among those who inspected."""

ROLES = {
    "acts": "shares",
    "lists": "stats",
}
