"""Money that came in: entries, payments, accounts of units, what came in above what was owed, sums of a day."""

ROLES = {
    "service": "accounts days ledger payments surplus",
}
