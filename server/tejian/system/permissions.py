"""Permission codes of the specification (data/permissions.csv) and of the system area itself."""

from tejian import data
from tejian.kit.ground.permission import permission


def declare_specified() -> None:
    """Declare every concrete code of the specification's table; patterns and front-end role names are left out."""
    for row in data.rows("permissions"):
        code = row["code"]
        if ":" in code and "<" not in code:
            permission(code, row["expansion"], row["family"])


declare_specified()

SYSTEM = "系统管理"
USER_QUERY = permission("system:user:query", "用户 查询", SYSTEM)
USER_SAVE = permission("system:user:save", "用户 维护", SYSTEM)
ROLE_QUERY = permission("system:role:query", "角色 查询", SYSTEM)
ROLE_SAVE = permission("system:role:save", "角色 维护", SYSTEM)
ORG_QUERY = permission("system:org:query", "组织机构 查询", SYSTEM)
ORG_SAVE = permission("system:org:save", "组织机构 维护", SYSTEM)
DICT_QUERY = permission("system:dict:query", "字典 查询", SYSTEM)
DICT_SAVE = permission("system:dict:save", "字典 维护", SYSTEM)
PARAM_QUERY = permission("system:param:query", "系统参数 查询", SYSTEM)
PARAM_SAVE = permission("system:param:save", "系统参数 维护", SYSTEM, trusted=True)
CALENDAR_SAVE = permission("system:calendar:save", "工作日历 维护", SYSTEM)
NUMBER_SAVE = permission("system:number:save", "编号规则 维护", SYSTEM)
FLOW_SAVE = permission("system:flow:save", "流程配置 起草、修改与试跑", SYSTEM, trusted=True)
FLOW_QUERY = permission("system:flow:query", "流程配置 查看", SYSTEM)
FLOW_PUBLISH = permission("system:flow:publish", "流程配置 发布", SYSTEM, trusted=True)
MENU_SAVE = permission("system:menu:save", "菜单 维护", SYSTEM)
NOTICE_QUERY = permission("system:notice:query", "通知 查看", SYSTEM)
NOTICE_SAVE = permission("system:notice:save", "通知 发布", SYSTEM)
LOG_QUERY = permission("system:log:query", "日志 查询", SYSTEM)
AUDIT_QUERY = permission("system:audit:query", "审计日志 查询", SYSTEM)
VIEW_SHARE = permission("system:view:share", "视图 共享", SYSTEM)
CACHE_RESET = permission("system:cache:reset", "缓存 刷新", SYSTEM)
PLANNED = permission("menu:planned", "尚未建成的页面", SYSTEM)
MODEL_QUERY = permission("system:model:query", "通用查询模型 查询", SYSTEM)
MODEL_SAVE = permission("system:model:save", "通用查询模型 编制、发布与共享", SYSTEM)
EXPORT = permission("system:list:export", "列表 导出", SYSTEM)
SUPERVISION_MENU = permission("menu:supervision", "监管桌面", SYSTEM)
STATION_MENU = permission("menu:station", "站长桌面", SYSTEM)
USER_ROLE = permission("system:user:role", "用户 授予角色", SYSTEM, trusted=True)
RULE_QUERY = permission("system:rule:query", "业务规则 查询", SYSTEM)
RULE_SAVE = permission("system:rule:save", "业务规则 维护", SYSTEM, trusted=True)
RULE_CONFIRM = permission("system:rule:confirm", "业务规则 责任工程师确认", SYSTEM, trusted=True)
STAFF_QUERY = permission("system:staff:query", "人员资格 查询", SYSTEM)
STAFF_SAVE = permission("system:staff:save", "人员资格与签名 维护", SYSTEM)
SESSION_QUERY = permission("system:session:query", "在线会话 查询", SYSTEM)
# GB/T 22239-2019 8.1.4.2 d: the rights of administrators are kept apart; these three never meet in one account.
DUTIES = {USER_SAVE: "系统管理", ROLE_SAVE: "安全管理", AUDIT_QUERY: "审计管理"}
PROTECTION_QUERY = permission("system:protection:query", "受控变更 查询", SYSTEM)
PROTECTION_ASK = permission("system:protection:ask", "受控变更 申请", SYSTEM)
PROTECTION_AGREE = permission("system:protection:agree", "受控变更 同意", SYSTEM, trusted=True)
SESSION_END = permission("system:session:end", "在线会话 强制下线", SYSTEM)
OPENAPI_QUERY = permission("system:openapi:query", "接口说明 查看", SYSTEM)
PHONE_REVEAL = permission("system:phone:reveal", "个人电话 查看全部", SYSTEM)
