"""重大问题报告: from the institute's draft over three persons to the bureau's answer."""

ROLES = {
    "service": "judging sources",
}
