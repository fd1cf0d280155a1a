"""Receipts: their numbers, the tax platform, the printed sheet."""

ROLES = {
    "acts": "invoices",
    "service": "billing kinds tax_platform",
}
