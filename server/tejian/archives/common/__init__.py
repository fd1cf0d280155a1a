ROLES = {
    "service": "names spreadsheets",
    "rules": "identifiers kinds",
}
