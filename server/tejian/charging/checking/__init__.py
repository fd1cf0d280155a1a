"""The four ways and statements: what does not agree, and what is done about it."""

ROLES = {
    "service": "booking comparing daily differences matching proof remedies",
    "rules": "paper",
}
