"""The work desktop: what waits for this person, overdue first."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, case, func, literal, select, true, union_all
from sqlalchemy.orm import Session
from sqlalchemy.sql.functions import concat

from tejian.archives.equipment.models import Equipment
from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, DECLARATION, STEP_NAMES
from tejian.inspection.models import AppBuss
from tejian.inspection.tasks.api import working_days
from tejian.kit import clock
from tejian.kit.audit import plain
from tejian.kit.db import fetch
from tejian.kit.process import Process
from tejian.kit.statements import Body, compiled, seen_by, together
from tejian.kit.user import User
from tejian.messages.models import Message

STEPS = frozenset(STEP_NAMES)
STEP = {**BUSINESS.by_code, **DECLARATION.by_code}
FIRST = 10  # the most urgent items that are named


def my_steps(me: User, process: Process) -> list[str]:
    """The steps of a process that the user's permissions open."""
    found = (s for s in process.steps if s.route)
    return [s.code for s in found if any(me.may(m.may) for m in process.moves if s.code in m.frm and m.forward)]


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
    step: str
    unitname: str
    number: str
    what: str


@dataclass(frozen=True)
class Asked:
    """What is asked for one user: made once, for to build and compile it costs more than to answer it."""

    mains: Mapping[str, AtStep]
    items: Mapping[str, AtStep]
    due: Body


KEPT = 500  # users whose statements are kept
_kept: dict[Any, Asked] = {}


def _asked(me: User) -> Asked:
    key = seen_by(me)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        mains, items = ({c: _at(me, p, c) for c in my_steps(me, p)} for p in (DECLARATION, BUSINESS))
        found = _kept[key] = Asked(mains, items, _due(me))
    return found


def _at(me: User, process: Process, code: str) -> AtStep:
    """The statements of a step that the user handles."""
    model, named = process.model, process.by_code[code].named
    seen = model.visible_parts(me) if hasattr(model, "visible_parts") else [model.visible(me)]
    parts = [and_(part, process.mine(me, [code])) for part in ([true()] if named and len(seen) > 1 else seen)]
    return AtStep(
        [compiled(_counts(model, code).where(part)) for part in parts],
        [compiled(_earliest_of(model, part, named)) for part in parts] if code != at.DECLARE else [],
    )


def _counts(model: Any, code: str) -> Select[Any]:
    now, tonight = func.now(), datetime.combine(clock.today(), time(23, 59, 59), clock.SHANGHAI)
    late, today_, three = model.limit_at < now, model.limit_at <= tonight, model.limit_at <= tonight + timedelta(days=3)
    return select(
        literal(code).label("step"),
        func.count().label("count"),
        func.count(case((late, 1))).label("late"),
        func.count(case((and_(~late, today_), 1))).label("today"),
        func.count(case((and_(~today_, three), 1))).label("soon"),
        func.min(model.limit_at).label("earliest"),
    )


def _earliest_of(model: Any, where: Any, named: bool) -> Select[Any]:
    number, what = (model.seisn, model.equname) if model is AppBuss else (model.appno, concat(model.equcount, " 台"))
    columns = model.limit_at, model.id, model.step, model.unitname, number.label("number"), what.label("what")
    query = select(*columns).where(where, model.limit_at.is_not(None))
    if named:  # few rows: found by their people, not by walking along the limits of everybody
        mine = query.offset(0).subquery()
        return select(mine).order_by(mine.c.limit_at, mine.c.id).limit(FIRST)
    return query.order_by(model.limit_at, model.id).limit(FIRST)


def _due(me: User) -> Body:
    """Devices that fall due and tasks that are planned, by their day, from `first` to `last`."""
    first: Any = bindparam("first", clock.today())
    last: Any = bindparam("last", clock.today())
    devices = (
        select(literal("due"), Equipment.ninspdate, func.count())
        .where(Equipment.visible(me), Equipment.ninspdate.between(first, last), Equipment.equstatus == "1")
        .group_by(Equipment.ninspdate)
    )
    planned = (
        select(literal("planned"), AppBuss.plandate, func.count())
        .where(part, AppBuss.plandate.between(first, last), AppBuss.step.in_((at.CONFIRM, at.BUILD)))
        .group_by(AppBuss.plandate)
        for part in AppBuss.visible_parts(me)
    )
    return compiled(union_all(devices, *planned))


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


def _counted(db: Session, asked: Mapping[str, AtStep]) -> list[Waiting]:
    """The steps where something waits."""
    found: dict[str, Waiting] = {}
    for step, *figures in together(db, [b for one in asked.values() for b in one.counts]):
        found.setdefault(step, Waiting(step)).add(*figures)
    return [one for one in found.values() if one.count]


