"""How an incident begins: six digits and a voice, or a terminal that says people are shut in. A second call joins."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.iot import CLOSED as SETTLED
from tejian.archives.models.iot import LiftEvent
from tejian.archives.models.maintenance import Maintenance
from tejian.kit.database.db import hold
from tejian.kit.database.numbering import number_new
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.doing import Doing
from tejian.kit.records.crud import Saved
from tejian.lifts.binding.api import bound_of
from tejian.lifts.filing.api import term
from tejian.lifts.models.binding import RescueStation
from tejian.lifts.models.rescue import BY_IOT, BY_PHONE, CALLED, CONTRACT, FIRE, SHUT_IN, RescueIncident

from .process import RESCUE, raise_to


def lift_of(db: Session, me: User, code: str) -> E:
    """The living lift of an emergency code that one sees; by an index."""
    alive = E.equDel == 0, E.equclass == codes.LIFT, E.equstatus.not_in(codes.OFF)
    found = db.scalars(select(E).where(E.ele96333code == code.strip(), *alive, E.visible(me))).first()
    if found is None:
        raise BadInput(f"应急识别码：没有识别码为{code}的电梯", field="code96333")
    return found


def _open_of(db: Session, lift: str) -> RescueIncident | None:
    C = RescueIncident
    return db.scalars(select(C).where(C.equdatasysid == lift, C.step.in_(SHUT_IN)).with_for_update()).first()


def _begin(db: Session, me: User, lift: E, way: str) -> RescueIncident:
    row = RescueIncident(equdatasysid=lift.id, equcode=lift.equcode, code96333=lift.ele96333code, way=way)
    row.useplace, row.areacode = lift.useplace, lift.areacode
    row.unitsysid, row.unitname = lift.useorgsysid, lift.useorgname
    bound = bound_of(db, lift.id)
    if bound is not None:
        row.maiorgsysid, row.maiorgname, row.station_id = bound.maiorgsysid, bound.maiorgname, bound.station_id
    row.level, row.calledat, row.createby, row.calls, row.people = CONTRACT, clock.now(), me.id, 1, 0
    RESCUE.put(db, row, CALLED)
    number_new(db, row)
    db.add(row)
    db.flush()
    RESCUE.log(Doing(db, me, row), "call", "接警", "", CALLED)
    return row


def call(db: Session, me: User, words: dict[str, Any]) -> Saved:
    """A call: a new incident, or one more call of the incident of the lift that is open."""
    lift = lift_of(db, me, words["code96333"])
    hold(db, f"rescue {lift.id}")
    row = _open_of(db, lift.id)
    if row is None:
        row = _begin(db, me, lift, BY_PHONE)
    else:
        row.calls += 1
        RESCUE.note(Doing(db, me, row), "call", "又一次来电", words.get("situation") or f"来电{row.calls}次")
    for name in ("people", "caller", "callertel", "floor", "situation"):
        if words.get(name):
            setattr(row, name, max(row.people, words[name]) if name == "people" else words[name])
    if (urgent := words.get("urgent")) and row.level != FIRE:
        row.urgent = urgent
        raise_to(db, row, FIRE, f"{urgent}，立即转三级")
    db.flush()
    return {"id": row.id, "version": row.version}


def from_events(db: Session, events: Sequence[LiftEvent]) -> None:
    """Terminals that say people are shut in: an incident each at once, one for a lift."""
    for event in sorted(events, key=lambda e: e.equdatasysid):
        lift = db.scalars(select(E).where(E.id == event.equdatasysid, E.equDel == 0)).first()
        if lift is None:
            continue
        hold(db, f"rescue {lift.id}")
        row = _open_of(db, lift.id)
        if row is None:
            row = _begin(db, SYSTEM, lift, BY_IOT)
            row.floor, row.situation = event.floor, event.value
        row.event_id = event.id


def urgent(db: Session) -> list[Option]:
    """What is sent to the fire service at once."""
    return [{"value": one, "label": one} for one in term(db, "立即三级").split(";")]


class Card(TypedDict):
    """What an operator sees after six digits."""

    equcode: str
    useplace: str
    unit: str
    maintainer: str
    station: str
    hotline: str
    visits: list[str]
    events: list[str]
    incident: str


def card(db: Session, me: User, code: str) -> Card:
    """The lift of a code: who is responsible, which station, the last visits, what its terminal says, what is open."""
    lift = lift_of(db, me, code)
    bound = bound_of(db, lift.id)
    station = db.scalars(select(RescueStation).where(RescueStation.id == (bound.station_id if bound else ""))).first()
    M, V, C = Maintenance, LiftEvent, RescueIncident
    visits = db.scalars(select(M).where(M.equdatasysid == lift.id).order_by(M.visitday.desc()).limit(3))
    events = db.scalars(select(V).where(V.equdatasysid == lift.id, V.state != SETTLED).order_by(V.at.desc()).limit(5))
    kinds = dictionary.words(db, me.dict_version).get("C750", {})
    number = db.scalar(select(C.orderno).where(C.equdatasysid == lift.id, C.step.in_(SHUT_IN), C.visible(me)))
    return {
        "equcode": lift.equcode,
        "useplace": lift.useplace,
        "unit": lift.useorgname,
        "maintainer": bound.maiorgname if bound else "",
        "station": station.name if station else "",
        "hotline": station.hotline if station else "",
        "visits": [f"{one.visitday} {one.persons}" for one in visits],
        "events": [f"{clock.minute(one.at)} {kinds.get(one.type, one.type)}" for one in events],
        "incident": number or "",
    }
