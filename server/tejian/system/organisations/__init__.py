ROLES = {
    "lists": "calendar_screen orgs",
    "service": "calendar choices",
}
