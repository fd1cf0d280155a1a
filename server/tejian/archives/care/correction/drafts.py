"""Correction requests: what may be corrected on a record, saving a draft, reading one with the archive beside it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment.api import TECHNICAL
from tejian.archives.models.correction import DRAFT, Correction
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.flowlog import FlowLog, since_made
from tejian.kit.forms.form import Form, Version
from tejian.kit.forms.formview import Field as FormItem
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import FormField, Move, Option
from tejian.kit.ground.user import User
from tejian.kit.process.moves import offered
from tejian.kit.records.crud import held, shaped

from .kinds import KINDS, Kind, groups, kind_of, read_new, shown
from .process import AUDIT, CORRECTION, OPEN, STEP_NAMES, take_over

MOST_LINES = 20


class CorrectField(FormField):
    """An input with the present value of what it corrects."""

    group: str
    old: Any
    oldShown: str


class Correctable(TypedDict):
    """A record with the fields that may be corrected; `busy` says what stands in the way."""

    entity: str
    id: str
    title: str
    code: str
    fields: list[CorrectField]
    equclass: str
    busy: str


class Draft(TypedDict):
    id: str
    version: int
    step: str
    moves: list[Move]


class CorrectLine(TypedDict):
    """A field to correct; `nowShown` is what the archive says now, `moved` when that is no longer the old value."""

    field: str
    label: str
    old: Any
    new: Any
    oldShown: str
    newShown: str
    nowShown: str
    moved: bool


class CorrectLog(TypedDict):
    at: datetime
    userName: str
    label: str
    opinion: str


class CorrectionDetail(TypedDict):
    id: str
    version: int
    corrno: str
    entity: str
    entityName: str
    object_id: str
    title: str
    code: str
    equclass: str
    lines: list[CorrectLine]
    reason: str
    step: str
    stepName: str
    stepTone: str
    moves: list[Move]
    applicant: str
    submitted: str | None
    auditor: str
    audited_at: str | None
    opinion: str
    mine: bool
    reportno: str
    busy: str
    log: list[CorrectLog]


def kinds() -> list[Option]:
    """The kinds of archives as options."""
    return [{"value": k.entity, "label": k.label} for k in KINDS.values()]


def correctable(db: Session, me: User, entity: str, row_id: str) -> Correctable:
    """A record with the fields that may be corrected, each with its present value and how it is filled in."""
    kind = kind_of(entity)
    row = visible_or_refuse(db, me, kind.model, row_id)
    title, code = kind.title(row)
    grp = groups(db, entity)
    fields: list[CorrectField] = []
    for name, f in kind.fields(db, row).items():
        old = kind.read(row, name)
        text = shown(db, me.dict_version, kind, f, old)
        fields.append(
            {**f.config(), "required": False, "group": grp.get(name, TECHNICAL), "old": old, "oldShown": text}
        )
    return {
        "entity": entity,
        "id": row.id,
        "title": title,
        "code": code,
        "fields": fields,
        "equclass": getattr(row, "equclass", ""),
        "busy": kind.busy(db, row) or "",
    }


class CorrectionForm(Form):
    """A draft as it is sent: of which record (a new one), which fields become what, and why."""

    id: str = Field("", title="主键", max_length=32)
    version: Version = Field(None, title="版本")
    entity: str = Field("", title="更正对象", max_length=16)
    object_id: str = Field("", alias="objectId", title="更正对象", max_length=32)
    values: dict[str, Any] = Field({}, title="更正内容")
    reason: str = Field("", title="更正原因", max_length=500)


def save(db: Session, me: User, form: CorrectionForm) -> Draft:
    """Make or change a draft. The old values are read here, never taken from the sender."""
    known: Correction | None = None
    if form.id:
        known = held(db, me, Correction, form)
        if known.step not in OPEN or not CORRECTION.is_mine(db, me, known):
            raise Refused(f"{known.corrno or '该更正'}为{STEP_NAMES[known.step]}状态，不能修改")
    kind = kind_of(known.entity if known else form.entity)
    row = visible_or_refuse(db, me, kind.model, known.object_id if known else form.object_id)
    if not form.values:
        raise BadInput("请填写要更正的项目")
    if len(form.values) > MOST_LINES:
        raise BadInput(f"一次最多更正{MOST_LINES}个项目")
    if not form.reason:
        raise BadInput("更正原因：必填", field="reason")
    lines = _lines(db, me, kind, row, form.values)
    draft = known or Correction(entity=kind.entity, object_id=row.id, step=DRAFT, createby=me.id)
    draft.title, draft.code = kind.title(row)
    draft.equclass, draft.areacode = getattr(row, "equclass", ""), row.areacode if hasattr(row, "areacode") else ""
    draft.orgid = getattr(row, "cheorgsysid", "") or me.org_id or _institute_of(db, row.id)
    draft.unit_id = me.unit_id
    take_over(draft, me)
    state(draft, lines, form.reason)
    db.add(draft)
    db.flush()
    return {"id": draft.id, "version": draft.version, "step": draft.step, "moves": offered(CORRECTION, draft)}


def state(draft: Correction, lines: list[dict[str, Any]], reason: str) -> None:
    """What a draft asks for and why."""
    draft.lines, draft.reason = lines, reason
    draft.summary = "；".join(f"{x['label']}：{x['oldShown'] or '空'} → {x['newShown'] or '空'}" for x in lines)[:500]


def line_of(db: Session, edition: int, kind: Kind, field: FormItem, old: Any, new: Any) -> dict[str, Any]:
    """A line with its values also in words."""
    line = {"field": field.name, "label": field.label, "old": old, "new": new}
    words = {"oldShown": shown(db, edition, kind, field, old), "newShown": shown(db, edition, kind, field, new)}
    return line | words


def _institute_of(db: Session, unit_id: str) -> str:
    """The institute that inspects the devices of a unit: it audits what the unit itself asks for."""
    query = select(Equipment.cheorgsysid).where(Equipment.useorgsysid == unit_id, Equipment.equDel == 0)
    return db.scalar(query.limit(1)) or ""


def _lines(db: Session, me: User, kind: Kind, row: Any, sent: Mapping[str, Any]) -> list[dict[str, Any]]:
    fields = kind.fields(db, row)
    values = kind.judge(db, row, read_new(db, me, kind, row, sent))
    out = []
    for name, new in values.items():
        old = kind.read(row, name)
        if (plain(new) or "") == (old or ""):
            raise BadInput(f"{fields[name].label}：新值与原值相同", field=name)
        out.append(line_of(db, me.dict_version, kind, fields[name], old, plain(new)))
    return out


def detail(db: Session, me: User, row_id: str) -> CorrectionDetail:
    """A correction with its way so far, and what the archive says now beside each line."""
    row = visible_or_refuse(db, me, Correction, row_id)
    kind = kind_of(row.entity)
    subject = db.scalars(select(kind.model).where(kind.model.id == row.object_id)).first()
    fields = kind.fields(db, subject) if subject is not None else {}
    lines = []
    for line in row.lines:
        now = kind.read(subject, line["field"]) if line["field"] in fields else None
        word = shown(db, me.dict_version, kind, fields[line["field"]], now) if line["field"] in fields else ""
        moved = row.step in (*OPEN, AUDIT) and (now or "") != (line["old"] or "")
        lines.append({**line, "nowShown": word, "moved": moved})
    log = db.scalars(select(FlowLog).where(FlowLog.subject_id == row.id, since_made(row)).order_by(FlowLog.id))
    return shaped(
        CorrectionDetail,
        row,
        lines=lines,
        stepName=STEP_NAMES[row.step],
        stepTone=CORRECTION.tones[row.step],
        entityName=kind.label,
        mine=row.createby == me.id or (row.step in OPEN and CORRECTION.is_mine(db, me, row)),
        busy=(kind.busy(db, subject) or "") if subject is not None else "",
        moves=offered(CORRECTION, row),
        log=[
            {"at": one.at, "userName": one.user_name, "label": one.move_label, "opinion": one.opinion or one.reason}
            for one in log
        ],
    )


def takes_files(db: Session, me: User, row: Correction) -> None:
    """The proof of a correction can change until it is submitted, by its applicant."""
    if row.step not in OPEN or not CORRECTION.is_mine(db, me, row):
        raise Refused(f"{row.corrno or '该更正'}为{STEP_NAMES[row.step]}状态，不能变更附件")
