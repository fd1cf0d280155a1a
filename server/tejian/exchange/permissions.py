"""Permission codes of the exchange with partners. Who may see what is granted by whoever grants rights to people."""

from tejian.kit.ground.permission import permission

FAMILY = "数据交换"
PARTNER_QUERY = permission("exchange:partner:query", "传输用户 查询", FAMILY)
PARTNER_SAVE = permission("exchange:partner:save", "传输用户 授权", FAMILY, trusted=True)
MAPPING_QUERY = permission("exchange:mapping:query", "传输字段 查询", FAMILY)
MAPPING_SAVE = permission("exchange:mapping:save", "传输字段 维护与发布", FAMILY)
PLAN_QUERY = permission("exchange:plan:query", "传输计划 查询", FAMILY)
PLAN_SAVE = permission("exchange:plan:save", "传输计划 维护与执行", FAMILY)
LOG_QUERY = permission("exchange:log:query", "传输日志 查询", FAMILY)
LOG_RETRY = permission("exchange:log:retry", "传输日志 重传与忽略", FAMILY)
