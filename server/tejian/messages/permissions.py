"""Permission codes of messages and short messages."""

from tejian.kit.ground.permission import permission

SMS = "短信平台"
SMS_QUERY = permission("message:sms:query", "短信 查询", SMS)
SMS_SAVE = permission("message:sms:save", "短信模板 维护", SMS)
REPLY_QUERY = permission("message:reply:query", "短信回复 查询", SMS)
REPLY_HANDLE = permission("message:reply:handle", "短信回复 答复", SMS)
