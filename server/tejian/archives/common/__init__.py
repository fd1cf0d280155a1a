ROLES = {
    "service": "categories spreadsheets",
    "rules": "identifiers kinds",
}
