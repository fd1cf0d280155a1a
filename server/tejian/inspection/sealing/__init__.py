"""电子印章: a seal is asked for, made, used, reported lost and given up; what is lost seals nothing from then on."""

ROLES = {
    "service": "judging",
}
