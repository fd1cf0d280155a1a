"""The four ways and statements: what does not agree, and what is done about it."""

ROLES = {
    "lists": "bank_form_list",
    "service": "booking comparing daily differences matching proof remedies running several",
    "rules": "banks paper",
}
