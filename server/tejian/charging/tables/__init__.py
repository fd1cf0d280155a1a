"""Whole fee tables: drafted from a file, checked, compared with what is in force, published by a second person."""

ROLES = {
    "lists": "fee_list",
    "process": "importing",
    "service": "comparing",
    "rules": "bands judging",
}
