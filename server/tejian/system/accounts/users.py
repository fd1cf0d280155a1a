"""Accounts: create, edit, enable and disable, reset, unlock, and who may give which role to whom."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.phones import is_number
from tejian.kit.database.tries import SecretTry
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, prefix, same
from tejian.kit.records.crud import held, record
from tejian.system import permissions as p
from tejian.system.models.accounts import Role, SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import ENABLED, add, edit, is_on, is_word, refuse_unknown_area

from . import passwords, session, trust
from . import roles as admin_roles

INDUSTRIES = {"21": "监管", "22": "检验", "23": "使用单位", "24": "维保单位", "25": "检测机构"}
OWN_SCOPES = {name: admin_roles.SCOPES[name] for name in ("own", "dept", "org", "area")}
INFO = "/sysmng/userManage/staffInfo?id={id}"
SECRET = ("password_hash", "signature", "avatar")

Dept = aliased(Org)
_role_names = (
    select(func.string_agg(Role.name, "、"))
    .where(Role.id == func.any(SysUser.role_ids))
    .correlate(SysUser)
    .scalar_subquery()
)
_locked = (
    select(SecretTry.key)
    .where(SecretTry.key == passwords.counted(SysUser.login), SecretTry.until > func.now())
    .exists()
)


def _has_role(name: str) -> Any:
    held = select(Role.id).where(Role.id == func.any(SysUser.role_ids), Role.name.icontains(name, autoescape=True))
    return held.correlate(SysUser).exists()


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
            col(SysUser.login, 110, type="code", fixed="left"),
            col(SysUser.name, 90),
            Col("orgName", "机构", Org.name, 180),
            Col("deptName", "部门", Dept.name, 140),
            Col("roleNames", "角色", _role_names, 160),
            col(SysUser.scope, 90, type="dict", words={"": "按角色", **OWN_SCOPES}, shown=False),
            col(SysUser.industry_type, 80, type="dict", words=INDUSTRIES),
            col(SysUser.mobile, type="code"),
            Col("areacode", "管辖区划", SysUser.areacode, 110, "dict", dict="AREA", shown=False),
            col(SysUser.email, 160, shown=False),
            col(SysUser.enabled, 60),
            Col("locked", "锁定中", _locked, 70, "bool"),
            Col("signed", "有签名", SysUser.signature != "", 70, "bool"),
            col(SysUser.must_change, 80, label="须改密码", shown=False),
            col(SysUser.last_login, 140),
        ],
        search=[
            like("name", "姓名或登录名", SysUser.name, SysUser.login, quick=True),
            same("dept_id", "部门", SysUser.dept_id),
            Search("roleName", "角色", lambda v: _has_role(v), quick=True),
            same("industry_type", "行业类型", SysUser.industry_type, widget="select", options=INDUSTRIES),
            prefix("areacode", "区划", SysUser.areacode, widget="area"),
            Search("mobile", "手机", lambda v: is_number(SysUser.mobile, v), placeholder="完整号码"),
            Search("enabled", "状态", lambda v: SysUser.enabled.is_(is_on(v)), widget="select", options=ENABLED),
            Search("locked", "只看锁定", lambda v: _locked, widget="checkbox"),
        ],
        actions=[
            add(p.USER_SAVE, "sys_user_new_form"),
            edit(p.USER_SAVE, "sys_user_form"),
            edit(p.USER_ROLE, "sys_user_roles_form", "角色"),
            Action("signature", "签名", p.STAFF_QUERY, place="row", needs="one"),
            Action("revealUserPhone", "查看手机", p.PHONE_REVEAL, place="more", needs="one"),
            Action(*("info", "人员信息", p.STAFF_QUERY), place="row", kind="route", needs="one", route=INFO),
            Action(
                "resetPassword",
                "重置密码",
                p.USER_SAVE,
                place="more",
                kind="form",
                needs="one",
                form="sys_user_reset_form",
            ),
            Action(
                "unlock", "解锁", p.USER_SAVE, place="more", kind="call", needs="one", url="/api/system/user/unlock"
            ),
            Action(
                "disable",
                "停用",
                p.USER_SAVE,
                place="batch",
                kind="call",
                needs="many",
                url="/api/system/user/disable",
                confirm="停用后立即下线，确定要停用吗？",
                when={"enabled": ["true"]},
            ),
            Action(
                "enable",
                "启用",
                p.USER_SAVE,
                place="batch",
                kind="call",
                needs="many",
                url="/api/system/user/enable",
                when={"enabled": ["false"]},
            ),
        ],
    )
)

WHO = [
    Field("name", "姓名", required=True, size=64, span=12),
    Field("industry_type", "行业类型", "select", required=True, options=INDUSTRIES, default="22", span=12),
    Field(
        "dept_id",
        "部门",
        "tree",
        options_url="/api/system/org/tree",
        span=12,
        refers=Refers(Org, among=existing, alone="the organisation follows from it"),
    ),
    Field("unit_id", "所属企业", "unit", span=12, help="企业用户填写，只能看到该企业的设备"),
    Field("areacode", "管辖区划", "area", span=12, help="监管人员填写，数据范围为本辖区时起作用"),
    Field("mobile", "手机", rule="mobileKept", span=12),
    Field("email", "邮箱", rule="email", size=128, span=12),
]
NEW_FORM = add_form(
    FormView(
        "sys_user_new_form",
        "新增用户",
        "/api/system/user/create",
        [
            Group(
                "",
                [
                    Field("login", "登录名", required=True, size=64, span=12, check=is_word),
                    *WHO,
                ],
            )
        ],
        width=720,
        note="保存后由安全管理员授予角色，由本人在登录页点“忘记密码”，凭核对码设置密码；能签名的账户还须第二人同意",
    )
)
USER_FORM = add_form(
    FormView(
        "sys_user_form",
        "用户",
        "/api/system/user/save",
        [
            Group(
                "",
                [Field("login", "登录名", "readonly", span=12), Field("roleNames", "角色", "readonly", span=12), *WHO],
            )
        ],
        load_url="/api/system/user/load",
        in_part=True,
        width=720,
    )
)
ROLES_FORM = add_form(
    FormView(
        "sys_user_roles_form",
        "授予角色",
        "/api/system/user/grant",
        [
            Group(
                "",
                [
                    Field("login", "登录名", "readonly", span=12),
                    Field("name", "姓名", "readonly", span=12),
                    Field(
                        "role_ids",
                        "角色",
                        "selectMulti",
                        options_url="/api/system/role/options",
                        span=24,
                        size=4000,
                        refers=Refers(
                            Role, among=existing, alone="which roles go together is judged of all that a person has"
                        ),
                    ),
                    Field(
                        "scope",
                        "数据范围",
                        "select",
                        options=OWN_SCOPES,
                        span=12,
                        help="不选时按角色；选定后代替角色的数据范围，管理员仍为全部",
                    ),
                ],
            )
        ],
        load_url="/api/system/user/load",
        width=620,
        note="授予签名、管理或收付款的权限后，未经两人确认的原密码、签名口令作废并下线，本人在登录页点“忘记密码”重新设置",
    )
)


def load(db: Session, me: User, user_id: str) -> dict[str, Any]:
    """The account without anything secret, with the names of its roles."""
    row = visible_or_refuse(db, me, SysUser, user_id)
    names = db.scalars(select(Role.name).where(Role.id.in_(row.role_ids)).order_by(Role.code))
    return {**record(row, *SECRET), "roleNames": "、".join(names)}


def random_password() -> str:
    """Sixteen characters of all four classes, without letters that look alike."""
    letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    return "".join(secrets.choice(letters) for _ in range(12)) + secrets.choice("@#%+=") + "aZ7"


def create(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """A new account without roles and without a password: its owner sets one by a link (resets)."""
    values = dict(sent.values)
    login = values["login"]
    if db.scalar(select(SysUser.id).where(func.lower(SysUser.login) == login.lower())):
        raise BadInput(f"登录名：{login}已使用", field="login")
    row = SysUser(login=login, role_ids=[])
    _take(db, row, values)
    db.add(row)
    db.flush()
    security_event(db, "账号变更", login, "新增")
    return record(row, *SECRET)


def save(db: Session, me: User, sent: Input) -> dict[str, Any]:
    row = held(db, me, SysUser, sent)
    _take(db, row, sent.values)
    db.flush()
    return record(row, *SECRET)


def _take(db: Session, row: SysUser, values: dict[str, Any]) -> None:
    refuse_unknown_area(db, values.get("areacode"), "管辖区划")
    for name, value in values.items():
        setattr(row, name, value or "")
    if row.dept_id:
        org_id = db.scalar(select(Org.org_id).where(Org.id == row.dept_id, Org.enabled))
        if org_id is None:
            raise BadInput("部门：不存在或已停用", field="dept_id")
        row.org_id = org_id
    elif not row.unit_id:
        raise BadInput("部门：本机构人员须选部门，企业用户须选所属企业", field="dept_id")
    else:
        row.org_id = ""
    if row.industry_type == "21" and not row.areacode:
        raise BadInput("管辖区划：监管人员须选管辖区划", field="areacode")
    _refuse_unfit(db, row)


def grant(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Set the roles of an account: never one's own, and never two of the three administrators' duties at once."""
    row = held(db, me, SysUser, sent)
    if row.id == me.id:
        raise Refused("不能给自己授予角色")
    wanted = sorted({r for r in (sent["role_ids"] or "").split(",") if r})
    names = {r.id: r.name for r in db.scalars(select(Role))}
    if unknown := [r for r in wanted if r not in names]:
        raise BadInput(f"角色：{unknown[0][:40]}不存在", field="role_ids")
    before, scope = row.role_ids, row.scope
    had = trust.codes_of(db, before)
    row.role_ids, row.scope = wanted, sent["scope"] or ""
    _refuse_unfit(db, row)
    db.flush()
    admin_roles.refuse_mixed_duties(db, "用户", select(SysUser).where(SysUser.id == row.id))
    admin_roles.refuse_no_keeper(db)
    trust.begin_anew(db, [row], trust.codes_of(db, wanted) - had)
    words = "、".join(names[r] for r in wanted) or "无"
    security_event(db, "授予角色", row.login, f"{'、'.join(names.get(r, r) for r in before) or '无'} → {words}")
    if scope != row.scope:
        security_event(db, "数据范围变更", row.login, f"{_scope_word(scope)} → {_scope_word(row.scope)}")
    return {"id": row.id, "version": row.version}


