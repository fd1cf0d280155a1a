"""Corrections of locked and controlled fields, from request to audit."""

ROLES = {
    "process": "drafts proposals",
    "service": "kinds",
}
