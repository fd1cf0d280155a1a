"""体系文件: plan, write, audit, approve, issue, receive; one edition of a number in force."""

ROLES = {
    "rules": "stamping",
    "service": "judging",
    "acts": "receiving",
}
