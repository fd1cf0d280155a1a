"""Templates of reports: drafted as a new version, tried on records, published from a day by a second person."""

ROLES = {
    "pages": "phone",
    "process": "opening",
    "service": "outcome ruling trying",
    "rules": "judging parts preview",
}
