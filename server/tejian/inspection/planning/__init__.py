"""Who goes where when: the days of a station proposed, explained, changed by hand, and arranged by the same move."""

ROLES = {
    "acts": "accepting changing proposing",
    "service": "crew judging reading shown written",
    "rules": "comparing engine explaining solving splitting teams",
    "ground": "problem",
}
