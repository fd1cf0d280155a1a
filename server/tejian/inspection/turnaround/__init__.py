"""大检修: projects of plants, the vessels and lines filed under them, their plan and their progress."""

ROLES = {
    "acts": "declaring filing",
    "service": "judging figures",
}
