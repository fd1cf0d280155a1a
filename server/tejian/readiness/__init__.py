"""What an installation still lacks before its first report: people, papers, instruments, services, rules, archives."""

ROLES = {
    "service": "institute lines platform staff",
}
