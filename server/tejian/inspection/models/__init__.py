"""The tables of inspection."""

ROLES = {
    "ground": "*",
}
