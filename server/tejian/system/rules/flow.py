"""Flow configuration: which steps a process uses, who of those who could handles them, and their limits.

A version is written whole, from the day from which it counts; running items keep theirs. It is drawn, checked and
published by the flow designer (inspection/designer), which alone writes one.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal

from sqlalchemy import case, func, literal, select, union_all
from sqlalchemy.orm import Session, aliased

from tejian import data
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold, new_id
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, numbers, same
from tejian.kit.process.steps import PROCESSES as ALL
from tejian.system import permissions as p
from tejian.system.models.accounts import Role, SysUser, UserGroup
from tejian.system.models.organisations import Org
from tejian.system.models.rules import FlowConf
from tejian.system.settings.api import bump

PROCESS = "inspection"
PROCESSES = {PROCESS: "检验业务"}
STEP_NAMES = {row["step"]: row["name"] for row in data.rows("flow_conf")}
KIND_OF = {row["value"]: row["parentValue"] for row in data.rows("dictionaries") if row["type"] == "C604"}
FREE = ("YWSB",)  # units declare too: nobody is named for it

_other = aliased(FlowConf)
_newest = (
    select(func.max(_other.conf_version))
    .where(_other.process == FlowConf.process)
    .correlate(FlowConf)
    .scalar_subquery()
)
_earlier = [
    select(literal(f"@{step}").label("id"), literal(f"{name}的经办人").label("name"))
    for step, name in STEP_NAMES.items()
]
_named = union_all(*(select(one.id, one.name) for one in (SysUser, Role, Org, UserGroup)), *_earlier).subquery()
_actors = (
    select(func.string_agg(_named.c.name, "、"))
    .where(_named.c.id == func.any(FlowConf.actors))
    .correlate(FlowConf)
    .scalar_subquery()
)

COLUMNS = [
    col(FlowConf.process, 100, type="dict", words=PROCESSES, fixed="left", shown=False),
    col(FlowConf.name, 110, fixed="left"),
    col(FlowConf.step, 110, type="code", shown=False),
    col(FlowConf.used, 70),
    col(FlowConf.limit_days),
    col(FlowConf.equclass, 180),
    col(FlowConf.seisort, 110),
    col(FlowConf.testsort, 150),
    Col("actornames", "办理人", _actors, 200),
    col(FlowConf.source, 240),
    col(FlowConf.conf_version, 90),
    col(FlowConf.validfrom, 110),
    col(FlowConf.createtime, 140, label="建立时间"),
    Col("updateby", "建立人", FlowConf.updateby, 90),
]
SEARCH = [
    same("process", "流程", FlowConf.process, widget="select", options=PROCESSES, quick=True),
    like("name", "环节", FlowConf.name, FlowConf.step, quick=True),
]


def _current(me: User) -> Any:
    return FlowConf.conf_version == _newest


CALL = "/api/system/flow"
flow_list = add_list(
    ListView(
        no="sys_flow_list",
        title="流程配置",
        permission=p.FLOW_SAVE,
        export_permission=p.EXPORT,
        source=select(FlowConf),
        key=FlowConf.id,
        visible=_current,
        url=f"{CALL}/findList",
        sort="id",
        page_size=100,
        columns=COLUMNS,
        search=SEARCH,
        actions=[Action("design", "流程设计", p.FLOW_SAVE, kind="route", route="/sysmng/flowDesigner")],
    )
)
_order = case({step: n for n, step in enumerate(STEP_NAMES, 1)}, value=FlowConf.step)
_begun = (
    select(func.max(_other.conf_version))
    .where(_other.process == FlowConf.process)
    .where(_other.validfrom.is_(None) | (_other.validfrom <= func.current_date()))
    .correlate(FlowConf)
    .scalar_subquery()
)
VERSIONS = {"2": "未生效", "1": "现行", "0": "已被替换"}
_state = case((FlowConf.conf_version > _begun, "2"), (FlowConf.conf_version == _begun, "1"), else_="0")
STEP_COLUMNS = [
    Col("order", "次序", _order, 84, "number", fixed="left"),
    *COLUMNS,
    Col("state", "版本状态", _state, 90, "state", words=VERSIONS, tones={"1": "ok", "2": "ca", "0": ""}),
    # the version in force first, its steps as a case goes through them
    Col("place", "", case((_state == "1", 0), else_=100_000 - FlowConf.conf_version) * 1000 + _order),
]
step_list = add_list(
    replace(
        flow_list,
        no="sys_flow_step_list",
        title="流程步骤（各版本）",
        visible=FlowConf.visible,
        url=f"{CALL}/findStepList",
        sort="place",
        columns=STEP_COLUMNS,
        search=[
            *SEARCH,
            numbers("conf_version", "流程版本", FlowConf.conf_version, quick=True),
            Search("state", "版本状态", lambda v: _state == v, widget="select", options=VERSIONS, quick=True),
        ],
        actions=[],
    )
)

Kind = Literal["roles", "depts", "groups", "people"]


def options(db: Session, kind: Kind) -> list[Option]:
    """The roles, departments, groups or people that a step may be given to."""
    places = dict(db.execute(select(Org.id, Org.name)).all())  # type: ignore[arg-type]
    if kind == "roles":
        return [{"value": one.id, "label": one.name} for one in db.scalars(select(Role).order_by(Role.code))]
    if kind == "depts":
        below = select(Org).where(Org.enabled, Org.kind.in_(("dept", "station"))).order_by(Org.sort, Org.code)
        return [{"value": one.id, "label": f"{one.name}（{places.get(one.org_id, '')}）"} for one in db.scalars(below)]
    if kind == "groups":
        groups = select(UserGroup).where(UserGroup.enabled).order_by(UserGroup.name)
        return [{"value": one.id, "label": f"{one.name}（{places.get(one.org_id, '')}）"} for one in db.scalars(groups)]
    people = (
        select(SysUser).where(SysUser.unit_id == "", SysUser.enabled, SysUser.dept_id != "").order_by(SysUser.login)
    )
    return [{"value": one.id, "label": f"{one.name}（{places.get(one.dept_id, '')}）"} for one in db.scalars(people)]


def named(db: Session, keys: Collection[str]) -> dict[str, str]:
    """What the actors of a row are called."""
    return dict(db.execute(select(_named.c.id, _named.c.name).where(_named.c.id.in_(keys))).all())  # type: ignore[arg-type]


def rows_of(db: Session, version: int) -> list[FlowConf]:
    """The rows of a version in their order."""
    mine = select(FlowConf).where(FlowConf.process == PROCESS, FlowConf.conf_version == version)
    return list(db.scalars(mine.order_by(FlowConf.id)))


def last_version(db: Session) -> int:
    """The newest version, in force or to come."""
    return db.scalar(select(func.max(FlowConf.conf_version)).where(FlowConf.process == PROCESS)) or 0


def begins(db: Session, version: int) -> date | None:
    """The day from which a version counts; None when it always did."""
    mine = select(FlowConf.validfrom).where(FlowConf.process == PROCESS, FlowConf.conf_version == version)
    return db.scalars(mine.limit(1)).first()


def hold_versions(db: Session) -> None:
    """One writes the next version at a time."""
    hold(db, "flow configuration")


def write_version(db: Session, rows: Sequence[FlowConf], begin: date) -> int:
    """Add the rows as the next version, from the day on."""
    number = last_version(db) + 1
    for key, row in zip(sorted(new_id() for _ in rows), rows, strict=True):
        row.id, row.conf_version, row.validfrom = key, number, begin
    db.add_all(rows)
    security_event(db, "流程配置", f"{PROCESS} 版本{number}", f"发布，{begin}起执行，{len(rows)}行")
    bump(db, "flow")
    db.flush()
    return number


def drop_version(db: Session, version: int) -> None:
    """Take the newest version back before its day: nothing was begun with it."""
    for row in rows_of(db, version):
        db.delete(row)
    security_event(db, "流程配置", f"{PROCESS} 版本{version}", "撤回未生效版本")
    bump(db, "flow")


def cannot_be_given(step: str) -> bool:
    """Whether a step is for everybody who may, whatever the configuration says."""
    return step in FREE or right_of(step) is None


def strangers(db: Session, step: str, actors: Collection[str]) -> str:
    """The names of those among some keys behind whom nobody may handle a step; '' when there are none."""
    reached = _reached(db, step)
    idle = [key for key in actors if key not in reached]
    return "、".join(sorted(named(db, idle).values())) if idle else ""


def right_of(step: str) -> str | None:
    """The permission by which a step is handled."""
    move = next((m for x in ALL.values() if step in x.by_code and (m := x.forward_of(step))), None)
    return move.may if move else None


def _reached(db: Session, step: str) -> set[str]:
    """The keys that name somebody who may handle a step: accounts, departments, roles with the right, groups."""
    able = select(SysUser, Role.id).join(Role, Role.id == func.any(SysUser.role_ids))
    able = able.where(SysUser.enabled, Role.permissions.contains([right_of(step)]))
    return {key for user, role in db.execute(able) for key in (user.id, user.dept_id, role, *user.group_ids)}


def versions_of(db: Session, key: str) -> list[int]:
    """The versions that give a step to this role, department, group or person; running items keep theirs."""
    query = select(FlowConf.conf_version).where(FlowConf.actors.contains([key])).distinct()
    return sorted(db.scalars(query))


def idle_steps(db: Session, key: str) -> list[str]:
    """The steps that the version in force, or one to come, gives to this key and nobody behind it may handle."""
    begun = (FlowConf.validfrom.is_(None)) | (FlowConf.validfrom <= clock.today())
    current = db.scalar(select(func.max(FlowConf.conf_version)).where(FlowConf.process == PROCESS, begun)) or 0
    mine = select(FlowConf).where(FlowConf.conf_version >= current, FlowConf.used, FlowConf.actors.contains([key]))
    return sorted({row.name for row in db.scalars(mine) if key not in _reached(db, row.step)})
