"""转账收款: one transfer of a payer pays several of its charges, the oldest first, and what is left is its advance."""

ROLES = {
    "service": "shares",
}
