"""The work desktop: what waits for this person, overdue first."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, case, func, literal, select, true, union_all
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.expiry.api import idle
from tejian.inspection.models.items import AppBuss
from tejian.inspection.permissions import APPLY_QUERY, APPLY_SAVE, APPROVE, ARRANGE, AUDIT, END_AGREE
from tejian.inspection.tasks.api import working_days
from tejian.kit.database.audit import plain
from tejian.kit.database.db import fetch
from tejian.kit.database.statements import Body, compiled, seen_by, together
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.process.steps import PROCESSES, Process, urgency
from tejian.messages.models import Message
from tejian.system.permissions import STATION_MENU

from .panels import DEPARTMENT, Asked, address, conditions, given, nothing

FIRST = 10  # the most urgent items that are named
MESSAGES = 8  # the newest ones


class TodoStep(TypedDict):
    """What waits at a step, by how urgent it is."""

    stepcode: str
    label: str
    route: str
    count: int
    late: int
    today: int
    soon: int
    rest: int
    earliest: str | None


class TodoItem(TypedDict):
    stepcode: str
    label: str
    seisn: str
    unitname: str
    equname: str
    limit: str
    lateDays: int
    late: bool
    route: str


class TodoMessage(TypedDict):
    msg_id: str
    kind: str
    title: str
    route: str
    create_time: str
    unread: bool


class DueDay(TypedDict):
    """A working day with the days off before the next: devices that fall due, how many of them nobody has in hand."""

    date: str
    until: str
    due: int
    left: int
    planned: int


class Todo(TypedDict):
    today: str
    total: int
    late: int
    dueToday: int
    steps: list[TodoStep]
    first: list[TodoItem]
    messages: list[TodoMessage]
    due: list[DueDay]


class MonthFigures(TypedDict):
    """The month so far: machines inspected, reports issued, days from entry to approval, share passed at once;
    what was not passed at once."""

    inspected: int
    inspectedRoute: str
    issued: int
    issuedRoute: str
    days: float | None
    passrate: float | None
    sentbackRoute: str


def my_steps(me: User, process: Process) -> list[str]:
    """The steps of a process that the user's permissions open."""
    found = (s for s in process.steps if s.route)
    return [s.code for s in found if any(me.may(m.may) for m in process.moves if s.code in m.frm and m.forward)]


def list_of(process: Process, code: str) -> str:
    """The page that lists what waits at a step; a page that shows more is narrowed to the step."""
    step = process.by_code[code]
    return step.route if step.list else f"{step.route}?step={code}"


@dataclass(frozen=True)
class AtStep:
    """What is asked of a step for one user: how many wait there, and which are the most urgent. Statement by statement:
    an index serves a step and a part of the scope, none serves them together."""

    counts: Sequence[Body]
    earliest: Sequence[Body]


class Urgent(NamedTuple):
    """A declaration or business item as the desktop names it."""

    limit_at: datetime
    id: str
    process: str
    step: str
    unitname: str
    number: str
    what: str


@dataclass(frozen=True)
class Questions:
    """What is asked for one user: made once, for to build and compile it costs more than to answer it."""

    steps: Mapping[str, Mapping[str, AtStep]]  # process → step
    due: Body


KEPT = 500  # users whose statements are kept
_kept: dict[Any, Questions] = {}


def _questions(me: User) -> Questions:
    key = seen_by(me)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        steps = {p.name: {c: _at(me, p, c) for c in my_steps(me, p)} for p in PROCESSES.values()}
        found = _kept[key] = Questions(steps, _due(me))
    return found


def _at(me: User, process: Process, code: str) -> AtStep:
    """The statements of a step that the user handles."""
    model, named = process.model, process.by_code[code].named
    seen = model.visible_parts(me) if hasattr(model, "visible_parts") else [model.visible(me)]
    parts = [and_(part, process.mine(me, [code])) for part in ([true()] if named and len(seen) > 1 else seen)]
    return AtStep(
        [compiled(_counts(model, code).where(part)) for part in parts],
        [compiled(_earliest_of(process, part, named)) for part in parts] if code != at.DECLARE else [],
    )


def _counts(model: Any, code: str) -> Select[Any]:
    parts = urgency(model)
    counts: list[Any] = [func.count(case((parts[name], 1))).label(name) for name in ("late", "today", "soon")]
    return select(
        literal(code).label("step"),
        func.count().label("count"),
        *counts,
        func.min(model.limit_at).label("earliest"),
    )


