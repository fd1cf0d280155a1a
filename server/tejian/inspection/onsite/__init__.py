"""Declarations that an inspector makes at the machine (现场申报), and what may follow there and then."""

ROLES = {
    "service": "finding places",
}
