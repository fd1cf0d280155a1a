"""一户一码箱: everything of one unit on one page, each part with its next step; a call each, of the unit alone."""

ROLES = {
    "acts": "signing wall",
    "service": "dates devices duties mends persons visiting",
}
