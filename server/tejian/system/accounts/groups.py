"""User groups: people of one institute, of any department, who take work up together (groupManage).

A step of the flow configuration is given to a group as to a department: whoever of it may handle the step finds the
item and takes it up. queryBusinessGroup offers groups beside departments.
"""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import security_event
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like
from tejian.kit.records.crud import Hooks
from tejian.system import permissions as p
from tejian.system.models.accounts import SysUser, UserGroup
from tejian.system.models.organisations import Org
from tejian.system.rules.api import idle_steps, versions_of
from tejian.system.settings.api import ENABLED, add, edit, is_on, remove

MOST = 200
API = "/api/system/group"
_members = UserGroup.id == func.any(SysUser.group_ids)
_names = select(func.string_agg(SysUser.name, "、")).where(_members, SysUser.enabled).correlate(UserGroup)
_count = select(func.count()).where(_members, SysUser.enabled).correlate(UserGroup)

group_list = add_list(
    ListView(
        no="sys_user_group_list",
        title="用户组管理",
        permission=p.USER_QUERY,
        export_permission=p.EXPORT,
        source=select(UserGroup).join(Org, Org.id == UserGroup.org_id),
        key=UserGroup.id,
        visible=UserGroup.visible,
        url=f"{API}/findList",
        sort="name",
        columns=[
            col(UserGroup.name, 180, fixed="left"),
            Col("orgName", "机构", Org.name, 200),
            col(UserGroup.equclass, 180),
            Col("people", "人数", _count.scalar_subquery(), 70, "number"),
            Col("names", "成员", _names.scalar_subquery(), 320),
            col(UserGroup.enabled, 70),
            col(UserGroup.remark, 200),
            col(UserGroup.updateby, 90),
        ],
        search=[
            like("name", "用户组", UserGroup.name, quick=True),
            like("orgName", "机构", Org.name),
            Search("member", "成员", lambda v: _has(v), widget="user"),
            Search("enabled", "状态", lambda v: UserGroup.enabled.is_(is_on(v)), widget="select", options=ENABLED),
        ],
        actions=[
            add(p.USER_SAVE, "sys_user_group_form"),
            edit(p.USER_SAVE, "sys_user_group_form"),
            remove(p.USER_SAVE, f"{API}/delete", "用户组"),
        ],
    )
)


def _has(user: str) -> Any:
    return select(SysUser.id).where(_members, SysUser.id == user).correlate(UserGroup).exists()


def staff(_me: User) -> Any:
    return (SysUser.unit_id == "") & SysUser.enabled


GROUP_FORM = add_form(
    FormView(
        "sys_user_group_form",
        "用户组",
        f"{API}/save",
        [
            Group(
                "",
                [
                    field_of(UserGroup.name, required=True, span=12),
                    field_of(
                        UserGroup.org_id,
                        type="select",
                        options_url=f"{API}/orgs",
                        required=True,
                        span=12,
                        refers=Refers(
                            Org,
                            among=lambda me: (Org.id == Org.org_id) & Org.enabled,
                            parent=UserGroup.org_id,
                            said="用户组不能改到其他机构",
                        ),
                    ),
                    field_of(UserGroup.equclass, type="dictMulti", span=24, help="不选为全部种类"),
                    Field(
                        "members",
                        "成员",
                        "selectMulti",
                        options_url=f"{API}/people",
                        span=24,
                        size=7000,
                        refers=Refers(SysUser, among=staff, alone="judged with the institute of the group"),
                    ),
                    field_of(UserGroup.enabled, default="1", span=12, help="停用后不能再被指定，已指定的照常办理"),
                    field_of(UserGroup.remark, type="textarea", span=24),
                ],
            )
        ],
        load_url=f"{API}/load",
        width=720,
        note="成员按各自的权限和资格办理指定给本组的环节，任何一人都可以接办",
    )
)


def people(db: Session) -> list[Option]:
    """The staff that may be members, each with the department."""
    places = dict(db.execute(select(Org.id, Org.name)).all())  # type: ignore[arg-type]
    query = select(SysUser).where(SysUser.unit_id == "", SysUser.enabled, SysUser.dept_id != "")
    found = db.scalars(query.order_by(SysUser.login))
    return [{"value": one.id, "label": f"{one.name}（{places.get(one.dept_id, '')}）"} for one in found]


def institutes(db: Session) -> list[Option]:
    """The organisations that have groups: institutes and bureaus, not their departments."""
    query = select(Org).where(Org.id == Org.org_id, Org.enabled).order_by(Org.sort, Org.code)
    return [{"value": one.id, "label": one.name} for one in db.scalars(query)]


def _before_save(db: Session, me: User, row: UserGroup, values: dict[str, Any]) -> None:
    name, org = values.get("name") or row.name, values.get("org_id") or row.org_id
    twice = select(UserGroup.id).where(UserGroup.org_id == org, UserGroup.name == name, UserGroup.id != (row.id or ""))
    if db.scalar(twice):
        raise BadInput(f"用户组：本机构已有{name}", field="name")
    keys = _keys(values.get("members"))
    if len(keys) > MOST:
        raise BadInput(f"成员：最多{MOST}人", field="members")
    foreign = select(SysUser.name).where(SysUser.id.in_(keys), SysUser.org_id != org).order_by(SysUser.login)
    if stranger := db.scalar(foreign.limit(1)):
        raise BadInput(f"成员：{stranger}不是该机构的人员", field="members")


def _keys(sent: str | None) -> list[str]:
    return sorted({key for key in (sent or "").split(",") if key})


def _after_save(db: Session, me: User, row: UserGroup, values: dict[str, Any]) -> None:
    if "members" not in values:
        return
    keys = _keys(values["members"])
    touched = select(SysUser).where(SysUser.id.in_(keys) | SysUser.group_ids.contains([row.id]))
    for user in db.scalars(touched.order_by(SysUser.id).with_for_update()):
        has = row.id in user.group_ids
        if user.id in keys and not has:
            user.group_ids = [*user.group_ids, row.id]
            security_event(db, "用户组变更", user.login, f"加入{row.name}")
        elif user.id not in keys and has:
            user.group_ids = [one for one in user.group_ids if one != row.id]
            security_event(db, "用户组变更", user.login, f"退出{row.name}")
    db.flush()
    if idle := idle_steps(db, row.id):
        raise Refused(f"流程配置把{'、'.join(idle)}指定给{row.name}，组内须留有能办理的人")


def _before_delete(db: Session, me: User, row: UserGroup) -> None:
    if versions := versions_of(db, row.id):
        raise Refused(f"流程配置版本{versions[-1]}指定了{row.name}，不能删除；可以停用")
    for user in db.scalars(
        select(SysUser).where(SysUser.group_ids.contains([row.id])).order_by(SysUser.id).with_for_update()
    ):
        user.group_ids = [one for one in user.group_ids if one != row.id]
        security_event(db, "用户组变更", user.login, f"{row.name}已删除")


def _members_of(db: Session, row: UserGroup) -> dict[str, Any]:
    query = select(SysUser.id).where(SysUser.group_ids.contains([row.id]), SysUser.enabled).order_by(SysUser.login)
    return {"members": ",".join(db.scalars(query))}


HOOKS = Hooks(_before_save, _after_save, _before_delete, beside=_members_of)
