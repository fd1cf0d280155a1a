"""Payment in parts: what an instalment is, of contracts and of charges, and the plan of a charge."""

ROLES = {
    "service": "plans",
    "forms": "instalments",
}
