ROLES = {
    "lists": "groups resets roles staff users",
    "service": "captcha factors keys login passwords pins session trust",
    "rules": "browsers",
}
