"""Permission codes of the forms of supervision's statistics."""

from tejian.kit.ground.permission import permission

FAMILY = "统计"
FORM_QUERY = permission("statistics:form:query", "监察数据统计 查看与导出", FAMILY)
FORM_SAVE = permission("statistics:form:save", "监察数据统计 编制、发布与废止（指标、报表）", FAMILY)
EDITION_QUERY = permission("statistics:edition:query", "统计报表 查看与导出", FAMILY)
EDITION_MAKE = permission("statistics:edition:make", "统计报表 统计、重新统计、更正与删除草稿", FAMILY)
EDITION_REPORT = permission("statistics:edition:report", "统计报表 复核、退回与上报", FAMILY)
