"""作业人员证: issued, renewed, changed and taken away; checked by anybody; handed on as workbooks."""

ROLES = {
    "acts": "papers handing public",
    "service": "issuing judging scope",
}
