"""Saved queries: conditions, columns and sort over declared fields, with their result as a list like any other."""

ROLES = {
    "service": "asking sources",
}
