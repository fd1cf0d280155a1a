"""Statistics over reports and their returns; every number leads to its rows (QA01–QA13 of the indicators)."""

ROLES = {
    "lists": "stats",
}
