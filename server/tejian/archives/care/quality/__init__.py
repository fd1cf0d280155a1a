"""Data quality: checks over the stored archive give each device a score and a list of what to mend."""

ROLES = {
    "service": "conditions running watching",
}
