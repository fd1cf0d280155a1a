"""Permission codes of lifts: maintenance and rescue."""

from tejian.kit.ground.permission import permission

FAMILY = "电梯维保与应急"
FILING_QUERY = permission("lifts:filing:query", "维保备案 查询", FAMILY)
FILING_APPLY = permission("lifts:filing:apply", "维保备案 申请、变更与续期", FAMILY)
FILING_REVIEW = permission("lifts:filing:review", "维保备案 初审", FAMILY)
FILING_CHECK = permission("lifts:filing:check", "维保备案 复审与注销", FAMILY)
BINDING_QUERY = permission("lifts:binding:query", "电梯绑定 查询", FAMILY)
BINDING_APPLY = permission("lifts:binding:apply", "电梯绑定 申请与变更", FAMILY)
BINDING_CONFIRM = permission("lifts:binding:confirm", "电梯绑定 使用单位确认", FAMILY)
BINDING_AUDIT = permission("lifts:binding:audit", "电梯绑定 审核与解除", FAMILY)
STATION_QUERY = permission("lifts:station:query", "救援站 查询", FAMILY)
STATION_SAVE = permission("lifts:station:save", "救援站 登记", FAMILY)
ENDING_QUERY = permission("lifts:ending:query", "维保终止 查询", FAMILY)
ENDING_APPLY = permission("lifts:ending:apply", "维保终止 申请、答复与交接", FAMILY)
ENDING_AUDIT = permission("lifts:ending:audit", "维保终止 审核", FAMILY)
RESCUE_QUERY = permission("lifts:rescue:query", "困人救援 查询", FAMILY)
RESCUE_HANDLE = permission("lifts:rescue:handle", "困人救援 接警、派单、升级、回访与关闭", FAMILY)
RESCUE_GO = permission("lifts:rescue:go", "困人救援 接单、到场与解救", FAMILY)
