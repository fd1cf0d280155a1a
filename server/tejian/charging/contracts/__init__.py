"""Contracts of inspection: prices agreed with a payer, versions, instalments, and what was charged under them."""

ROLES = {
    "service": "judging versions",
}
