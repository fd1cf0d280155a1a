ROLES = {
    "lists": "resets roles staff users",
    "service": "captcha factors keys login passwords pins session",
    "rules": "browsers",
}
