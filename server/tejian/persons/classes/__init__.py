"""培训班: planned, filled, taught, finished and filed by an examination body."""

ROLES = {
    "service": "teaching",
}
