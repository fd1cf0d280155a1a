"""Declarations that a unit makes by itself (网上申报), and their confirmation by the institute."""

ROLES = {
    "process": "lapsing",
    "service": "judging proposing",
}
