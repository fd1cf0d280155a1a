"""Imports of Excel files: one engine and one set of screens for every area that declares an ImportView."""

ROLES = {
    "service": "mapping running",
    "rules": "spill",
}
