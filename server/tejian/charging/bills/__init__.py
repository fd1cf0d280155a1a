"""The receipts' queue: what waits for the tax platform, and what it answered."""

ROLES = {
    "lists": "invoices",
}
