"""报告质量抽查: a seeded draw from the issued reports, an error each with who answers for it and the measure."""

ROLES = {
    "service": "judging drawing",
}
