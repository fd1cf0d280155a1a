ROLES = {
    "service": "arranging detection handling shortcut valves",
}
