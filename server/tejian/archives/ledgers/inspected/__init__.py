"""What is inspected, whichever ledger keeps it."""

ROLES = {
    "service": "subjects",
}
