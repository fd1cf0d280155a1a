"""A maintenance unit with what its work is judged by: lifts, overdue visits, people, contracts, twelve months."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, exists, func, literal, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.equipment.api import CLASS_LISTS, SEARCH, STATE_TONES, late_mark
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.maintenance import Maintenance as M
from tejian.archives.models.persons import Person, holds
from tejian.archives.models.units import DetectionCapability, MaintContract, Unit
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, Search, add_list, col
from tejian.kit.records.crud import record
from tejian.system.permissions import EXPORT
from tejian.system.settings import api as params

MONTHS = 12
SOON = 3  # days
CONTRACTS = 200
HIDDEN = ("legalid", "legalman", "orgkind")
BY_FIELD = {one.name: one for one in SEARCH}
LIFT = "/bsArchives/equipment/elevatorForm?id={id}"


def _last(what: Any) -> Any:
    """Of the last visit to a lift that an interval counts for."""
    visits = select(what).where(M.equdatasysid == E.id, M.limitdays.is_not(None))
    return visits.order_by(M.visitday.desc()).limit(1).correlate(E).scalar_subquery()


def _visited(*where: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(M.equdatasysid == E.id, M.limitdays.is_not(None), *where).correlate(E)


def is_visited_soon() -> ColumnElement[bool]:
    """A lift in use whose interval ends today or within the next days."""
    today = func.current_date()
    known = _visited(M.visitday >= today - M.limitdays)
    rest = _visited(M.visitday > today - M.limitdays + SOON)
    return and_(E.equstatus.in_(codes.RUNNING), known, ~rest)


def is_of_a_soon_ending_interval() -> ColumnElement[bool]:
    """What of `is_visited_soon` an index answers: one of the visits has an interval that ends so."""
    today = clock.today()
    ends = M.visitday + M.limitdays
    soon = select(M.equdatasysid).where(M.limitdays.is_not(None), ends >= today, ends <= today + timedelta(days=SOON))
    return E.id.in_(soon)


def is_unvisited() -> ColumnElement[bool]:
    """A lift in use whose last visit is longer ago than its interval allows."""
    in_time = _visited(M.visitday >= func.current_date() - M.limitdays)
    return and_(E.equstatus.in_(codes.RUNNING), _visited(), ~in_time)


lift_list = add_list(
    replace(
        CLASS_LISTS[codes.LIFT],
        no="maintenance_lift_list",
        title="在保电梯",
        permission=p.MAINTENANCE_QUERY,
        export_permission=EXPORT,
        url="/api/maintenance/findLiftList",
        late="isLate",
        due=["since"],
        columns=[
            col(E.equcode, 164, type="code", fixed="left", link=LIFT),
            Col("useplace", "使用地点", E.useplace, 200),
            Col("useorgname", "使用单位", E.useorgname, 180),
            col(E.equstatus, 76, label="使用状态", type="state", tones=STATE_TONES),
            Col("lastvisit", "上次维保", _last(M.visitday), 96, "date", sortable=False),
            Col("since", "距今(天)", func.current_date() - _last(M.visitday), 76, "number", sortable=False),
            Col("limit", "规定(天)", _last(M.limitdays), 76, "number", sortable=False),
            Col(
                "visits",
                "维保",
                case((is_unvisited(), literal("1")), (_visited(), literal("0")), else_=literal("2")),
                76,
                "state",
                words={"0": "按期", "1": "超期", "2": "无记录"},
                tones={"0": "go", "1": "no", "2": "ok"},
                sortable=False,
            ),
            Col("persons", "维保人员", _last(M.persons), 110, sortable=False),
            col(E.ninspdate, 96, label="下次检验"),
            col(E.ndetdate, 96, label="下次检测"),
            Col("ele96333code", "应急识别码", E.ele96333code, 90, "code", shown=False),
            Col("isLate", "", case((is_unvisited(), literal("1")), else_=literal("0")), sortable=False),
            Col("isNinspdateOverdue", "", late_mark(), sortable=False),
        ],
        search=[
            *(BY_FIELD[n] for n in ("codes", "useorgname")),
            Search("unvisited", "只看维保超期", lambda v: is_unvisited(), widget="checkbox", quick=True),
            Search(
                "visitsoon",
                "3日内应维保",
                lambda v: is_visited_soon(),
                widget="checkbox",
                quick=True,
                facet=lambda v: is_of_a_soon_ending_interval(),
            ),
            *(BY_FIELD[n] for n in ("useplace", "maiorgsysid")),
        ],
        actions=[Action("maintenanceVisit", "登记维保", p.MAINTENANCE_SAVE, place="row", needs="one")],
    )
)


class Figures(NamedTuple):
    """What the work of a maintenance unit is judged by."""

    lifts: int
    inuse: int
    unvisited: int
    unrecorded: int
    able: int  # maintainers at work with a certificate T in force
    limit: int  # lifts that one of them may look after
    needed: int
    capability: DetectionCapability | None
    contracts: list[dict[str, Any]]
    months: list[dict[str, Any]]


def values(db: Session, me: User, unit: Unit) -> dict[str, Any]:
    """The unit without what only its archive shows."""
    return record(unit, *HIDDEN)


def figures(db: Session, me: User, unit: Unit) -> Figures:
    """Figures, contracts and the visits of twelve months, in a fixed number of statements."""
    if not unit.ismaintain:
        raise Refused(f"{unit.name}不是维保单位")
    lifts = and_(E.visible(me), E.equclass == codes.LIFT, E.maiorgsysid == unit.id)
    in_use = E.equstatus.in_(codes.RUNNING)
    count = select(
        func.count(),
        func.count().filter(in_use),
        func.count().filter(is_unvisited()),
        func.count().filter(in_use, ~_visited()),
    ).where(lifts)
    total, inuse, unvisited, unrecorded = db.execute(count).one()
    staff = (
        Person.unit_id == unit.id,
        Person.status != codes.LEFT,
        Person.post == codes.MAINTAINER,
        Person.visible(me),
    )
    able = db.scalar(select(func.count()).where(*staff, holds("T"))) or 0
    most = params.number(db, "archives.lifts_per_maintainer", 40)
    needed = -(-inuse // max(most, 1))
    parts = (_capability(db, me, unit), _contracts(db, me, unit), _months(db, me, unit))
    return Figures(total, inuse, unvisited, unrecorded, able, most, needed, *parts)


def _capability(db: Session, me: User, unit: Unit) -> DetectionCapability | None:
    query = select(DetectionCapability).where(DetectionCapability.unit_id == unit.id, DetectionCapability.visible(me))
    return db.scalars(query).first()


def _contracts(db: Session, me: User, unit: Unit) -> list[dict[str, Any]]:
    """The contracts, those that end last first; `over` when they have ended."""
    query = select(MaintContract).where(MaintContract.unit_id == unit.id, MaintContract.visible(me))
    rows = db.scalars(query.order_by(MaintContract.dateto.desc(), MaintContract.id).limit(CONTRACTS))
    return [record(r) | {"over": r.dateto < clock.today()} for r in rows]


def _months(db: Session, me: User, unit: Unit) -> list[dict[str, Any]]:
    """Visits by month: how many, how many late, how many with a fault."""
    today = clock.today()
    number = today.year * 12 + today.month - 1
    starts = [date((number - n) // 12, (number - n) % 12 + 1, 1) for n in reversed(range(MONTHS))]
    month = func.date_trunc("month", M.visitday)
    query = select(month, func.count(), func.count().filter(M.overdue), func.count().filter(M.faults > 0)).where(
        M.maiorgsysid == unit.id, M.visitday >= starts[0], M.visitday <= today, M.visible(me)
    )
    months = {row[0].date(): row[1:] for row in db.execute(query.group_by(month))}
    return [
        {"month": f"{s:%Y-%m}", **dict(zip(("visits", "late", "faulty"), months.get(s, (0, 0, 0)), strict=True))}
        for s in starts
    ]
