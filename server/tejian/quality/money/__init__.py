"""Statistics of money: the lines of confirmed charges by item and department, and the receipts."""

ROLES = {
    "lists": "stats",
}
