"""Roles: what each may do and how far it sees. A change takes effect with the next request of its holders."""

from collections.abc import Collection
from typing import Any

import pydantic
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import security_event
from tejian.kit.forms.form import Known, Words
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import PERMISSIONS, Permission
from tejian.kit.ground.shapes import Option, TreeOption
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, like, same
from tejian.kit.records.crud import held
from tejian.system import permissions as p
from tejian.system.models.accounts import Role, SysUser
from tejian.system.permissions import DUTIES
from tejian.system.settings.api import add, edit, flag, is_word, remove

from . import trust
from .session import WIDTH

SCOPES = {"own": "本人", "unit": "本单位", "dept": "本部门", "org": "本机构", "area": "本辖区", "all": "全部"}

_holders = (
    select(func.count()).where(Role.id == func.any(SysUser.role_ids), SysUser.enabled).correlate(Role).scalar_subquery()
)

role_list = add_list(
    ListView(
        no="sys_role_list",
        title="角色管理",
        permission=p.ROLE_QUERY,
        export_permission=p.EXPORT,
        source=select(Role),
        key=Role.id,
        visible=Role.visible,
        url="/api/system/role/findList",
        sort="code",
        page_size=50,
        columns=[
            col(Role.name, 160, fixed="left"),
            col(Role.code, type="code"),
            col(Role.scope, 90, type="dict", words=SCOPES),
            Col("permissionCount", "权限数", func.coalesce(func.cardinality(Role.permissions), 0), 80, "number"),
            Col("holders", "启用的人数", _holders, 90, "number"),
            col(Role.remark, 300),
            col(Role.updateby, 100, shown=False),
            col(Role.updatetime, 140),
        ],
        search=[
            like("name", "名称或编码", Role.name, Role.code, quick=True),
            same("scope", "数据范围", Role.scope, widget="select", options=SCOPES, quick=True),
        ],
        actions=[
            add(p.ROLE_SAVE, "sys_role_form"),
            edit(p.ROLE_SAVE, "sys_role_form"),
            Action("grant", "权限", p.ROLE_QUERY, place="row", needs="one"),
            remove(p.ROLE_SAVE, "/api/system/role/delete", "角色"),
        ],
    )
)

ROLE_FORM = add_form(
    FormView(
        "sys_role_form",
        "角色",
        "/api/system/role/save",
        [
            Group(
                "",
                [
                    Field("code", "角色编码", required=True, size=32, span=12, check=is_word),
                    Field("name", "角色名称", required=True, size=64, span=12),
                    Field("scope", "数据范围", "select", required=True, options=SCOPES, default="own", span=12),
                    Field("remark", "说明", "textarea", size=256, span=24),
                ],
            )
        ],
        load_url="/api/system/role/load",
        width=620,
    )
)


def options(db: Session) -> list[Option]:
    """All roles as options of a picker."""
    return [{"value": r.id, "label": r.name} for r in db.scalars(select(Role).order_by(Role.code))]


# The specification lists its codes in English; administrators read them in the words of the screens.
FAMILIES = {
    "equipment": "设备档案",
    "unit management": "单位档案",
    "online apply revoke": "网上申报",
    "first register audit delete": "首检登记",
}
PLACES = {
    **{"boiler": "锅炉", "pressureVessel": "压力容器", "elevator": "电梯", "hoistingMachinery": "起重机械"},
    **{"fieldMotorVehicles": "场内机动车辆", "majorAmusement": "大型游乐设施", "passengerRopeway": "客运索道"},
    **{"pressurePiping": "压力管道", "pressurePipeline": "压力管线", "superviseorg": "监察单位"},
    **{"inspectionorg": "检验单位", "bussinessorg": "企业单位", "onlineApply": "网上申报", "audit": "首检登记审核"},
}
VERBS = {
    **{"add": "新增", "batchUpdate": "批量修改", "merge": "合并", "del": "删除", "save": "保存", "export": "导出"},
    **{"jyjg": "检验结果", "jyjlEdit": "检验记录 编辑", "setUse": "启用停用", "revoke": "撤销", "delete": "删除"},
}


def permission_tree() -> list[TreeOption]:
    """The declared codes by family, in the order of their declaration."""
    families: dict[str, list[TreeOption]] = {}
    for found in PERMISSIONS.values():
        families.setdefault(FAMILIES.get(found.family, found.family), []).append(
            {"value": found.code, "label": _spoken(found)}
        )
    return [{"value": f"#{name}", "label": name, "children": codes} for name, codes in families.items()]


def _spoken(found: Permission) -> str:
    *_, place, verb = found.code.split(":")
    known = found.family in FAMILIES and place in PLACES and verb in VERBS
    return f"{PLACES[place]} {VERBS[verb]}" if known else found.label


def before_save(db: Session, me: User, row: Role, values: dict[str, Any]) -> None:
    """Codes stay as they were made; nobody widens a role of their own."""
    code = values.get("code")
    if row.id and code and code != row.code:
        raise Refused("角色编码不能修改")
    if code and db.scalar(select(Role.id).where(Role.code == code, Role.id != (row.id or ""))):
        raise BadInput(f"角色编码：{code}已使用", field="code")
    scope = values.get("scope")
    if row.id and scope and scope != row.scope:
        if WIDTH.index(scope) > WIDTH.index(row.scope) and _is_mine(db, me, row):
            raise Refused("不能扩大自己所持角色的数据范围")
        security_event(db, "角色变更", row.name, f"数据范围：{SCOPES[row.scope]} → {SCOPES[scope]}")


