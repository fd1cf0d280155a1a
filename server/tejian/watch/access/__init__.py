"""Access to the calls (apiAccessLog): client, path, count, latency and errors of each minute."""

ROLES = {
    "service": "writing",
}