def _earliest_of(process: Process, where: Any, named: bool) -> Select[Any]:
    model = process.model
    unit, what = process.about(model)
    number: Any = process.numbers(model)[0]  # of a model its column
    names = unit.label("unit"), number.label("number"), what.label("what")
    columns = model.limit_at, model.id, literal(process.name).label("process"), model.step, *names
    query = select(*columns).where(where, model.limit_at.is_not(None))
    if named:  # few rows: found by their people, not by walking along the limits of everybody
        mine = query.offset(0).subquery()
        return select(mine).order_by(mine.c.limit_at, mine.c.id).limit(FIRST)
    return query.order_by(model.limit_at, model.id).limit(FIRST)


def _due(me: User) -> Body:
    """Devices that fall due, those of them that nobody has in hand, and planned visits, from `first` to `last`."""
    first: Any = bindparam("first", clock.today())
    last: Any = bindparam("last", clock.today())
    in_use = Equipment.equstatus.in_(codes.RUNNING)
    falling = and_(Equipment.visible(me), Equipment.ninspdate.between(first, last), in_use)
    devices, left = (
        select(literal(what), Equipment.ninspdate, func.count()).where(falling, *more).group_by(Equipment.ninspdate)
        for what, more in (("due", ()), ("left", (idle(),)))
    )
    planned = (
        select(literal("planned"), AppBuss.plandate, func.count())
        .where(part, AppBuss.plandate.between(first, last), AppBuss.step.in_((at.CONFIRM, at.BUILD)))
        .group_by(AppBuss.plandate)
        for part in AppBuss.visible_parts(me)
    )
    return compiled(union_all(devices, left, *planned))


@dataclass
class Waiting:
    """What waits at a step: how many, and how many of them are how urgent."""

    step: str
    count: int = 0
    late: int = 0
    today: int = 0
    soon: int = 0
    earliest: datetime | None = None

    def add(self, count: int, late: int, today: int, soon: int, earliest: datetime | None) -> None:
        self.count += count
        self.late += late
        self.today += today
        self.soon += soon
        self.earliest = min(filter(None, (self.earliest, earliest)), default=None)


def _counted(db: Session, questions: Mapping[str, AtStep]) -> list[Waiting]:
    """The steps where something waits."""
    found: dict[str, Waiting] = {}
    for step, *figures in together(db, [b for one in questions.values() for b in one.counts]):
        found.setdefault(step, Waiting(step)).add(*figures)
    return [one for one in found.values() if one.count]


def todo(db: Session, me: User) -> Todo:
    """Counts per step in a statement for each process, the most urgent items, the last messages, what falls due."""
    questions = _questions(me)
    waiting = {name: _counted(db, steps) for name, steps in questions.steps.items()}
    steps: list[TodoStep] = [
        {
            "stepcode": r.step,
            "label": PROCESSES[name].by_code[r.step].waits or PROCESSES[name].name_of(r.step),
            "route": list_of(PROCESSES[name], r.step),
            "count": r.count,
            "late": r.late,
            "today": r.today,
            "soon": r.soon,
            "rest": r.count - r.late - r.today - r.soon,
            "earliest": plain(r.earliest),
        }
        for name, rows in waiting.items()
        for r in rows
    ]
    steps.sort(key=lambda s: (-s["late"], -s["today"], -s["count"]))
    return {
        "today": plain(clock.today()),
        "total": sum(s["count"] for s in steps),
        "late": sum(s["late"] for s in steps),
        "dueToday": sum(s["today"] for s in steps),
        "steps": steps,
        "first": first(db, me, {name: {r.step for r in rows} for name, rows in waiting.items()}),
        "messages": messages(db, me),
        "due": due(db, me) if plans(me) else [],
    }


def first(db: Session, me: User, waiting: Mapping[str, Collection[str]] | None = None) -> list[TodoItem]:
    """What has the earliest limits, of all steps or of those where something waits."""
    found: list[Urgent] = []
    for name, steps in _questions(me).steps.items():
        of = steps if waiting is None else waiting[name]
        rows = together(db, [b for code, at_step in steps.items() if code in of for b in at_step.earliest])
        found += sorted(Urgent(*row) for row in rows)[:FIRST]
    return [_line(one) for one in sorted(found, key=lambda one: one.limit_at)[:FIRST]]


