ROLES = {
    "service": "devices records unknown users",
}
