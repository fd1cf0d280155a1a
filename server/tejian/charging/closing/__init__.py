"""日结 and 月结: cash is counted, signed for and locked."""

ROLES = {
    "lists": "parts",
    "service": "journal totals",
}
