"""考试: applications of persons for items, their sittings and scores, and the audit that issues the certificate."""

ROLES = {
    "acts": "papers",
    "service": "conditions grading moving",
}
