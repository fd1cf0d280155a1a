"""Piping lines (8000GX) of a project (8000), and the review of their changes after registration."""

ROLES = {
    "service": "editing review",
}