def _scope_word(scope: str) -> str:
    return OWN_SCOPES.get(scope, "按角色")


def _refuse_unfit(db: Session, row: SysUser) -> None:
    """A scope of its own is for staff: an enterprise sees its own unit, and an area needs to be known. Roles of
    enterprises are for their accounts and no others: whoever belongs to no unit is taken for staff everywhere."""
    if row.scope and row.unit_id:
        raise BadInput("数据范围：企业账号只能查看本单位的数据", field="scope")
    if row.scope == "area" and not row.areacode:
        raise BadInput("数据范围：本辖区须先填写管辖区划", field="scope")
    of_units = Role.scope == "unit"
    unfit = select(Role.name).where(Role.id.in_(row.role_ids or ()), ~of_units if row.unit_id else of_units)
    if name := db.scalar(unfit.order_by(Role.code).limit(1)):
        whom = "不能授予企业账号" if row.unit_id else "只能授予企业账号，请先填写所属企业"
        raise BadInput(f"角色：{name}{whom}", field="role_ids")


def disable(db: Session, me: User, ids: Sequence[str]) -> None:
    """Close accounts; their sessions end at once."""
    rows = many_visible_or_refuse(db, me, SysUser, ids, lock=True)
    if any(r.id == me.id for r in rows):
        raise Refused("不能停用自己的账号")
    for row in rows:
        row.enabled = False
        session.end_sessions(db, row.id)
        security_event(db, "账号变更", row.login, "停用")
    db.flush()
    admin_roles.refuse_no_keeper(db)


