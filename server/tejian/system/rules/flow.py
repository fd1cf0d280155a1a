"""Flow configuration: which steps a process uses, who of those who could handles them, and their limits.

Each change makes a new version with the day from which it counts; running items keep theirs.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import and_, case, func, select, union_all
from sqlalchemy.orm import Session, aliased

from tejian import data
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import new_id, visible_or_refuse
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused, Stale
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, numbers, same
from tejian.kit.process.steps import PROCESSES as ALL
from tejian.kit.process.steps import optional_steps
from tejian.kit.records.crud import record
from tejian.system import permissions as p
from tejian.system.models.accounts import Role, SysUser, UserGroup
from tejian.system.models.organisations import Org
from tejian.system.models.rules import FlowConf
from tejian.system.settings.api import add, bump, edit

PROCESS = "inspection"
PROCESSES = {PROCESS: "检验业务"}
STEPS = {row["step"]: row["name"] for row in data.rows("flow_conf")}
KIND_OF = {row["value"]: row["parentValue"] for row in data.rows("dictionaries") if row["type"] == "C604"}
EVERYTHING = (False, False, False)  # the rank of a row that is for all
FREE = ("YWSB",)  # units declare too: nobody is named for it

_other = aliased(FlowConf)
_newest = (
    select(func.max(_other.conf_version))
    .where(_other.process == FlowConf.process)
    .correlate(FlowConf)
    .scalar_subquery()
)
_named = union_all(*(select(one.id, one.name) for one in (SysUser, Role, Org, UserGroup))).subquery()
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
    Col("waits", "", case((FlowConf.validfrom > func.current_date(), "1"), else_="0")),
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
        actions=[
            add(p.FLOW_SAVE, "sys_flow_add_form"),
            edit(p.FLOW_SAVE, "sys_flow_form"),
            Action("copy", "复制", p.FLOW_SAVE, place="row", kind="form", needs="one", form="sys_flow_copy_form"),
            Action("end", "终止", p.FLOW_SAVE, place="more", kind="form", needs="one", form="sys_flow_end_form"),
            Action(
                *("takeBack", "撤回未生效版本", p.FLOW_SAVE),
                place="more",
                kind="call",
                needs="one",
                url=f"{CALL}/takeBack",
                confirm="撤回后以上一版本为准，确定撤回吗？",
                done="已撤回",
                when={"waits": ["1"]},
            ),
        ],
    )
)
_order = case({step: n for n, step in enumerate(STEPS, 1)}, value=FlowConf.step)
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
    *(c for c in COLUMNS if c.name != "waits"),
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

BEGIN = Field("validfrom", "生效日期", "date", span=12, help="不填为今天；生效前已提交的申报仍按原版本流转")
ALONE = "of the whole installation, each institute by its own people"


def _actors_field(name: str, label: str, refers: Refers, **more: Any) -> Field:
    url = f"{CALL}/{name}"
    return Field(name, label, "selectMulti", options_url=url, span=24, size=4000, refers=refers, **more)


def staff(_me: User) -> Any:
    return and_(SysUser.unit_id == "", SysUser.enabled)


STEP = Field("step", "环节", "select", required=True, options=STEPS, span=12)
WHAT = [
    Field("used", "启用", "bool", required=True, span=12, default="1"),
    Field("limit_days", "时限", "int", low=1, high=365, unit="个工作日", span=12),
    Field("equclass", "设备种类", "dictMulti", dict="C601", span=24, size=64, help="不选为全部种类"),
    Field("seisort", "检验类别", "dict", dict="C603", span=12, help="不选为全部"),
    Field("testsort", "检验类型", "dict", dict="C604", span=12, help="不选为全部"),
    _actors_field("roles", "办理角色", Refers(Role, among=existing, alone=ALONE)),
    _actors_field("depts", "办理部门", Refers(Org, among=existing, alone=ALONE)),
    _actors_field("groups", "办理用户组", Refers(UserGroup, among=existing, alone=ALONE)),
    _actors_field(
        *("people", "办理人员", Refers(SysUser, among=staff, alone=ALONE)),
        help="角色、部门、用户组、人员都不选时，有权限和资格的人都可以办理；选了的，只有其中有权限和资格的人可以办理",
    ),
    Field("source", "依据", size=256, span=24),
    BEGIN,
]
NOTE = (
    "保存后生成新版本，已在办的业务仍按原版本流转；"
    "同一环节有几行适用时，按“种类和检验类型、种类、检验类型、全部”的次序取最具体的一行"
)


def _form(no: str, title: str, call: str, fields: Sequence[Field], load_url: str = "") -> FormView:
    return add_form(FormView(no, title, f"{CALL}/{call}", [Group("", fields)], load_url, width=680, note=NOTE))


FLOW_FORM = _form(
    *("sys_flow_form", "流程环节", "save"),
    [Field("name", "环节名称", "readonly", span=12), *WHAT],
    f"{CALL}/load",
)
ADD_FORM = _form("sys_flow_add_form", "新增流程配置", "add", [STEP, *WHAT])
COPY_FORM = _form("sys_flow_copy_form", "复制流程配置", "copy", [STEP, *WHAT], f"{CALL}/load")
END_FORM = _form(
    *("sys_flow_end_form", "终止流程配置", "end"),
    [Field("name", "环节名称", "readonly", span=12), BEGIN],
    f"{CALL}/load",
)


def options(db: Session, kind: str) -> list[Option]:
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


def load(db: Session, me: User, row_id: str) -> dict[str, Any]:
    row = visible_or_refuse(db, me, FlowConf, row_id)
    kinds: dict[str, Any] = {"roles": Role, "depts": Org, "groups": UserGroup, "people": SysUser}
    given = {
        name: ",".join(db.scalars(select(model.id).where(model.id.in_(row.actors)).order_by(model.id)))
        for name, model in kinds.items()
    }
    return record(row) | given | {"validfrom": None}


CARRIED = ("process", "step", "name", "used", "limit_days", "equclass", "seisort", "testsort", "actors", "source")


def _newest_rows(db: Session) -> list[FlowConf]:
    """The rows of the newest version, locked: of two savers the second one is told what the first made."""
    mine = select(FlowConf).where(FlowConf.process == PROCESS, FlowConf.conf_version == _newest)
    rows = list(db.scalars(mine.order_by(FlowConf.id).with_for_update()))
    now = db.scalar(select(func.max(FlowConf.conf_version)).where(FlowConf.process == PROCESS))
    if not rows or rows[0].conf_version != now:
        raise Stale("流程配置已有新版本，请刷新后再修改")
    return rows


def _mine(db: Session, me: User, row_id: str, rows: Sequence[FlowConf]) -> FlowConf:
    old = visible_or_refuse(db, me, FlowConf, row_id)
    if old not in rows:
        raise Stale("流程配置已有新版本，请刷新后再修改")
    return old


def _next_version(db: Session, rows: Sequence[FlowConf], begin: date | None, newest: FlowConf, what: str) -> None:
    """Add the rows as the version after that of `newest`, from the day on."""
    begin = begin or clock.today()
    if begin < clock.today():
        raise BadInput("生效日期：不得早于今天", field="validfrom")
    if newest.validfrom and begin < newest.validfrom:
        raise BadInput(
            f"生效日期：版本{newest.conf_version}自{newest.validfrom}起生效，不得早于它，或先撤回那一版本",
            field="validfrom",
        )
    number = newest.conf_version + 1
    for key, row in zip(sorted(new_id() for _ in rows), rows, strict=True):
        row.id, row.conf_version, row.validfrom = key, number, begin
    db.add_all(rows)
    security_event(db, "流程配置", f"{PROCESS} 版本{number}", what)
    bump(db, "flow")
    db.flush()


def _copied(row: FlowConf) -> FlowConf:
    return FlowConf(**{name: getattr(row, name) for name in CARRIED})


def _take(db: Session, row: FlowConf, sent: Input, others: Sequence[FlowConf]) -> None:
    """Write what was sent to a row, if it may stand beside the others."""
    row.used, row.limit_days, row.source = sent["used"], sent["limit_days"], sent["source"] or ""
    row.equclass = ",".join(sorted((sent["equclass"] or "").split(",")))
    row.seisort, row.testsort = sent["seisort"] or "", sent["testsort"] or ""
    chosen = (sent[name] or "" for name in ("roles", "depts", "groups", "people"))
    row.actors = sorted({key for part in chosen for key in part.split(",") if key})
    if row.testsort and row.seisort and KIND_OF.get(row.testsort) != row.seisort:
        raise BadInput("检验类型：不属于所选的检验类别", field="testsort")
    if not row.used and row.step not in optional_steps():
        raise Refused(f"{row.name}是必经环节，不能停用")
    if any(_same(row, one) for one in others if one.step == row.step):
        raise Refused(f"{row.name}已有适用范围相同的一行，请编辑那一行")
    if row.actors:
        _refuse_idle(db, row)


def _same(one: FlowConf, other: FlowConf) -> bool:
    """Whether two rows of a step are for the same, so that neither says more."""
    if (one.seisort, one.testsort) != (other.seisort, other.testsort):
        return False
    mine, theirs = set(one.equclass.split(",")), set(other.equclass.split(","))
    return bool(mine & theirs)


def _refuse_idle(db: Session, row: FlowConf) -> None:
    """A step is given only to those who have its permission."""
    if row.step in FREE or _right_of(row.step) is None:
        raise Refused(f"{row.name}不能指定办理人")
    reached = _reached(db, row.step)
    if idle := [key for key in row.actors if key not in reached]:
        names = "、".join(db.scalars(select(_named.c.name).where(_named.c.id.in_(idle)).order_by(_named.c.name)))
        raise Refused(f"{names}没有办理{row.name}的权限，不能指定")


def _right_of(step: str) -> str | None:
    """The permission by which a step is handled."""
    move = next((m for x in ALL.values() if step in x.by_code and (m := x.forward_of(step))), None)
    return move.may if move else None


def _reached(db: Session, step: str) -> set[str]:
    """The keys that name somebody who may handle a step: accounts, departments, roles with the right, groups."""
    able = select(SysUser, Role.id).join(Role, Role.id == func.any(SysUser.role_ids))
    able = able.where(SysUser.enabled, Role.permissions.contains([_right_of(step)]))
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


def save(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """The newest version with one row changed, as the next one."""
    rows = _newest_rows(db)
    old = _mine(db, me, sent.id, rows)
    copies = [_copied(one) for one in rows]
    changed = copies[rows.index(old)]
    _take(db, changed, sent, [one for one in copies if one is not changed])
    if old.rank == EVERYTHING and changed.rank != EVERYTHING:
        raise Refused(f"{old.name}须保留适用全部的一行，请用“复制”新增")
    _next_version(db, copies, sent["validfrom"], rows[0], old.name)
    return record(changed)


def add_row(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """The newest version with one row more, as the next one; new rows stand behind the others of their step."""
    rows = _newest_rows(db)
    copies = [_copied(one) for one in rows]
    beside = [n for n, one in enumerate(copies) if one.step == sent["step"]]
    made = FlowConf(process=PROCESS, step=sent["step"], name=STEPS[sent["step"]])
    _take(db, made, sent, copies)
    copies.insert(beside[-1] + 1 if beside else len(copies), made)
    _next_version(db, copies, sent["validfrom"], rows[0], f"{made.name}（新增）")
    return record(made)


def end(db: Session, me: User, sent: Input) -> None:
    """The newest version without one row, as the next one."""
    rows = _newest_rows(db)
    old = _mine(db, me, sent.id, rows)
    if old.rank == EVERYTHING:
        raise Refused(f"{old.name}适用全部的一行不能终止，可以编辑")
    left = [_copied(one) for one in rows if one is not old]
    _next_version(db, left, sent["validfrom"], rows[0], f"{old.name}（终止）")


def take_back(db: Session, me: User, row_id: str) -> None:
    """Drop the newest version before it comes into force: nothing was begun with it."""
    rows = _newest_rows(db)
    old = _mine(db, me, row_id, rows)
    if old.validfrom is None or old.validfrom <= clock.today():
        raise Refused(f"版本{old.conf_version}已生效，不能撤回")
    for one in rows:
        db.delete(one)
    security_event(db, "流程配置", f"{PROCESS} 版本{old.conf_version}", "撤回未生效版本")
    bump(db, "flow")
