"""Notices of construction (施工告知): who installs, alters, repairs or moves which devices, where and when."""

ROLES = {
    "process": "declaring",
    "service": "judging",
}
