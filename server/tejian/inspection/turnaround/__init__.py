"""大检修: projects of plants, the vessels and lines filed under them, their plan and their progress."""

ROLES = {
    "acts": "filing",
    "service": "judging figures",
}
