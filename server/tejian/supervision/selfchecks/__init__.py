"""自行检测: by which rules a bureau follows the yearly detection of lifts, and the reminders that go out by them."""

ROLES = {
    "service": "judging",
}
