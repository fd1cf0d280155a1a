"""简易报告: reports from elsewhere or from before, entered or imported, kept with their file and handed out."""

ROLES = {
    "service": "judging",
}
