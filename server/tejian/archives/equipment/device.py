"""A device as its page shows it: on any day in two readings, with the devices merged into it, and its life in order."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.models.changes import StateChange
from tejian.archives.models.equipment import Equipment, Lacking
from tejian.archives.models.merging import GONE, MERGED, Trace
from tejian.archives.models.units import Unit
from tejian.kit.catalogue.screens import require_screen
from tejian.kit.database import audit
from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.phones import hide
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, NoPermission
from tejian.kit.ground.user import User
from tejian.system.desk.api import HistoryEntry, record_entries
from tejian.system.rules import api as rulestore
from tejian.system.settings import api as params

from . import service as equipment
from .explained import NextExplained
from .fields import dict_of, fields_of
from .stops import lasted, long_stop

HEAD_WORDS = {"equclacode": "C602", "equstatus": "C637", "insresult": "C605", "regstatus": "C636", "equclass": "C601"}
HIDDEN = {"equdatasysid", "equDel", "mergedtoid", "createby", "createtime", "updatetime", "chedeptid"}
CONTRACT = ("maiorgname", "maiorgancode", "maipernum", "maipri", "maitel", "maimode", "lastmaidate", "nextmaidate")


class DeviceHead(TypedDict):
    """Who a device is and when it is due, read from its fields by these names."""

    equname: str
    equcode: str
    usecertno: str
    equclass: str
    equclassName: str
    equclacode: str
    equclacodeName: str
    useplace: str
    useorgname: str
    useorgsysid: str
    equstatus: str
    equstatusName: str
    regstatus: str
    regstatusName: str
    ele96333code: str | None
    insresult: str
    insresultName: str
    failed: bool
    inspdate: str | None
    insreportno: str
    ninspdate: str | None
    ninspdate2: str | None
    ndetdate: str | None
    nextbraketestdate: str | None
    nwaterdate: str | None
    nextloadtestdate: str | None
    maiorgname: str
    maiorgsysid: str
    regdate: str | None
    insinspdate: str | None
    prodate: str | None
    usestartdate: str | None
    unqualcode: str
    stopdate: str | None
    logoutdate: str | None
    overdue: bool
    days: int | None
    second: str
    secondlate: bool


class UnitField(TypedDict):
    prop: str
    label: str
    value: Any
    shown: Any


class DeviceField(UnitField):
    unit: str
    type: str


class DeviceGroup(TypedDict):
    title: str
    fields: list[DeviceField]


class Merged(TypedDict):
    traceId: str
    id: str
    code: str
    name: str
    at: datetime
    by: str


class DeviceDetail(TypedDict):
    """A device: `asOfNote` is what the answer for another day rests on, `controlled` what only a correction changes."""

    id: str
    version: int
    asOf: str | None
    asOfNote: str
    head: DeviceHead
    groups: list[DeviceGroup]
    explain: NextExplained | None
    notes: list[str]
    inspections: list[equipment.Inspection]
    locked: bool
    controlled: list[str]
    units: dict[str, str | None]
    merged: list[Merged]
    lacking: list[Lacking]


class UnitAsOf(TypedDict):
    id: str
    asOf: str | None
    asOfNote: str
    fields: list[UnitField]


class Ancestor(TypedDict):
    """An archive that was merged into this one."""

    id: str
    code: str
    name: str
    at: datetime
    by: str
    reason: str
    moves: Any
    history: list[HistoryEntry]


class Term(TypedDict):
    prop: str
    label: str
    value: Any


class MaintenanceTerms(TypedDict):
    contract: list[Term]


def readable(db: Session, me: User, row_id: str) -> Equipment:
    """The device if the user may see it; the other side of a move may, too, until the time agreed for it is over."""
    try:
        return visible_or_refuse(db, me, Equipment, row_id)
    except NoPermission:
        shared = select(StateChange.id).where(
            StateChange.equdatasysid == row_id, StateChange.shareduntil >= clock.today(), StateChange.visible(me)
        )
        device = db.scalars(select(Equipment).where(Equipment.id == row_id, Equipment.equDel == 0)).first()
        if device is None or me.unit_id or db.scalar(shared.limit(1)) is None:
            raise
        return device


def detail(db: Session, me: User, row_id: str, on: str = "", known: bool = True) -> DeviceDetail:
    """A device with all its fields by group, why its next date is what it is, and its inspections.

    `on` (yyyy-MM-dd) shows another day: with `known` what the archive said at the end of that day, without it what was
    really so on that day, with all that is known today.
    """
    row = readable(db, me, row_id)
    values = {**row.params, **{c: plain(getattr(row, c)) for c in _columns(row)}}
    note = ""
    if on:
        values, note = audit.on_day(db, row, on, known, born=_born(values), what="台设备")
    values = hide(Equipment, values)
    words = dictionary.words(db, me.dict_version)
    explain: Any = row.nextexplain or (None if on else equipment.explain(db, row))
    return {
        "id": row.id,
        "version": row.version,
        "asOf": on or None,
        "asOfNote": note,
        "head": _head(values, words, date.fromisoformat(on) if on else clock.today()),
        "groups": _groups(row, values, words),
        "explain": explain,
        "notes": _notes(db, row) if not on else [],
        "inspections": equipment.inspections(db, me, row.id),
        "locked": row.regstatus == codes.REGISTERED,
        "controlled": [r["field"] for r in rulestore.rows(db, "controlled_fields") if r["entity"] == "equipment"],
        "units": {k: values.get(k) for k in equipment.UNITS},
        "lacking": row.lacking or [],
        "merged": [
            {"traceId": t.id, "id": t.object_id, "code": t.code, "name": t.name, "at": t.createtime, "by": t.by_name}
            for t in merged_into(db, row)
        ],
    }


def _groups(row: Equipment, values: Mapping[str, Any], words: dictionary.Words) -> list[DeviceGroup]:
    """The fields of its kind in their groups, codes in words."""
    groups: dict[str, list[DeviceField]] = {}
    for f in fields_of(row.equclass, row.equclacode).values():
        if f.name in HIDDEN or f.name.endswith("sysid"):
            continue
        value = values.get(f.name)
        shown = words.get(dict_of(f), {}).get(str(value), value)
        if isinstance(value, bool):
            shown = "是" if value else "否"
        groups.setdefault(f.group, []).append(
            {"prop": f.name, "label": f.label, "value": value, "shown": shown, "unit": f.unit, "type": f.type}
        )
    return [{"title": title, "fields": fields} for title, fields in groups.items()]


def _head(values: Mapping[str, Any], words: dictionary.Words, day: date) -> DeviceHead:
    """What is read first, and on that day: how long until it is due, and whether it is too late."""
    due = date.fromisoformat(values["ninspdate"]) if values.get("ninspdate") else None
    judged: dict[str, Any] = {
        f"{k}Name": words.get(d, {}).get(str(values.get(k, "")), "") for k, d in HEAD_WORDS.items()
    }
    judged["overdue"] = bool(due and due < day and values["equstatus"] in codes.RUNNING and not values["inspecting"])
    judged["days"] = (due - day).days if due else None
    name, judged["second"] = codes.SECOND_DATES.get(values["equclass"], ("ninspdate2", "下次年度检验"))
    other = date.fromisoformat(values[name]) if values.get(name) else None
    running = values["equstatus"] in codes.RUNNING and not values["inspecting"]
    judged["secondlate"] = bool(other and other < day and running)
    judged["failed"] = values.get("insresult") in words.get("C606", {})
    head: Any = {k: judged[k] if k in judged else values.get(k) for k in DeviceHead.__annotations__}
    return head


def _notes(db: Session, row: Equipment) -> list[str]:
    """What the state of a device asks of its user: a stop that has become long (K4 of the supervision rules)."""
    stopped = row.params.get("stopdate") if row.equstatus == codes.STOPPED else None
    if not stopped:
        return []
    day, said = date.fromisoformat(stopped), long_stop(db)
    full = lasted(day, clock.today()) >= params.number(db, "archives.stop.notice_months", 12)
    return [f"{stopped}起停用。{said}"] if full else []


def _columns(row: Any) -> list[str]:
    skip = {"params", "nextexplain", "searchtext", "id"}
    return [c.key for c in row.__mapper__.column_attrs if c.key not in skip]


def _born(values: Mapping[str, Any]) -> date | None:
    found = values.get("prodate") or values.get("usestartdate")
    return date.fromisoformat(found) if found else None


def unit_as_of(db: Session, me: User, unit_id: str, on: str, known: bool) -> UnitAsOf:
    """A unit on another day, field by field with labels and words."""
    row = visible_or_refuse(db, me, Unit, unit_id)
    values, note = audit.on_day(db, row, on, known, born=None, what="个单位") if on else (audit.present(row), "")
    values = hide(Unit, values)
    words = dictionary.words(db, me.dict_version)
    lines: list[UnitField] = []
    for column in Unit.__table__.columns:
        label = column.info.get("label")
        if not label or column.info.get("secret") or column.key in ("mergedtoid", "unitDel", *audit.QUIET):
            continue
        value = values.get(column.key)
        shown = words.get(column.info.get("dict", ""), {}).get(str(value), value)
        shown = {True: "是", False: "否"}.get(value, shown) if isinstance(value, bool) else shown
        lines.append({"prop": column.key, "label": label, "value": value, "shown": shown})
    return {"id": row.id, "asOf": on or None, "asOfNote": note, "fields": lines}


# -- lineage and life -----------------------------------------------------------------------------------------------


def merged_into(db: Session, row: Any) -> Sequence[Trace]:
    """The records merged into this one, those merged into them before included; newest first."""
    out: list[Trace] = []
    ids = [row.id]
    while ids:
        query = select(Trace).where(Trace.keptid.in_(ids), Trace.how == MERGED, Trace.state == GONE)
        found = list(db.scalars(query.order_by(Trace.createtime.desc())))
        out += found
        ids = [t.object_id for t in found]
    return out


def lineage(db: Session, me: User, entity: str, row_id: str) -> list[Ancestor]:
    """The histories of the records that were merged into this one, readable by whoever may see this one."""
    model = {"equipment": Equipment, "unit": Unit}.get(entity)
    if model is None:
        raise BadInput("档案类别不正确")
    require_screen(me, model)
    row = visible_or_refuse(db, me, model, row_id)
    return [
        {
            "id": t.object_id,
            "code": t.code,
            "name": t.name,
            "at": t.createtime,
            "by": t.by_name,
            "reason": t.reason,
            "moves": t.moves,
            "history": record_entries(db, me, entity, t.object_id),
        }
        for t in merged_into(db, row)
    ]


def maintenance(db: Session, me: User, row_id: str) -> MaintenanceTerms:
    """Who maintains a device under which contract."""
    row = readable(db, me, row_id)
    words = dictionary.words(db, me.dict_version)
    table = fields_of(row.equclass, row.equclacode)
    lines: list[Term] = []
    for name in CONTRACT:
        if f := table.get(name):
            value = plain(getattr(row, name)) if hasattr(Equipment, name) else row.params.get(name)
            lines.append({"label": f.label, "value": words.get(f.dict, {}).get(str(value), value), "prop": name})
    return {"contract": lines}
