"""Records that are one: candidates with evidence, merging, undoing it, and what left the archives."""

ROLES = {
    "service": "candidates references",
}
