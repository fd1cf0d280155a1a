ROLES = {
    "service": "spreadsheets",
    "rules": "identifiers kinds",
}
