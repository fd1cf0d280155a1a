"""Batches of labels (labelProjMng): each number is printed, issued, returned, made void or used once."""

ROLES = {
    "rules": "standing",
    "service": "moving",
}
