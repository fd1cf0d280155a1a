"""The permission of the page of readiness."""

from tejian.kit.ground.permission import permission

QUERY = permission("readiness:check:query", "上线准备 查看", "系统管理")
