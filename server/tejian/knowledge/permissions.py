"""Permission codes of the knowledge base."""

from tejian.kit.ground.permission import permission

FAMILY = "知识库"
READ = permission("knowledge:document:read", "知识库 查阅与发送", FAMILY)
SAVE = permission("knowledge:document:save", "知识库 编写与提交", FAMILY)
PUBLISH = permission("knowledge:document:publish", "知识库 发布与废止", FAMILY)
