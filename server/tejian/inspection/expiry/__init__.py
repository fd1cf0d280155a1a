"""What falls due: warnings by kind of date, and declarations in batch for the picked devices."""

ROLES = {
    "lists": "reminding",
    "service": "declaring",
}
