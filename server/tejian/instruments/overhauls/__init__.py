"""检修: what was wrong, who mended it, and the check by another person before an instrument is used again."""

ROLES = {
    "service": "judging",
}
