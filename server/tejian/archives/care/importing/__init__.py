ROLES = {
    "service": "devices records users",
}
