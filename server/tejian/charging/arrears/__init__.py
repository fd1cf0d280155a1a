"""Arrears: what units owe past its day, by age, and the letters that ask for it."""

ROLES = {
    "acts": "letters",
    "service": "reading",
}
