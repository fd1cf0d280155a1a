"""Permission codes of supervision."""

from tejian.kit.ground.permission import permission

FAMILY = "安全监管"
COPY_QUERY = permission("supervision:copy:query", "抄告单 查询", FAMILY)
COPY_SAVE = permission("supervision:copy:save", "抄告单 起草、发出与归档", FAMILY)
COPY_HANDLE = permission("supervision:copy:handle", "抄告单 签收、指派与回复", FAMILY)
