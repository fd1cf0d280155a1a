"""Next dates of all devices worked out again: a preview that somebody confirms, then written with their explanation."""

ROLES = {
    "service": "brought preview reading running settling why",
}
