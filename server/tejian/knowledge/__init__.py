"""The knowledge base: rules, standards, instructions, answers and typical defects, cut into clauses and searched."""

ROLES = {
    "acts": "cutting sending",
    "service": "judging searching citing",
    "rules": "grams pieces pdftext wordtext",
}
