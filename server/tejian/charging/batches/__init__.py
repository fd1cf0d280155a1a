"""批量办理: many charges confirmed, received or billed at once, by its own move each, what will happen said first."""

ROLES = {
    "service": "trying",
}
