ROLES = {
    "lists": "logs menus",
    "service": "common install jobs layouts menu retention reveal",
    "rules": "arrival description",
}
