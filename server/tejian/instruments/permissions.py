"""Permission codes of instruments."""

from tejian.kit.ground.permission import permission

FAMILY = "仪器设备"
BOX_QUERY = permission("instrument:box:query", "仪器 查询", FAMILY)
BOX_SAVE = permission("instrument:box:save", "仪器 维护", FAMILY)
ARCHIVE_SAVE = permission("instrument:archives:save", "仪器档案 维护", FAMILY)
LOAN_APPLY = permission("instrument:loan:apply", "仪器借用 申请", FAMILY)
LOAN_HANDLE = permission("instrument:loan:handle", "仪器借用 批准、借出与收回", FAMILY)
REPAIR_QUERY = permission("instrument:repair:query", "仪器检修 查看", FAMILY)
REPAIR_SAVE = permission("instrument:repair:save", "仪器检修 登记与送修", FAMILY)
REPAIR_CHECK = permission("instrument:repair:check", "仪器检修 验收", FAMILY)
