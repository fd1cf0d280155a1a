ROLES = {
    "lists": "confirming flow tables",
    "service": "editions loading store",
    "rules": "wording",
}
