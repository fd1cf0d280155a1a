"""借用: applied for, agreed to by another, handed out, returned with its condition."""

ROLES = {
    "service": "judging",
}
