"""What contracts fix for a charge: clauses, prices, instalments, what is settled."""

ROLES = {
    "service": "clauses settlement terms",
}
