ROLES = {
    "acts": "documents proving public",
}
