"""Templates of reports: drafted as a new version, tried on records, published from a day by a second person."""

ROLES = {
    "detail": "phone",
    "process": "opening",
    "service": "outcome ruling trying",
    "rules": "judging parts preview",
}
