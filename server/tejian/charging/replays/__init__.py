"""What if: the charges of a range of days worked out again by another table or other policies. Nothing is charged."""

ROLES = {
    "service": "devices engine running",
    "rules": "comparing",
}