def enable(db: Session, me: User, ids: Sequence[str]) -> None:
    for row in many_visible_or_refuse(db, me, SysUser, ids, lock=True):
        row.enabled = True
        security_event(db, "账号变更", row.login, "启用")


def unlock(db: Session, me: User, ids: Sequence[str]) -> None:
    """Let a locked account try again now."""
    for row in many_visible_or_refuse(db, me, SysUser, ids, lock=True):
        tries.forget(db, passwords.counted(row.login))
        security_event(db, "账号变更", row.login, "解锁")


def first_administrators(db: Session) -> list[tuple[str, str, str]]:
    """(login, name, password) of the three administrators, made when there is no account at all; else nothing.

    The system administrator cannot give rights, so the security administrator is made with it (GB/T 22239-2019
    8.1.4.2 d). The passwords are random, kept as hashes only, and must be changed at the first login.
    """
    if db.scalar(select(SysUser.id).limit(1)):
        return []
    roles = {r.code: r for r in db.scalars(select(Role).where(Role.code.in_(("sysadmin", "secadmin", "audadmin"))))}
    accounts = []
    for code in ("sysadmin", "secadmin", "audadmin"):
        password = random_password()
        row = SysUser(login=code, name=roles[code].name, role_ids=[roles[code].id], industry_type="22")
        row.password_hash, row.password_at, row.must_change = passwords.hash_of(password), clock.now(), True
        row.vouched = True
        db.add(row)
        accounts.append((code, row.name, password))
    db.flush()
    return accounts
