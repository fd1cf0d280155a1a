"""Permission codes of persons."""

from tejian.kit.ground.permission import permission

FAMILY = "人员考核与证书"
BODY_QUERY = permission("persons:body:query", "考试机构 查询", FAMILY)
BODY_SAVE = permission("persons:body:save", "考试机构 登记与停用", FAMILY)
MONITOR_QUERY = permission("persons:monitor:query", "监察人员 查询", FAMILY)
MONITOR_SAVE = permission("persons:monitor:save", "监察人员 登记", FAMILY)
EXAM_QUERY = permission("persons:exam:query", "考试申请 查询", FAMILY)
EXAM_APPLY = permission("persons:exam:apply", "考试申请 填写、提交与撤回", FAMILY)
EXAM_ACCEPT = permission("persons:exam:accept", "考试申请 受理与安排考试", FAMILY)
EXAM_AUDIT = permission("persons:exam:audit", "考试申请 审核发证", FAMILY, trusted=True)
SCORE_QUERY = permission("persons:score:query", "成绩 查询", FAMILY)
SCORE_SAVE = permission("persons:score:save", "成绩 录入、更正与确认", FAMILY)
CLASS_QUERY = permission("persons:class:query", "培训班 查询", FAMILY)
CLASS_SAVE = permission("persons:class:save", "培训班 计划与办理", FAMILY)
CERT_QUERY = permission("persons:cert:query", "人员证书 查询", FAMILY)
CERT_APPLY = permission("persons:cert:apply", "证书办理 申请", FAMILY)
CERT_DECIDE = permission("persons:cert:decide", "证书办理 审核与处置", FAMILY, trusted=True)
HANDOVER = permission("persons:handover:query", "持证人员 导出", FAMILY, trusted=True)
