ROLES = {
    "service": "box gateway install receipts sending templates writing",
    "acts": "inbound",
    "process": "replies",
    "rules": "parts",
}
