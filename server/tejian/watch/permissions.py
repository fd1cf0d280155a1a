"""Permissions of the watch over the installation."""

from tejian.kit.ground.permission import permission

FAMILY = "系统管理"
CHECK = permission("watch:chain:check", "日志封存 核查", FAMILY)
HEALTH = permission("watch:health:query", "运行状况 查看", FAMILY)
