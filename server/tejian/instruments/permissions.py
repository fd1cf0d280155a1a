"""Permission codes of instruments."""

from tejian.kit.ground.permission import permission

FAMILY = "仪器设备"
BOX_QUERY = permission("instrument:box:query", "仪器 查询", FAMILY)
BOX_SAVE = permission("instrument:box:save", "仪器 维护", FAMILY)
ARCHIVE_SAVE = permission("instrument:archives:save", "仪器档案 维护", FAMILY)
