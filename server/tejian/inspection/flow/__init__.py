ROLES = {
    "process": "business business_steps declaration lateness",
    "service": (
        "charged declaring_effects declaring_guards effects guards header keeping noticed people signing steps "
        "supervising"
    ),
    "forms": "departments materials",
}
