"""The receipts' queue: what waits for the tax platform or goes out in a file, and what came back."""

ROLES = {
    "lists": "invoices file_lists",
    "acts": "out back",
    "rules": "carried",
}
