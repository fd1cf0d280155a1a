"""年度统计: the figures of a year, counted by a job, kept as they were counted, and shown to everybody."""

ROLES = {
    "service": "counting",
}
