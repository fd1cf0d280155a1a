ROLES = {
    "routes": "refinery staff",
    "service": "desks given home panels parts station supervision",
}
