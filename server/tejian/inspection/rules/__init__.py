"""Pure decisions of the inspection area: dates, conclusions, allowed combinations. No database, no files, no clock."""

ROLES = {
    "rules": "*",
}
