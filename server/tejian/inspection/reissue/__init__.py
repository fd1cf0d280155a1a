"""报告更正与补发: asked for, audited, approved; a corrected report is written anew and the old one recalled."""

ROLES = {
    "process": "issuing",
}
