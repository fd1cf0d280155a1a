"""Lifts in the internet of things: which terminals answer, what they count, and the events that they report."""

ROLES = {
    "lists": "stats",
    "service": "install receiving simulator",
}
