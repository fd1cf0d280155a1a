"""约检: devices of a unit booked for one visit, the days that suit it, and what it says to the day that came."""

ROLES = {
    "acts": "shown",
    "service": "days windows",
}
