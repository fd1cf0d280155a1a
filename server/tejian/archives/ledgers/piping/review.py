"""Review of changes to registered piping: a request keeps old and new per field; agreeing applies it, or refuses it
when the record has changed since.
"""

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import Deferred, DeviceForm, fields_of, flat, put
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import WAITING, PipeChange, Pipeline
from tejian.archives.permissions import PIPE_APPLY, PIPE_CHECK, equipment_code
from tejian.kit.database.db import check_version, visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped
from tejian.messages.api import tell

from . import rules
from .forms import LINE_FORM
from .service import ProjectHead, insert_line, plainly, project_head, project_of, settle_project

ACTIONS = {"add": "新增", "edit": "修改", "del": "删除"}
STATES = {WAITING: "待审核", "1": "已同意", "2": "已拒绝"}
TONES = {WAITING: "ca", "1": "go", "2": "ok"}
KINDS = {"project": "工程（装置）", "line": "管线"}
HIDDEN = {"id", "lineid", "equdatasysid", "version", "createby", "createtime", "updateby", "updatetime"}


class ChangedField(TypedDict):
    """A field of the record; `moved`: it holds another value now than when the change was asked for."""

    prop: str
    label: str
    group: str
    unit: str
    changed: bool
    moved: bool
    old: Any
    new: Any


class ChangeRow(TypedDict):
    id: str
    kind: Literal["project", "line"]
    kindName: str
    action: Literal["add", "edit", "del"]
    actionName: str
    state: Literal["0", "1", "2"]
    stateName: str
    tone: str
    title: str
    reason: str
    applyname: str
    applytime: str
    checkname: str
    checktime: str | None
    opinion: str


class ChangeDetail(ChangeRow):
    lineid: str
    project: ProjectHead
    fields: list[ChangedField]


def defer(
    db: Session,
    me: User,
    project: Equipment,
    line: Pipeline | None,
    action: str,
    changes: Mapping[str, list[Any]],
    reason: str,
) -> Deferred:
    """Keep a change of a line for the review. Refuses a second one for the same line."""
    fields = {k: v for k, v in changes.items() if k not in HIDDEN}
    if not fields:
        raise Refused("没有修改任何内容")
    number = fields["pipeno"][1] if action == "add" else line.pipeno if line else ""
    if line is not None:
        _none_waiting(db, PipeChange.lineid == line.id, f"管线 {number} 已有待审核的修改")
    else:
        _none_waiting(
            db,
            (PipeChange.equdatasysid == project.id) & (PipeChange.action == "add") & (PipeChange.title == number),
            f"管线 {number} 的新增已在待审核",
        )
    return _keep(db, me, project, "line", line.id if line else "", action, number, fields, reason)


def defer_project(db: Session, me: User, row: Equipment, form: DeviceForm) -> Deferred | None:
    """The hook of the equipment form: a registered project is changed at once only by who may review."""
    if row.equclass != codes.PIPING or row.regstatus != codes.REGISTERED or me.may(PIPE_CHECK):
        return None
    if not (me.may(PIPE_APPLY) or me.may(equipment_code(codes.PIPING, "save"))):
        raise NoPermission(needed=equipment_code(codes.PIPING, "save"))
    check_version(row, form.version)
    changes = rules.differences(equipment.current(row), plainly(equipment.proposed(db, me, row, form.fields)))
    if not changes:
        raise Refused("没有修改任何内容")
    _none_waiting(db, (PipeChange.equdatasysid == row.id) & (PipeChange.kind == "project"), "该装置已有待审核的修改")
    name = project_head(row)["projname"]
    return _keep(db, me, row, "project", "", "edit", name, changes, form.changereason)


def _none_waiting(db: Session, where: Any, sentence: str) -> None:
    if db.scalar(select(PipeChange.id).where(PipeChange.state == WAITING, where).limit(1)):
        raise Refused(sentence)


def _keep(
    db: Session,
    me: User,
    project: Equipment,
    kind: str,
    line_id: str,
    action: str,
    title: str,
    changes: Mapping[str, list[Any]],
    reason: str,
) -> Deferred:
    row = PipeChange(
        kind=kind,
        action=action,
        equdatasysid=project.id,
        lineid=line_id,
        title=title[:200],
        changes=dict(changes),
        reason=reason,
        state=WAITING,
        applyname=me.name,
        applytime=clock.now(),
    )
    db.add(row)
    db.flush()
    return {"pending": True, "changeId": row.id, "equdatasysid": project.id}


def waiting_change(db: Session, me: User, key: str) -> PipeChange:
    row = visible_or_refuse(db, me, PipeChange, key, lock=True)
    if row.state != WAITING:
        raise Refused(f"该修改{STATES[row.state]}，不能再审核")
    return row


