"""Logs and open sessions: security events, changes of records, errors of browsers, who is logged in."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import func, select, true
from sqlalchemy.orm import Session

from tejian.kit.database.audit import AuditLog, SecurityLog, security_event
from tejian.kit.database.db import LOG_NAMES, Base
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system import permissions as p
from tejian.system.accounts.api import browser_in_words
from tejian.system.models.accounts import SysUser, UserSession
from tejian.system.models.organisations import Org
from tejian.system.models.settings import ClientError

OPTYPES = {"00": "设备", "01": "单位", "02": "用户", "03": "项目"}
RESULTS = {"成功": "成功", "失败": "失败", "拒绝": "拒绝"}
ACTIONS = {"新增": "新增", "修改": "修改", "删除": "删除"}
FAULTS = {"ajax": "请求", "script": "脚本"}


def _all(_me: User) -> Any:
    return true()


def said(detail: str) -> str:
    """What an event says, as people read it: of a right that was lacking its name."""
    lacked = PERMISSIONS.get(detail)
    return f"没有“{lacked.label}”的权限" if lacked else detail


security_list = add_list(
    ListView(
        no="sys_security_log_list",
        title="安全日志",
        permission=p.LOG_QUERY,
        export_permission=p.LOG_QUERY,
        source=select(SecurityLog),
        key=SecurityLog.id,
        visible=_all,
        url="/api/system/securityLog/findList",
        sort="-at",
        columns=[
            col(SecurityLog.at, 150, label="时间", fixed="left"),
            Col("kind", "事件", SecurityLog.kind, 100),
            Col(
                "result",
                "结果",
                SecurityLog.result,
                70,
                "state",
                words=RESULTS,
                tones={"成功": "ok", "失败": "ca", "拒绝": "no"},
            ),
            Col("user_name", "用户", SecurityLog.user_name, 100),
            Col("target", "对象", SecurityLog.target, 240),
            Col("detail", "说明", SecurityLog.detail, 320, "dict", words=said),
            Col("ip", "地址", SecurityLog.ip, 130, "code"),
            Col("request_no", "请求编号", SecurityLog.request_no, 240, "code", shown=False),
        ],
        search=[
            like("kind", "事件", SecurityLog.kind, quick=True),
            like("user_name", "用户", SecurityLog.user_name, quick=True),
            same("result", "结果", SecurityLog.result, widget="select", options=RESULTS, quick=True),
            dates("at", "时间", SecurityLog.at, moment=True),
            like("target", "对象或说明", SecurityLog.target, SecurityLog.detail),
            like("ip", "地址", SecurityLog.ip),
            same("request_no", "请求编号", SecurityLog.request_no),
        ],
    )
)


@cache
def _labels() -> Mapping[str, Mapping[str, str]]:
    """Table → column → what it is called."""
    found = {m.class_.__tablename__: m.columns for m in Base.registry.mappers}
    return {table: {c.key: c.info.get("label", "") for c in columns} for table, columns in found.items()}


class AuditList(ListView):
    """What was changed stands in the line by its names; the values are asked for."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        answer = super().dressed(db, me, rows, columns)
        for row in answer:
            if isinstance(row.get("changes"), Mapping):
                labels = _labels().get(row["entity"], {})
                row["changes"] = "、".join(dict.fromkeys(filter(None, (labels.get(one) for one in row["changes"]))))
        return answer


