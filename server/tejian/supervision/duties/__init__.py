"""日管控、周排查、月调度: what a unit writes each day, week and month, and what it owes."""

ROLES = {
    "acts": "papers",
    "service": "items",
}
