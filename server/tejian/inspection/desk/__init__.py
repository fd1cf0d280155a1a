ROLES = {
    "routes": "refinery",
    "service": "desks given home panels parts station supervision",
}
