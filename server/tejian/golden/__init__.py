"""Cases with known answers go through the product: records, dates, fees, courses of money; the answers are compared."""

ROLES = {
    "acts": "*",
}
