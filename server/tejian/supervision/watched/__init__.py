"""What a bureau keeps an eye on: devices of key monitoring, lifts with their maintenance, and every hazard there is."""

ROLES = {
    "lists": "hazards",
}
