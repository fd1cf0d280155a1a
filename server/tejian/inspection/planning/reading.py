"""The plan of some days of a station as the database has it: what waits, who may and is there, what else is planned."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import cos, radians
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import by_ids
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.durations.api import minutes_of
from tejian.inspection.flow import api as flow
from tejian.inspection.models.absence import HALVES
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.planning import PlanProposal
from tejian.inspection.visits.api import Window, day_of, windows
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.organisations import api as calendar
from tejian.system.settings.api import number

from .crew import WHOLE, Crew, crew_of
from .judging import Judge, judge, kind_of
from .problem import Kind, Problem, Roads, Shift, Stop
from .teams import pairs

MOST_DAYS, MOST_ITEMS = 31, 2000
METRES_EAST, METRES_NORTH = 111_320, 110_540  # of a degree, at the equator and anywhere


@dataclass(frozen=True)
class Asked:
    """What is to be planned: days of a station, and where the day starts (degrees; None: amid what is visited)."""

    dept: str
    first: date
    last: date
    start: tuple[float, float] | None = None


@dataclass(frozen=True)
class Held:
    """An item that somebody locked to a shift."""

    item: str
    shift: Shift


@dataclass(frozen=True)
class Facts:
    """The problem, and what the sentences about it need. `lost` says why a locked item can stay no longer."""

    problem: Problem
    items: Mapping[str, AppBuss]
    minutes: Mapping[str, int]
    basis: Mapping[str, str]  # of the minutes
    names: Mapping[str, str]
    kinds: Mapping[str, Kind]
    lost: Mapping[str, str]
    judge: Judge
    places: Mapping[str, tuple[float, float]]
    guessed: int  # places that are not known
    origin: tuple[float, float]  # of the places, in degrees


def days_of(db: Session, wish: Asked) -> list[date]:
    """The working days that are asked for. Refuses days that cannot be planned."""
    if wish.first < clock.today():
        raise BadInput("从：不得早于今天", field="first")
    if wish.last < wish.first:
        raise BadInput("至：不得早于开始日期", field="last")
    if (wish.last - wish.first).days >= MOST_DAYS:
        raise BadInput(f"至：一次最多编排{MOST_DAYS}天", field="last")
    span = [wish.first + timedelta(days=n) for n in range((wish.last - wish.first).days + 1)]
    days = [one for one in span if calendar.is_working(db, one)]
    if not days:
        raise Refused(f"{wish.first}至{wish.last}没有工作日，请换日期")
    return days


def waiting(db: Session, me: User, dept: str) -> list[AppBuss]:
    """The items of a station that wait to be arranged, the most urgent first. Refuses none, and too many."""
    mine = AppBuss.step == at.ARRANGE, AppBuss.chedept == dept, AppBuss.cheorg == me.org_id
    count = db.scalar(select(func.count()).select_from(AppBuss).where(*mine)) or 0
    station = station_name(db, dept)
    if not count:
        raise Refused(f"{station}没有待安排的业务")
    if count > MOST_ITEMS:
        raise Refused(f"{station}有{count}件待安排的业务，一次最多编排{MOST_ITEMS}件，请先安排或转办一部分")
    return list(db.scalars(select(AppBuss).where(*mine).order_by(AppBuss.duedate.nulls_last(), AppBuss.id)))


def station_name(db: Session, dept: str) -> str:
    return db.scalar(select(Org.name).where(Org.id == dept)) or "本站"


def colleagues(db: Session, me: User, dept: str) -> list[SysUser]:
    """Those of the station who hold any qualification."""
    return [one for one in flow.inspectors(db, me) if one.dept_id == dept]


def boxes_of(db: Session, me: User) -> dict[str, tuple[date | None, list[str]]]:
    """The boxes of the institute: the day all of it is good to, and the instruments in it."""
    query = select(Instrument.boxno, Instrument.nextcal, Instrument.id).where(Instrument.org_id == me.org_id)
    found: dict[str, tuple[date | None, list[str]]] = {}
    rows = query.where(Instrument.status.in_(USABLE), Instrument.boxno != "").order_by(Instrument.instno)
    for box, until, key in db.execute(rows):
        before, keys = found.get(box, (until, []))
        found[box] = (min(before, until) if before and until else None, [*keys, key])
    return found


def read(db: Session, me: User, wish: Asked, held: Sequence[Held] = (), out: Collection[str] = ()) -> Facts:
    """Everything of a plan but the items that are to stay `out`. Refuses what cannot be planned at all, saying why."""
    days, rows = days_of(db, wish), [one for one in waiting(db, me, wish.dept) if one.id not in out]
    if not rows:
        raise Refused("待安排的业务都已移出计划")
    spent = minutes_of(db, rows, days[0])
    minutes = {key: one.minutes for key, one in spent.items()}
    places, guessed, origin = _places(db, rows, wish.start)
    users, station = colleagues(db, me, wish.dept), station_name(db, wish.dept)
    if not users:
        raise Refused(f"{station}没有持有资格的检验人员，请由质量管理员在“人员资格”中登记")
    boxes = boxes_of(db, me)
    if not boxes:
        raise Refused("没有可用的仪器箱，请在“仪器设备”中登记")
    own = judge(db, me, rows, {box: keys for box, (_until, keys) in boxes.items()})
    crew = crew_of(db, own, users, days)
    if not any(crew.slots[day] for day in days):
        raise Refused(f"{days[0]}至{days[-1]}{station}的检验人员都请假或外出")
    if not any(kinds for day in days for kinds in crew.may[day].values()):
        raise Refused(f"{station}没有人能做待安排的业务：{next(iter(crew.refused.values()))[0]}")
    work: dict[str, int] = defaultdict(int)
    for row in rows:
        work[kind_of(row)] += minutes[row.id]
    items = {row.id: row for row in rows}
    held = [one for one in held if one.item in items]
    lost = {one.item: why for one in held if (why := own.refusal(kind_of(items[one.item]), one.shift))}
    fast = [one for one in held if one.item not in lost and one.shift.day in days]
    shifts = _shifts(db, me, days, crew, boxes, work, [one.shift for one in fast], _habits(db, wish.dept))
    longest = max((one.minutes for one in shifts), default=0)
    able = {kind: frozenset(n for n, one in enumerate(shifts) if not own.refusal(kind, one)) for kind in own.samples}
    opens = _opens(db, rows, days, {kind: frozenset(shifts[n].day for n in which) for kind, which in able.items()})
    stops, fixed = _stops(rows, minutes, places, {one.item: _at(shifts, one.shift) for one in fast}, longest, opens)
    roads = Roads(number(db, "inspection.plan.detour", 130) / 100, number(db, "inspection.plan.speed", 30) * 1000 / 60)
    kinds = {kind: _kind(own, crew, kind, shifts) for kind in own.samples}
    problem = Problem(stops, shifts, able, roads, fixed)
    basis = {key: one.basis for key, one in spent.items()}
    names = {u.id: u.name for u in users}
    return Facts(problem, items, minutes, basis, names, kinds, lost, own, places, guessed, origin)


# -- places ---------------------------------------------------------------------------------------------------------


def _places(
    db: Session, rows: Sequence[AppBuss], start: tuple[float, float] | None
) -> tuple[dict[str, tuple[float, float]], int, tuple[float, float]]:
    """Where each item is, in metres from the start, of how many that is a guess (amid others of the same area), and
    the start in degrees."""
    devices = by_ids(db, [one.equdatasysid for one in rows])
    units = {
        key: (lng, lat)
        for key, lng, lat in db.execute(
            select(Unit.id, Unit.lng, Unit.lat).where(Unit.id.in_({one.unitsysid for one in rows}))
        )
    }
    known: dict[str, tuple[float, float]] = {}
    for row in rows:
        device: Any = devices.get(row.equdatasysid)
        own = getattr(device, "longitude", None), getattr(device, "latitude", None)
        for lng, lat in (own, units.get(row.unitsysid, (None, None))):
            if lng is not None and lat is not None:
                known[row.id] = float(lng), float(lat)
                break
    if not known:
        raise Refused("待安排的设备和单位都没有登记经纬度，算不出路程，请先在设备或单位档案中登记位置")
    centre = _middle(list(known.values()))
    areas: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in rows:
        if row.id in known:
            areas[row.areacode].append(known[row.id])
    lng0, lat0 = start or centre
    east = METRES_EAST * cos(radians(lat0))
    degrees = {row.id: known.get(row.id) or _middle(areas.get(row.areacode) or [centre]) for row in rows}
    metres = {key: (round((x - lng0) * east), round((y - lat0) * METRES_NORTH)) for key, (x, y) in degrees.items()}
    return {key: (float(x), float(y)) for key, (x, y) in metres.items()}, len(rows) - len(known), (lng0, lat0)


def origin_of(plan: PlanProposal) -> tuple[float, float] | None:
    """Where the places of a plan that was solved begin: what stays out of it now keeps its place."""
    if plan.originlng is None or plan.originlat is None:
        return None
    return plan.originlng, plan.originlat


def degrees_of(east: float, north: float, origin: tuple[float, float]) -> tuple[float, float]:
    """A place of a plan as degrees."""
    lng, lat = origin
    return lng + east / (METRES_EAST * cos(radians(lat))), lat + north / METRES_NORTH


def _middle(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


# -- shifts and stops -----------------------------------------------------------------------------------------------


def _habits(db: Session, dept: str) -> dict[tuple[str, str], int]:
    """How often the station took a box to devices of a class in the last quarter."""
    tool = func.unnest(AppBuss.instruments).label("tool")
    since = AppBuss.chedept == dept, AppBuss.plandate >= clock.today() - timedelta(days=90)
    taken = select(AppBuss.equclass, tool).where(*since).subquery()
    query = select(taken.c.equclass, Instrument.boxno, func.count()).join(Instrument, Instrument.id == taken.c.tool)
    rows = db.execute(query.group_by(taken.c.equclass, Instrument.boxno))
    return {(equclass, box): count for equclass, box, count in rows}


def _shifts(
    db: Session,
    me: User,
    days: Sequence[date],
    crew: Crew,
    boxes: Mapping[str, tuple[date | None, list[str]]],
    work: Mapping[str, int],
    locked: Sequence[Shift],
    habits: Mapping[tuple[str, str], int],
) -> list[Shift]:
    whole = number(db, "inspection.plan.day_minutes", 420)
    shifts: list[Shift] = []
    for day in days:
        held = list(dict.fromkeys(one for one in locked if one.day == day))
        shifts += [_of_day(one.main, one.co, one.box, one.slot, day, crew, whole) for one in held]
        gone = {person for one in held for person in one.people}
        own = {box for (on, person), carried in crew.carried.items() if on == day for box in carried}
        free = [no for no, (until, _k) in sorted(boxes.items()) if until and until >= day]
        free = [no for no in free if no not in own and no not in {one.box for one in held}]
        for slot in (WHOLE, *HALVES):
            there = [p for p, s in crew.slots[day].items() if p not in gone and s in (slot, WHOLE)]
            for main, co in pairs(there, crew.may[day], crew.mains[day], work, crew.load, len(free)):
                kinds = crew.mains[day][main] & crew.may[day][co]
                box = max(free, key=lambda no: (_used(habits, kinds, no), -free.index(no)))
                free.remove(box)
                gone |= {main, co}
                shifts.append(_of_day(main, co, box, slot, day, crew, whole))
    return shifts


def _used(habits: Mapping[tuple[str, str], int], kinds: frozenset[str], box: str) -> int:
    return sum(habits.get((one, box), 0) for one in {kind.split("|")[4] for kind in kinds})


def _of_day(main: str, co: str, box: str, slot: str, day: date, crew: Crew, whole: int) -> Shift:
    minutes = whole // 2 if slot in HALVES else whole
    return Shift(day, main, co, box, slot, max(0, minutes - max(crew.busy.get((day, p), 0) for p in (main, co))))


def _at(shifts: Sequence[Shift], wanted: Shift) -> int:
    return next(
        n for n, one in enumerate(shifts) if (one.day, one.main, one.co) == (wanted.day, wanted.main, wanted.co)
    )


Open = tuple[frozenset[date] | None, str]
ANY_DAY: Open = (None, "")


def _opens(
    db: Session, rows: Sequence[AppBuss], days: Sequence[date], may: Mapping[str, frozenset[date]]
) -> dict[str, Open]:
    """Item → the days on which its unit can, and why these: one wished day for all of a visit, else all it left open.

    `may` are the days on which somebody can do a kind.
    """
    known = windows(db, {row.appmain_id for row in rows})
    visits: dict[Window, list[AppBuss]] = defaultdict(list)
    for row in rows:
        if row.appmain_id in known:
            visits[known[row.appmain_id]].append(row)
    opens: dict[str, Open] = {}
    for window, own in visits.items():
        dues = [one.duedate for one in own if one.duedate and one.duedate >= days[0]]
        day = day_of(
            window, [may.get(kind_of(one), frozenset()) & frozenset(days) for one in own], min(dues, default=None)
        )
        open_ = frozenset({day}) if day else window.open_on(days)
        why = f"约检{window.visitno}单位期望的日期" if day else f"避开约检{window.visitno}的不便日期"
        opens |= {one.id: (open_, why if day or window.closed else "") for one in own}
    return opens


def _stops(
    rows: Sequence[AppBuss],
    minutes: Mapping[str, int],
    places: Mapping[str, tuple[float, float]],
    fixed: Mapping[str, int],
    longest: int,
    opens: Mapping[str, Open],
) -> tuple[list[Stop], dict[str, int]]:
    """Items of a unit and kind at one place make a stop, as many as half a day takes; what is locked stays apart."""
    groups: dict[tuple[Any, ...], list[AppBuss]] = defaultdict(list)
    for row in rows:
        own = opens.get(row.id, ANY_DAY)
        groups[(row.unitsysid, *places[row.id], kind_of(row), fixed.get(row.id, -1), own)].append(row)
    stops: list[Stop] = []
    held: dict[str, int] = {}
    for (_unit, x, y, kind, shift, open_), group in groups.items():
        for part in _parts(group, minutes, longest if shift >= 0 else longest // 2):
            dues = [one.duedate for one in part if one.duedate]
            stop = Stop(
                *(part[0].id, tuple(one.id for one in part), kind, x, y, sum(minutes[one.id] for one in part)),
                *(min(dues, default=None), part[0].unitname, *open_),
            )
            stops.append(stop)
            if shift >= 0:
                held[stop.key] = shift
    return stops, held


def _parts(rows: Sequence[AppBuss], minutes: Mapping[str, int], most: int) -> list[list[AppBuss]]:
    parts: list[list[AppBuss]] = []
    for row in rows:
        if parts and sum(minutes[one.id] for one in parts[-1]) + minutes[row.id] <= most:
            parts[-1].append(row)
        else:
            parts.append([row])
    return parts


def _kind(own: Judge, crew: Crew, kind: str, shifts: Sequence[Shift]) -> Kind:
    row = own.samples[kind]
    said = dict.fromkeys(why for one in shifts if (why := own.refusal(kind, one)))
    mains = {one for day in crew.mains.values() for one, kinds in day.items() if kind in kinds}
    return Kind(row.equname, tuple(crew.qualified[kind]), bool(mains), tuple(crew.refused[kind]), tuple(said))