def _is_mine(db: Session, me: User, row: Role) -> bool:
    held = select(SysUser.id).where(SysUser.id == me.id, SysUser.role_ids.contains([row.id]))
    return db.scalar(held) is not None


def before_delete(db: Session, me: User, row: Role) -> None:
    held = db.scalar(select(func.count()).where(SysUser.role_ids.contains([row.id])))
    if held:
        raise Refused(f"角色{row.name}有{held}个用户，不能删除")
    security_event(db, "角色变更", row.name, "删除")


class RoleRights(Known):
    """The permission codes that a role is to have."""

    permissions: Words = pydantic.Field([], title="权限")


def grant(db: Session, me: User, sent: RoleRights) -> dict[str, Any]:
    """Set the permission codes of a role. Every code must be declared; nobody adds to a role of their own."""
    row = held(db, me, Role, sent)
    wanted = sorted({c for c in sent.permissions if c})
    if unknown := [c for c in wanted if c not in PERMISSIONS]:
        raise BadInput(f"权限：{unknown[0][:64]}不存在")
    more, less = sorted(set(wanted) - set(row.permissions)), sorted(set(row.permissions) - set(wanted))
    if more and _is_mine(db, me, row):
        raise Refused("不能给自己所持的角色增加权限")
    row.permissions = wanted
    db.flush()
    holders = db.scalars(
        select(SysUser).where(SysUser.role_ids.contains([row.id])).order_by(SysUser.id).with_for_update()
    )
    trust.begin_anew(db, holders.all(), set(more))
    refuse_mixed_duties(db, "涉及用户", select(SysUser).where(SysUser.role_ids.contains([row.id]), SysUser.enabled))
    refuse_no_keeper(db)
    security_event(db, "角色授权", row.name, f"增加：{'、'.join(more) or '无'}；减少：{'、'.join(less) or '无'}")
    return {"id": row.id, "version": row.version}


def refuse_mixed_duties(db: Session, who: str, users: Any) -> None:
    """Refuse when one of the accounts would hold two of the three administrators' duties."""
    if not flag(db, "security.three_admins", True):
        return
    roles = {r.id: set(r.permissions) for r in db.scalars(select(Role))}
    for user in db.scalars(users):
        codes = set().union(*(roles.get(i, set()) for i in user.role_ids))
        if len(held := [name for code, name in DUTIES.items() if code in codes]) > 1:
            raise Refused(f"{who}{user.name}将同时具有{'、'.join(held)}职责，系统、安全、审计三员不能兼任")


# duties without which nobody could give rights any more, or see what is done
KEEPERS = {p.ROLE_SAVE: "维护角色", p.AUDIT_QUERY: "查看审计日志"}


def refuse_no_keeper(db: Session) -> None:
    """At least one enabled account must remain for each of these duties."""
    for code, words in KEEPERS.items():
        held = select(Role.id).where(Role.id == func.any(SysUser.role_ids), Role.permissions.contains([code])).exists()
        if db.scalar(select(SysUser.id).where(SysUser.enabled, held).limit(1)) is None:
            raise Refused(f"至少保留一个启用的、能够{words}的账号")


def users_of(db: Session, unit: str) -> list[str]:
    """The keys of the enabled accounts of an enterprise, for messages to them."""
    return list(db.scalars(select(SysUser.id).where(SysUser.enabled, SysUser.unit_id == unit))) if unit else []


def rights_of(db: Session, people: Collection[str]) -> dict[str, frozenset[str]]:
    """What the enabled ones of some accounts may do by their roles."""
    query = select(SysUser.id, Role.permissions).outerjoin(Role, Role.id == func.any(SysUser.role_ids))
    rights: dict[str, frozenset[str]] = {}
    for key, permissions in db.execute(query.where(SysUser.id.in_(people), SysUser.enabled)):
        rights[key] = rights.get(key, frozenset()) | frozenset(permissions or ())
    return rights


def roles_with(db: Session, code: str) -> list[str]:
    """The names of the roles that have a permission and somebody who holds them."""
    held = select(func.unnest(SysUser.role_ids)).where(SysUser.enabled)
    found = select(Role.name).where(Role.permissions.contains([code]), Role.id.in_(held))
    return list(db.scalars(found.order_by(Role.name)))


def holders(code: str) -> Select[tuple[str]]:
    """The keys of the enabled accounts that have a permission, each as often as its roles give it."""
    roles = select(Role.id).where(Role.permissions.contains([code]))
    held = select(func.unnest(SysUser.role_ids).label("role"), SysUser.id.label("id")).where(SysUser.enabled).subquery()
    return select(held.c.id).where(held.c.role.in_(roles))


def who_may(db: Session, code: str, org: str = "") -> list[str]:
    """The keys of the enabled accounts that have a permission, for messages to them; of one organisation if named."""
    query = select(SysUser.id).where(SysUser.id.in_(holders(code)), SysUser.org_id == org) if org else holders(code)
    return sorted(set(db.scalars(query)))
