ROLES = {
    "service": "applications assessment excel fees groups moves parts view",
}
