"""复检: what failed, whether the unit has answered its notice, and the declaration of the inspection that follows."""

ROLES = {
    "service": "declaring",
}
