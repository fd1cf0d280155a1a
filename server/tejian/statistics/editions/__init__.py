"""统计报表: editions of forms, counted by a job, kept with the records behind each cell, reviewed, reported, locked."""

ROLES = {
    "acts": "running beginning",
    "service": "meaning taking summing reading comparing guarding",
    "rules": "digests",
}
