ROLES = {
    "pages": "devices prints safety",
    "lists": "partlists",
    "service": "belongings money parts renaming",
    "rules": "buttons kinds",
}
