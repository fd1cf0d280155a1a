"""业主签认: what the owner of a turnaround confirms, and what the owner disagrees with until it is settled."""

ROLES = {
    "service": "judging",
}
