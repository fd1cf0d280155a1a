"""Permission codes of registration."""

from tejian.kit.ground.permission import permission

FAMILY = "使用登记"
QUERY = permission("registration:use:query", "使用登记 查询", FAMILY)
APPLY = permission("registration:use:apply", "使用登记 申请与补正", FAMILY)
ACCEPT = permission("registration:use:accept", "使用登记 受理", FAMILY)
EXAMINE = permission("registration:use:examine", "使用登记 审查与补正告知", FAMILY)
ISSUE = permission("registration:use:issue", "使用登记 发证与归档", FAMILY, trusted=True)

FIRST = "首检登记"
FIRST_QUERY = permission("firstRegister:query", "首检登记 查询", FIRST)
FIRST_FILL = permission("firstRegister:save", "首检登记 录入与提交", FIRST)
FIRST_OF_UNITS = permission("firstRegister:enterprise:query", "首检登记 企业录入清单", FIRST)
FIRST_OF_INSPECTORS = permission("firstRegister:inspector:query", "首检登记 检验员录入清单", FIRST)
FIRST_AUDIT = permission("firstRegister:audit:agree", "首检登记 审核", FIRST)
# declared by the table of the specification, with its words
FIRST_DELETE = permission("firstRegister:audit:delete", "delete", "first register audit delete")