def agree(db: Session, me: User, key: str, opinion: str) -> dict[str, Any]:
    """checkAgree: apply a change exactly as it was asked for; refused when the record changed meanwhile."""
    first = visible_or_refuse(db, me, PipeChange, key)
    project = project_of(db, me, first.equdatasysid, lock=True)
    row = waiting_change(db, me, key)
    line = visible_or_refuse(db, me, Pipeline, row.lineid, lock=True) if row.lineid else None
    now = flat(line) if line is not None else equipment.current(project) if row.kind == "project" else {}
    labels = labels_of(row, project)
    moved = [labels.get(n, (n, "", ""))[0] for n, (old, _new) in row.changes.items() if not rules.same(now.get(n), old)]
    if moved:
        raise Refused(f"申请提交后档案已被修改（{'、'.join(moved[:5])}），请拒绝后由申请人重新提交")
    sent = {n: " " if new is None else new for n, (_old, new) in row.changes.items()}
    if row.kind == "project":
        equipment.store(db, me, project, sent)
        settle_project(db, project)
    elif row.action == "add":
        taken = select(Pipeline.id).where(Pipeline.equdatasysid == project.id, Pipeline.pipeno == row.title)
        if db.scalar(taken):
            raise Refused(f"管道编号 {row.title} 在本装置内已有")
        row.lineid = insert_line(db, project, LINE_FORM.read(db, me, sent)).id
    elif line is not None and row.action == "del":
        db.delete(line)
        settle_project(db, project)
    elif line is not None:
        put(line, LINE_FORM.read(db, me, sent, partial=True))
        settle_project(db, project)
    return _decide(db, me, row, "1", opinion)


def refuse(db: Session, me: User, key: str, reason: str) -> dict[str, Any]:
    """checkRefuse: keep the record as it is, with the reason."""
    row = waiting_change(db, me, key)
    if not reason.strip():
        raise BadInput("拒绝原因：必填", field="opinion")
    return _decide(db, me, row, "2", reason)


def _decide(db: Session, me: User, row: PipeChange, state: str, opinion: str) -> dict[str, Any]:
    row.state, row.checkname, row.checktime = state, me.name, clock.now()
    row.opinion = opinion.strip()[:500]
    page = "lineModifyCheckDetail" if row.kind == "line" else "pipeModifyCheckDetail"
    text = f"{row.title} 的{ACTIONS[row.action]}{STATES[state]}" + (f"：{row.opinion}" if row.opinion else "")
    tell(db, [row.createby], "管道修改审核", text, route=f"/bsArchives/equipment/{page}?id={row.id}")
    db.flush()
    return {"id": row.id, "state": state, "stateName": STATES[state]}


def labels_of(row: PipeChange, project: Equipment) -> dict[str, tuple[str, str, str]]:
    """Field → (label, dictionary, group) of what a change is about."""
    found = fields_of("8000GX", "8000GX") if row.kind == "line" else fields_of("8000", project.equclacode)
    return {f.name: (f.label, "AREA" if f.type == "area" else f.dict, f.group) for f in found.values()}


def detail(db: Session, me: User, key: str, groups: tuple[str, ...] = (), *, without: bool = False) -> ChangeDetail:
    """A change with its record: every field of the record, old and new where they differ.

    `groups` keeps the fields of these groups only (or all the others, `without`).
    """
    row = visible_or_refuse(db, me, PipeChange, key)
    project = project_of(db, me, row.equdatasysid)
    line = db.scalars(select(Pipeline).where(Pipeline.id == row.lineid)).first() if row.lineid else None
    now = flat(line) if line is not None else equipment.current(project) if row.kind == "project" else {}
    words = dictionary.words(db, me.dict_version)
    fields: list[ChangedField] = []
    fields_by_name = fields_of("8000GX", "8000GX") if row.kind == "line" else fields_of("8000", project.equclacode)
    for f in fields_by_name.values():
        changed = f.name in row.changes
        if f.name in HIDDEN or (groups and (f.group in groups) == without):
            continue
        old, new = row.changes.get(f.name, [now.get(f.name)] * 2)
        if not changed and old in (None, ""):
            continue
        known = words.get("AREA" if f.type == "area" else f.dict, {})
        fields.append(
            {
                "prop": f.name,
                "label": f.label,
                "group": f.group,
                "unit": f.unit,
                "changed": changed,
                "moved": changed and row.state == WAITING and not rules.same(now.get(f.name), old),
                "old": known.get(str(old), old),
                "new": known.get(str(new), new),
            }
        )
    lineid = row.lineid if line is not None else ""
    return {**_row(row), "lineid": lineid, "project": project_head(project), "fields": fields}


def _row(row: PipeChange) -> ChangeRow:
    names = {"kindName": KINDS[row.kind], "actionName": ACTIONS[row.action], "stateName": STATES[row.state]}
    return shaped(ChangeRow, row, tone=TONES[row.state], **names)


def of_project(db: Session, me: User, project_id: str) -> list[ChangeRow]:
    """getUpdateList: every change of a project and its lines that was asked for, newest first."""
    project = project_of(db, me, project_id)
    query = select(PipeChange).where(PipeChange.equdatasysid == project.id)
    return [_row(r) for r in db.scalars(query.order_by(PipeChange.applytime.desc()).limit(200))]