def _line(one: Urgent) -> TodoItem:
    limit = one.limit_at.astimezone(clock.SHANGHAI)
    step = PROCESSES[one.process].by_code[one.step]
    return {
        "stepcode": one.step,
        "label": step.waits or step.name,
        "seisn": one.number,
        "unitname": one.unitname,
        "equname": one.what,
        "limit": plain(limit),
        "lateDays": max(0, (clock.today() - limit.date()).days) if limit < clock.now() else 0,
        "late": limit < clock.now(),
        "route": (step.page or step.route).replace("{id}", one.id),
    }


def messages(db: Session, me: User) -> list[TodoMessage]:
    columns = Message.id, Message.kind, Message.title, Message.route, Message.createtime, Message.box
    query = select(*columns).where(Message.user_id == me.id, Message.box != "trash")
    questions = compiled(query.order_by(Message.createtime.desc()).limit(MESSAGES))
    return [
        {
            "msg_id": key,
            "kind": kind,
            "title": title,
            "route": route,
            "create_time": plain(at),
            "unread": box == "unread",
        }
        for key, kind, title, route, at, box in fetch(db, questions.sql, questions.values)
    ]


def leads(me: User) -> bool:
    """Whether the user answers for what an office does: its head, its dispatcher, who reviews or signs there."""
    return not me.unit_id and any(me.may(code) for code in (STATION_MENU, END_AGREE, AUDIT, APPROVE))


def plans(me: User) -> bool:
    """Whether the user declares or arranges for an office, or leads it, and so must know what falls due."""
    return me.may(APPLY_QUERY) and (me.may(APPLY_SAVE) or me.may(ARRANGE) or leads(me))


def month(db: Session, me: User) -> MonthFigures:
    """What was done this month by this person as main inspector, by the own station of its head, by the institute of
    others: inspected, issued, passed at once, days."""
    begin = clock.today().replace(day=1)
    mine = and_(AppBuss.cheorg == me.org_id, AppBuss.cheorg != "")
    terms: Asked = nothing
    if me.may(STATION_MENU):
        mine = and_(AppBuss.cheorg == me.org_id, AppBuss.chedept == me.dept_id)
        terms = given(deptname=DEPARTMENT)
    elif me.scope in ("own", "dept"):
        mine = and_(AppBuss.scinspector == me.id, AppBuss.scinspector != "")
        terms = given(scinspector=me.id, scinspectorName=me.name)
    business, own = LISTS["jy_buss_all"], conditions(db, me, terms)
    inspected = db.scalar(select(func.count()).where(mine, AppBuss.inspdate >= begin)) or 0
    issued = select(
        func.count(),
        func.avg(func.extract("epoch", AppBuss.approvedat - AppBuss.enteredat) / 86400),
        func.count(case((~AppBuss.returned, 1))),
    ).where(mine, AppBuss.approvedat >= begin)
    count, days, clean = db.execute(issued).one()
    return {
        "inspected": inspected,
        "inspectedRoute": address(business, {**own, "inspdateStart": str(begin)}),
        "issued": count,
        "issuedRoute": address(business, {**own, "approvedatStart": str(begin)}),
        "days": round(float(days), 1) if days is not None else None,
        "passrate": round(100 * clean / count, 1) if count else None,
        "sentbackRoute": address(business, {**own, "approvedatStart": str(begin), "sentback": "1"}),
    }


def due(db: Session, me: User) -> list[DueDay]:
    """Devices that fall due, how many of them nobody has in hand, and visits, over the next 15 working days."""
    days = working_days(db, clock.today() + timedelta(days=1), 15)
    questions = _questions(me).due
    counts: dict[str, Counter[str]] = {"due": Counter(), "left": Counter(), "planned": Counter()}
    for what, day, count in fetch(db, questions.sql, {**questions.values, "first": days[0], "last": days[-1]}):
        counts[what][day] += count
    out: list[DueDay] = []
    for i, day in enumerate(days):
        until = days[i + 1] - timedelta(days=1) if i + 1 < len(days) else day
        due_, left = (
            sum(n for d, n in counts[what].items() if str(day) <= d <= str(until)) for what in ("due", "left")
        )
        planned = counts["planned"][str(day)]
        out.append({"date": plain(day), "until": plain(until), "due": due_, "left": left, "planned": planned})
    return out
