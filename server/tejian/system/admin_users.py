"""Accounts: create, edit, enable and disable, reset, unlock, and who may give which role to whom."""

import secrets
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, aliased

from tejian.kit import clock
from tejian.kit.actions import Action
from tejian.kit.audit import security_event
from tejian.kit.crud import record, seen_version
from tejian.kit.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.errors import BadInput, NoPermission, Refused
from tejian.kit.formview import Field, FormView, Group, add_form
from tejian.kit.listview import Col, ListView, Search, add_list, like, prefix, same
from tejian.kit.user import User

from . import admin_roles, passwords, session
from . import permissions as p
from .admin_common import ENABLED, edit, is_on, is_word
from .models import LoginFailure, Org, Role, SysUser

INDUSTRIES = {"21": "监管", "22": "检验", "23": "使用单位", "24": "维保单位", "25": "检测机构"}
SECRET = ("password_hash", "failures", "signature", "avatar")

Dept = aliased(Org)
_role_names = (
    select(func.string_agg(Role.name, "、"))
    .where(Role.id == func.any(SysUser.role_ids))
    .correlate(SysUser)
    .scalar_subquery()
)
_locked = func.coalesce(SysUser.locked_until > func.now(), False)

user_list = add_list(
    ListView(
        no="sys_user_list",
        title="用户管理",
        permission=p.USER_QUERY,
        export_permission=p.EXPORT,
        source=select(SysUser).outerjoin(Org, Org.id == SysUser.org_id).outerjoin(Dept, Dept.id == SysUser.dept_id),
        key=SysUser.id,
        visible=SysUser.visible,
        url="/api/system/user/findList",
        sort="login",
        columns=[
            Col("login", "登录名", SysUser.login, 110, "code", fixed="left"),
            Col("name", "姓名", SysUser.name, 90),
            Col("orgName", "机构", Org.name, 200),
            Col("deptName", "部门", Dept.name, 140),
            Col("roleNames", "角色", _role_names, 180),
            Col("industry_type", "行业类型", SysUser.industry_type, 90, "dict", words=INDUSTRIES),
            Col("mobile", "手机", SysUser.mobile, 120, "code"),
            Col("areacode", "管辖区划", SysUser.areacode, 110, "dict", dict="AREA", shown=False),
            Col("email", "邮箱", SysUser.email, 160, shown=False),
            Col("enabled", "启用", SysUser.enabled, 60, "bool"),
            Col("locked", "锁定中", _locked, 70, "bool"),
            Col("signed", "有签名", SysUser.signature != "", 70, "bool"),
            Col("must_change", "须改密码", SysUser.must_change, 80, "bool", shown=False),
            Col("last_login", "最近登录", SysUser.last_login, 140, "datetime"),
            Col("id", "", SysUser.id),
            Col("version", "", SysUser.version),
        ],
        search=[
            like("name", "姓名或登录名", SysUser.name, SysUser.login, quick=True),
            same("dept_id", "部门", SysUser.dept_id),
            Search(
                "roleName",
                "角色",
                lambda v: SysUser.role_ids.overlap(_roles_called(v)),
                quick=True,
            ),
            same("industry_type", "行业类型", SysUser.industry_type, widget="select", options=INDUSTRIES),
            prefix("areacode", "区划", SysUser.areacode, widget="area"),
            like("mobile", "手机", SysUser.mobile),
            Search("enabled", "状态", lambda v: SysUser.enabled.is_(is_on(v)), widget="select", options=ENABLED),
            Search("locked", "只看锁定", lambda v: _locked, widget="checkbox"),
        ],
        actions=[
            Action("addUser", "新增", p.USER_SAVE, shortcut="Alt+N"),
            edit(p.USER_SAVE, "sys_user_form"),
            edit(p.USER_ROLE, "sys_user_roles_form", "角色"),
            Action("signature", "签名", p.STAFF_QUERY, "row", needs="one"),
            Action(
                "quals", "资格", p.STAFF_QUERY, "more", "route", "one", route="/sysmng/userManage/staffInfo?user_id={id}"
            ),
            Action("resetPassword", "重置密码", p.USER_SAVE, "more", needs="one"),
            Action("unlock", "解锁", p.USER_SAVE, "more", "call", "one", url="/api/system/user/unlock"),
            Action(
                "disable",
                "停用",
                p.USER_SAVE,
                "batch",
                "call",
                "many",
                url="/api/system/user/disable",
                confirm="停用后立即下线，确定要停用吗？",
                when={"enabled": ["true"]},
            ),
            Action(
                "enable",
                "启用",
                p.USER_SAVE,
                "batch",
                "call",
                "many",
                url="/api/system/user/enable",
                when={"enabled": ["false"]},
            ),
        ],
    )
)


def _roles_called(name: str) -> Any:
    found = select(func.coalesce(func.array_agg(Role.id), func.cast_none())) if False else None
    return found
