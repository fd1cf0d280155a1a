"""Permission codes of quality and assessment."""

from tejian.kit.ground.permission import permission

FAMILY = "质量与考核"
QUERY = permission("quality:stat:query", "质量与考核 查看", FAMILY)
WORKLOAD = permission("quality:workload:query", "工作量 查看（没有质量与考核权限的，只看本人）", FAMILY)
FILE_READ = permission("quality:file:read", "体系文件 查看与接收", FAMILY)
FILE_HANDLE = permission("quality:file:handle", "体系文件 编制中的也看、催办", FAMILY)
FILE_PLAN = permission("quality:file:plan", "体系文件 计划、发布与作废", FAMILY)
FILE_WRITE = permission("quality:file:write", "体系文件 编制", FAMILY)
FILE_AUDIT = permission("quality:file:audit", "体系文件 审核", FAMILY)
FILE_APPROVE = permission("quality:file:approve", "体系文件 批准", FAMILY)
CONFORM_QUERY = permission("quality:conformity:query", "符合性声明 查看", FAMILY)
CONFORM_APPLY = permission("quality:conformity:apply", "符合性声明 提交（单位）", FAMILY)
CONFORM_CHECK = permission("quality:conformity:check", "符合性声明 核对", FAMILY)
SPOT_QUERY = permission("quality:spot:query", "报告抽查 查看（没有抽查权限的，只看本人负责的）", FAMILY)
SPOT_DRAW = permission("quality:spot:draw", "报告抽查 制定、抽取与完成", FAMILY)
SPOT_CHECK = permission("quality:spot:check", "报告抽查 抽查与确认", FAMILY)
SPOT_ANSWER = permission("quality:spot:answer", "报告抽查 答复", FAMILY)
