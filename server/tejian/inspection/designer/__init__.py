"""The flow designer: a version of the flow configuration drawn, checked, tried on what was, published by another."""

ROLES = {
    "process": "drafts",
    "service": "comparing findings reading trying",
    "rules": "judging lines resolving structure tracing",
}
