"""现场作业: what the phones of inspectors are given, and how what they send becomes one record."""

ROLES = {
    "rules": "merging marking",
    "acts": "handing_in pieces conflicts",
    "service": "places drafts terminals judging jobs leftover packs folding settling offering",
}
