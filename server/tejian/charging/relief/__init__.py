"""What policies of relief let off: kept, listed, told."""

ROLES = {
    "lists": "policy_list",
    "service": "asked kept",
}
