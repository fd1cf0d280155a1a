ROLES = {
    "acts": "*",
}
