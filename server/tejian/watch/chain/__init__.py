ROLES = {
    "service": "checking export heads sealing",
    "rules": "verify_chain",
}
