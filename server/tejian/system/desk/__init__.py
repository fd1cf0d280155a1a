ROLES = {
    "lists": "logs menus",
    "service": "common install jobs layouts mapping menu retention reveal",
    "rules": "arrival description",
}
