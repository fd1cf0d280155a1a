"""Permissions of moving in and out."""

from tejian.kit.ground.permission import permission

FAMILY = "数据迁移"
QUERY = permission("moving:project:query", "旧系统迁入 查询", FAMILY)
SAVE = permission("moving:project:save", "旧系统迁入 准备、试装与撤回", FAMILY)
APPROVE = permission("moving:project:approve", "旧系统迁入 批准装入", FAMILY)
OUT_QUERY = permission("moving:out:query", "数据迁出 查询", FAMILY)
OUT_SAVE = permission("moving:out:save", "数据迁出 申请与下载", FAMILY)
OUT_APPROVE = permission("moving:out:approve", "数据迁出 批准", FAMILY)
