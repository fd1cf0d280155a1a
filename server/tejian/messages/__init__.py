ROLES = {
    "service": "box gateway install receipts sending templates",
    "rules": "parts",
}
