"""Entering a device for its first registration: the archive's own form, kept until the authority has judged it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.process.steps import place_of
from tejian.kit.records.crud import held, named_beside
from tejian.registration.models.first import BACK, BY_INSPECTOR, BY_UNIT, DRAFT, OPEN, FirstRegistration
from tejian.system.models.organisations import Org

from .forms import NOT_ASKED, FirstForm, shown
from .judging import UNITS, judged, offered, stated
from .process import FIRST


class FirstBegun(TypedDict):
    """What the page of an entry begins with; `classes` are those that may be entered."""

    id: str
    version: int | None
    equclass: str
    heading: str
    classes: list[Option]
    start: dict[str, Any]


def mine(me: User, row: FirstRegistration) -> bool:
    """Whether somebody may change it: any account of the unit that entered it, else who entered it."""
    return (row.source == BY_UNIT and row.useorgsysid == me.unit_id) if me.unit_id else row.createby == me.id


def _refuse_other(me: User, row: FirstRegistration, what: str) -> None:
    if not mine(me, row):
        raise Refused("首检登记由录入人修改")
    if row.step not in OPEN:
        raise Refused(f"{place_of(row)}，{what}")


def begin(db: Session, me: User, key: str) -> FirstBegun:
    """A known entry, or an empty one; a unit enters what it uses itself."""
    classes: list[Option] = [{"value": code, "label": name} for code, name in offered(me).items()]
    if not key:
        unit = _unit(db, me.unit_id) if me.unit_id else None
        start = {"useorgsysid": unit.id, "useorgsysidName": unit.name, "cheorg": _usual(db, unit)} if unit else {}
        return {"id": "", "version": None, "equclass": "", "heading": "", "classes": classes, "start": start}
    row = visible_or_refuse(db, me, FirstRegistration, key)
    device = stated(row)
    words = named_beside(db, me, FirstRegistration, shown(row.equclass, row.equclacode).fields, device)
    start = device | words | {"cheorg": row.cheorg}
    head = row.firstno or "草稿"
    return {
        "id": row.id,
        "version": row.version,
        "equclass": row.equclass,
        "heading": f"{head} {row.equname}",
        "classes": classes,
        "start": start,
    }


def _unit(db: Session, key: str) -> Unit:
    return db.scalars(select(Unit).where(Unit.id == key)).one()


def _usual(db: Session, unit: Unit) -> str:
    """The institute of the other devices of a unit; '' when it has none yet."""
    known = select(E.cheorgsysid).where(E.useorgsysid == unit.id, E.equDel == 0, E.cheorgsysid != "")
    return db.scalar(known.order_by(E.createtime.desc()).limit(1)) or ""


def institutes(db: Session) -> list[Option]:
    """The inspection institutes that a unit may name."""
    query = select(Org).where(Org.kind == "institute", Org.enabled).order_by(Org.sort, Org.code)
    return [{"value": one.id, "label": one.name} for one in db.scalars(query)]


def save(db: Session, me: User, form: FirstForm) -> FirstRegistration:
    """Keep an entry that the archive would take as it is. Refuses what its form refuses, and one that waits."""
    row = held(db, me, FirstRegistration, form) if form.id else _new(me, form)
    if form.id:
        _refuse_other(me, row, "不能再修改")
    sent = {**stated(row), **{k: v for k, v in form.fields.items() if k not in (*NOT_ASKED, "cheorg")}}
    if me.unit_id:
        sent["useorgsysid"] = me.unit_id
        row.cheorg = form.cheorg or row.cheorg
    if row.cheorg not in {one["value"] for one in institutes(db)}:
        raise BadInput("检验机构：请从选项中选择", field="cheorg")
    values = judged(db, me, row, sent)
    for name in UNITS:
        if values.get(name):
            _refuse_unknown(db, me, name, values[name])
    _keep(db, row, values)
    db.add(row)
    db.flush()
    return row


def _new(me: User, form: FirstForm) -> FirstRegistration:
    equclass = form.equclass or form.equclacode[:1] + "000"
    if equclass not in offered(me):
        raise BadInput("设备种类：请从选项中选择", field="equclass")
    source = BY_UNIT if me.unit_id else BY_INSPECTOR
    row = FirstRegistration(equclass=equclass, source=source, createby=me.id, device={}, cheorg=me.org_id)
    return row


def _refuse_unknown(db: Session, me: User, name: str, key: str) -> None:
    """A unit may name itself, makers and maintainers; staff any living unit."""
    fits = (Unit.id == key) & Unit.enabled
    unit = db.scalars(select(Unit).where(fits, Unit.unitDel == 0)).first()
    known = unit is not None and (not me.unit_id or key == me.unit_id or unit.ismaker or unit.ismaintain)
    if not known:
        raise NoPermission


def _keep(db: Session, row: FirstRegistration, values: dict[str, Any]) -> None:
    told = {name: plain(value) for name, value in values.items() if value not in (None, "")}
    row.device = {name: value for name, value in told.items() if name not in UNITS}
    for name in ("equclacode", "equname", "prono", "areacode", "useplace", *UNITS):
        setattr(row, name, told.get(name) or "")
    row.useorgname = _unit(db, row.useorgsysid).name
    authority = authority_of(db, row.areacode)
    row.regorg = (authority.org_id or authority.id) if authority else ""
    if not row.step:
        FIRST.put(db, row, DRAFT)


def remove(db: Session, me: User, keys: list[str]) -> None:
    """Take away what was never handed in, or was returned: by who entered it."""
    for row in many_visible_or_refuse(db, me, FirstRegistration, keys, lock=True):
        _refuse_other(me, row, "不能删除")
        db.delete(row)


def remove_returned(db: Session, me: User, keys: list[str]) -> None:
    """firstRegister:audit:delete: the authority takes away what it returned and nobody mends."""
    for row in many_visible_or_refuse(db, me, FirstRegistration, keys, lock=True):
        if row.step != BACK:
            raise Refused(f"{place_of(row)}，只能删除已退回的首检登记")
        db.delete(row)
