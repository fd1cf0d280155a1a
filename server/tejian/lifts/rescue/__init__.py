"""96333: the call, who is sent, what escalates by itself, the clocks, the follow-up and the cause."""

ROLES = {
    "acts": "calling escalating",
    "service": "judging",
}