audit_list = add_list(
    AuditList(
        no="sys_audit_log_list",
        title="审计日志",
        permission=p.AUDIT_QUERY,
        export_permission=p.AUDIT_QUERY,
        source=select(AuditLog),
        key=AuditLog.id,
        visible=_all,
        url="/api/system/auditLog/findList",
        sort="-at",
        columns=[
            col(AuditLog.at, 150, label="时间", fixed="left"),
            Col("user_name", "用户", AuditLog.user_name, 100),
            Col("optype", "类型", AuditLog.optype, 80, "dict", words=OPTYPES),
            Col("entity", "对象", AuditLog.entity, 130, "dict", words=LOG_NAMES),
            Col("action", "操作", AuditLog.action, 60),
            Col("changes", "变更项目", AuditLog.changes, 420, sortable=False),
            Col("entity_id", "记录编号", AuditLog.entity_id, 260, "code", shown=False),
            Col("request_no", "请求编号", AuditLog.request_no, 260, "code", shown=False),
        ],
        search=[
            like("user_name", "用户", AuditLog.user_name, quick=True),
            same("optype", "类型", AuditLog.optype, widget="select", options=OPTYPES, quick=True),
            same("action", "操作", AuditLog.action, widget="select", options=ACTIONS, quick=True),
            dates("at", "时间", AuditLog.at, moment=True),
            same("entity", "对象", AuditLog.entity, widget="select", options=LOG_NAMES),
            same("entity_id", "记录编号", AuditLog.entity_id),
            same("request_no", "请求编号", AuditLog.request_no),
        ],
        actions=[Action("auditFields", "字段差异", p.AUDIT_QUERY, place="row", needs="one")],
    )
)


error_list = add_list(
    ListView(
        no="error_logger",
        title="错误收集",
        permission=p.LOG_QUERY,
        export_permission=p.LOG_QUERY,
        source=select(ClientError),
        key=ClientError.id,
        visible=_all,
        url="/api/system/clientError/findList",
        sort="-at",
        columns=[
            col(ClientError.at, 150, label="时间", fixed="left"),
            Col("type", "类型", ClientError.type, 80, "dict", words=FAULTS),
            Col("code", "代码", ClientError.code, 80, "code"),
            Col("message", "内容", ClientError.message, 420),
            Col("url", "地址", ClientError.url, 260, "code"),
            Col("user_name", "用户", ClientError.user_name, 100),
            Col("ip", "来源", ClientError.ip, 130, "code"),
            Col("agent", "浏览器", ClientError.agent, 200, "dict", words=browser_in_words, shown=False),
        ],
        search=[
            same("type", "类型", ClientError.type, widget="select", options=FAULTS, quick=True),
            like("message", "内容或地址", ClientError.message, ClientError.url, quick=True),
            like("user_name", "用户", ClientError.user_name),
            dates("at", "时间", ClientError.at, moment=True),
        ],
    )
)

_key = func.left(UserSession.id, 32)  # enough to name a session, useless to open one

session_list = add_list(
    ListView(
        no="sys_session_list",
        title="在线用户",
        permission=p.SESSION_QUERY,
        source=select(UserSession)
        .join(SysUser, SysUser.id == UserSession.user_id)
        .outerjoin(Org, Org.id == SysUser.dept_id),
        key=UserSession.id,
        visible=_all,
        url="/api/system/session/findList",
        sort="-last_used",
        columns=[
            col(SysUser.login, 110, type="code", fixed="left"),
            col(SysUser.name, 100),
            Col("deptName", "部门", Org.name, 160),
            Col("ip", "地址", UserSession.ip, 130, "code"),
            col(UserSession.created, 150, label="登录时间"),
            col(UserSession.last_used, 150, label="最近操作"),
            Col("agent", "浏览器", UserSession.agent, 200, "dict", words=browser_in_words),
            Col("id", "", _key),
        ],
        search=[
            like("name", "姓名或登录名", SysUser.name, SysUser.login, quick=True),
            like("ip", "地址", UserSession.ip, quick=True),
        ],
        actions=[
            Action(
                "end",
                "强制下线",
                p.SESSION_END,
                place="batch",
                kind="call",
                needs="many",
                url="/api/system/session/end",
                confirm="所选用户将立即下线，确定吗？",
            )
        ],
    )
)


def end_sessions(db: Session, me: User, ids: Sequence[str]) -> None:
    """Close chosen sessions at once; one's own is closed by logging out."""
    if not ids:
        raise BadInput("请选择数据")
    found = select(UserSession, SysUser.login).join(SysUser, SysUser.id == UserSession.user_id).where(_key.in_(ids))
    for row, login in db.execute(found).all():
        if row.id == me.session_id:
            raise Refused("不能强制自己下线，请使用退出")
        db.delete(row)
        security_event(db, "强制下线", login, row.ip)
