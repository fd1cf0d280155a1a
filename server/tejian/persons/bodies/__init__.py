"""考试机构 and 监察人员: who may examine what, and who may check, until when."""

ROLES = {
    "service": "choosing",
}