def todo(db: Session, me: User) -> dict[str, Any]:
    """Counts per step in two statements, the most urgent items, the last messages, the month's figures."""
    asked = _asked(me)
    mains, items = _counted(db, asked.mains), _counted(db, asked.items)
    rows = [*mains, *items]
    steps = [
        {
            "stepcode": r.step,
            "label": STEP_NAMES[r.step],
            "route": STEP[r.step].route,
            "count": r.count,
            "late": r.late,
            "today": r.today,
            "soon": r.soon,
            "rest": r.count - r.late - r.today - r.soon,
            "earliest": plain(r.earliest),
        }
        for r in rows
    ]
    steps.sort(key=lambda s: (-int(s["late"]), -int(s["today"]), -int(s["count"])))
    return {
        "today": plain(clock.today()),
        "total": sum(int(s["count"]) for s in steps),
        "late": sum(int(s["late"]) for s in steps),
        "dueToday": sum(int(s["today"]) for s in steps),
        "steps": steps,
        "first": first(db, me, {r.step for r in mains}, {r.step for r in items}),
        "messages": messages(db, me),
        "due": due(db, me),
    }


def first(
    db: Session, me: User, mains: Collection[str] = STEPS, items: Collection[str] = STEPS
) -> list[dict[str, Any]]:
    """The declarations and business items with the earliest limits, of those steps where something waits."""
    asked = _asked(me)
    found = [*_earliest(db, asked.items, items), *_earliest(db, asked.mains, mains)]
    return [_line(one) for one in sorted(found, key=lambda one: one.limit_at)[:FIRST]]


def _earliest(db: Session, asked: Mapping[str, AtStep], steps: Collection[str]) -> list[Urgent]:
    rows = together(db, [b for code, at in asked.items() if code in steps for b in at.earliest])
    return sorted(Urgent(*row) for row in rows)[:FIRST]


def _line(one: Urgent) -> dict[str, Any]:
    limit = one.limit_at.astimezone(clock.SHANGHAI)
    return {
        "stepcode": one.step,
        "label": STEP_NAMES[one.step],
        "seisn": one.number,
        "unitname": one.unitname,
        "equname": one.what,
        "limit": plain(limit),
        "lateDays": max(0, (clock.today() - limit.date()).days) if limit < clock.now() else 0,
        "late": limit < clock.now(),
        "route": (STEP[one.step].page or STEP[one.step].route).replace("{id}", one.id),
    }


def messages(db: Session, me: User, most: int = 8) -> list[dict[str, Any]]:
    columns = Message.id, Message.kind, Message.title, Message.route, Message.createtime, Message.box
    query = select(*columns).where(Message.user_id == me.id, Message.box != "trash")
    asked = compiled(query.order_by(Message.createtime.desc()).limit(most))
    return [
        {"msg_id": key, "kind": kind, "title": title, "route": route, "create_time": plain(at)}
        | {"unread": box == "unread"}
        for key, kind, title, route, at, box in fetch(db, asked.sql, asked.values)
    ]


def month(db: Session, me: User) -> dict[str, Any]:
    """What an institute, or this person as main inspector, did this month: inspected, issued, passed at once, days."""
    begin = clock.today().replace(day=1)
    mine = AppBuss.cheorg == me.org_id
    if me.scope in ("own", "dept"):
        mine = and_(AppBuss.scinspector == me.id, AppBuss.scinspector != "")
    inspected = db.scalar(select(func.count()).where(mine, AppBuss.inspdate >= begin)) or 0
    issued = select(
        func.count(),
        func.avg(func.extract("epoch", AppBuss.approvedat - AppBuss.enteredat) / 86400),
        func.count(case((~AppBuss.returned, 1))),
    ).where(mine, AppBuss.approvedat >= begin)
    count, days, clean = db.execute(issued).one()
    return {
        "inspected": inspected,
        "issued": count,
        "days": round(float(days), 1) if days is not None else None,
        "passrate": round(100 * clean / count, 1) if count else None,
    }


def due(db: Session, me: User) -> list[dict[str, Any]]:
    """Devices that fall due and tasks that are planned over the next 15 working days."""
    days = working_days(db, clock.today() + timedelta(days=1), 15)
    asked = _asked(me).due
    found: dict[str, Counter[str]] = {"due": Counter(), "planned": Counter()}
    for what, day, count in fetch(db, asked.sql, {**asked.values, "first": days[0], "last": days[-1]}):
        found[what][day] += count
    out = []
    for i, day in enumerate(days):
        until = days[i + 1] if i + 1 < len(days) else day + timedelta(days=1)
        count = sum(n for d, n in found["due"].items() if str(day) <= d < str(until))
        out.append({"date": plain(day), "due": count, "planned": found["planned"][str(day)]})
    return out
