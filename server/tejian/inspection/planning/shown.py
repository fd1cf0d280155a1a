"""A plan as its page shows it."""

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.inspection import permissions as p
from tejian.inspection.absence.api import leaves
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.planning import FAILED, READY, STATES, PlanLine, PlanProposal
from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped
from tejian.system.organisations import api as calendar

from .reading import colleagues, degrees_of, origin_of, station_name
from .written import lines_of


class PlanItem(TypedDict):
    """An item in a plan; without `plandate` it is not planned, and `why` says what would let it in."""

    id: str
    item: str
    seisn: str
    equname: str
    unitname: str
    useplace: str
    duedate: str | None
    site: str
    minutes: int
    basis: str
    lng: float | None
    lat: float | None
    plandate: str | None
    scinspector: str
    coinspector: str
    boxno: str
    timeslot: str
    place: int
    metres: int
    locked: bool
    late: bool
    why: str


class PlanPerson(TypedDict):
    """Somebody of the station; `away` says on which days he is not there, and why."""

    id: str
    name: str
    away: dict[str, str]


class PlanFigures(TypedDict):
    metres: int
    planned: int
    over: int
    early: int
    load: int
    spread: int


class PlanCompared(TypedDict):
    """The plan as it was solved, beside first come, first fitted in."""

    plan: PlanFigures
    simple: PlanFigures


class PlanPage(TypedDict):
    id: str
    version: int
    station: str
    first: str
    last: str
    days: list[str]
    state: str
    stateName: str
    percent: int
    message: str
    ended: datetime | None
    undo: str
    changeable: bool
    acceptable: bool
    compared: PlanCompared | None
    origin: list[float] | None  # where the days begin, in degrees
    tiles: str  # pictures below a map, where the installation has some
    people: list[PlanPerson]
    lines: list[PlanItem]


def page(db: Session, me: User, form: OneId) -> PlanPage:
    """A plan with its lines, the people of the station and what may be done with it."""
    plan = visible_or_refuse(db, me, PlanProposal, form.id)
    span = [date.fromordinal(n) for n in range(plan.first.toordinal(), plan.last.toordinal() + 1)]
    ready = plan.state == READY
    return shaped(
        PlanPage,
        plan,
        station=station_name(db, plan.dept_id),
        days=[plain(one) for one in span if calendar.is_working(db, one)],
        stateName=STATES[plan.state],
        undo=plan.undo[-1]["what"] if ready and plan.undo else "",
        changeable=plan.state in (READY, FAILED),
        acceptable=ready and me.may(p.ARRANGE) and plan.planned > 0,
        compared=plan.compared or None,
        origin=list(origin) if (origin := origin_of(plan)) else None,
        tiles=settings.current().map_tiles,
        people=_people(db, me, plan),
        lines=_items(db, lines_of(db, plan), origin_of(plan)),
    )


def _items(db: Session, lines: Sequence[PlanLine], origin: tuple[float, float] | None) -> list[PlanItem]:
    rows = {one.id: one for one in db.scalars(select(AppBuss).where(AppBuss.id.in_([x.appbuss_id for x in lines])))}
    out: list[PlanItem] = []
    for line in lines:
        row = rows[line.appbuss_id]
        told = {name: plain(getattr(row, name)) for name in ("seisn", "equname", "unitname", "useplace", "duedate")}
        late = bool(line.plandate and row.duedate and line.plandate > row.duedate)
        lng, lat = degrees_of(line.east, line.north, origin) if origin else (None, None)
        out.append(shaped(PlanItem, line, item=row.id, late=late, lng=lng, lat=lat, **told))
    return out


def _people(db: Session, me: User, plan: PlanProposal) -> list[PlanPerson]:
    users = colleagues(db, me, plan.dept_id)
    away: dict[str, dict[str, str]] = {one.id: {} for one in users}
    for one in leaves(db, list(away), plan.first, plan.last):
        for n in range(max(one.begins, plan.first).toordinal(), min(one.ends, plan.last).toordinal() + 1):
            away[one.user_id][str(date.fromordinal(n))] = one.word
    return [{"id": one.id, "name": one.name, "away": away[one.id]} for one in users]
