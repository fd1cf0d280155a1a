"""Receipts: their numbers, the tax platform, the printed sheet."""

ROLES = {
    "acts": "invoices",
    "service": "billing tax_platform",
}
