"""The desktop of a supervision user: what is overdue, due or unqualified in the area, and whom it concerns."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment.api import is_overdue
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.shapes import Tone
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS

from .home import TodoItem, TodoMessage, TodoStep, todo
from .panels import address

COUNTED_FOR = 60.0  # seconds for which the figures stand; the moment is shown beside them
LATE = 12  # overdue devices that are named


@dataclass(frozen=True)
class Figures:
    """The devices of an area in use, counted one by one: a tenth of a second for a city."""

    at: datetime
    until: float
    totals: Mapping[str, int]  # by county
    late: Mapping[str, int]
    others: Sequence[int]


_counted: dict[Any, Figures] = {}


def _figures(db: Session, me: User, base: Any, today: date) -> Figures:
    """The figures of this scope, counted now or within the last minute by whoever sees the same devices."""
    key = (me.scope, me.area, me.org_id, me.unit_id, me.id if me.scope == "own" else "", today)
    found = _counted.get(key)
    if found is None or found.until < time.monotonic():
        for old in [k for k, figures in list(_counted.items()) if figures.until < time.monotonic()]:
            _counted.pop(old, None)
        found = _counted[key] = _count(db, base, today)
    return found


def _count(db: Session, base: Any, today: date) -> Figures:
    area = func.substr(Equipment.areacode, 1, 6)

    def by_area(*where: Any) -> dict[str, int]:
        rows = db.execute(select(area, func.count()).where(base, *where).group_by(area))
        return {code: count for code, count in rows}  # noqa: C416

    # one by one: an index alone answers each, and only a reading of the whole table would answer all
    totals, late = by_area(), by_area(is_overdue())
    others = (
        Equipment.ninspdate.between(today, today + timedelta(days=30)),
        Equipment.unqualcode != "",
        Equipment.ndetdate < today,
    )
    counts = [db.scalar(select(func.count()).where(base, where)) or 0 for where in others]
    return Figures(clock.now(), time.monotonic() + COUNTED_FOR, totals, late, counts)


class SupervisionFigure(TypedDict):
    key: str
    label: str
    value: int
    tone: Tone
    route: str


class SupervisionArea(TypedDict):
    """A county; `rate` is overdue devices per ten thousand."""

    code: str
    name: str
    total: int
    overdue: int
    rate: float


class OverdueEquipment(TypedDict):
    id: str
    equname: str
    equcode: str
    useorgname: str
    useplace: str
    ninspdate: str | None
    days: int
    equclass: str


class TrendMonth(TypedDict):
    """A month of inspections in the area: how many devices, and how many of them failed."""

    month: str
    inspected: int
    failed: int
    route: str


class Supervision(TypedDict):
    """The desktop of a supervisor; its figures were counted at most a minute before."""

    today: str
    countedAt: str
    figures: list[SupervisionFigure]
    areas: list[SupervisionArea]
    worst: str
    worstRoute: str
    overdue: list[OverdueEquipment]
    waiting: int
    steps: list[TodoStep]
    tasks: list[TodoItem]
    messages: list[TodoMessage]


MONTHS = 12
TREND_FOR = 600.0  # seconds
_trends: dict[Any, tuple[float, list[TrendMonth]]] = {}


def trend(db: Session, me: User) -> list[TrendMonth]:
    """The inspections of the last twelve months, from an index alone; counted at most every ten minutes."""
    first = months_ago(clock.today(), MONTHS - 1)
    key = (me.scope, me.area, me.org_id, me.unit_id, me.id if me.scope == "own" else "", clock.today())
    latest = _trends.get(key)
    if latest is None or latest[0] < time.monotonic():
        month = func.to_char(B.inspdate, "YYYY-MM")
        failed = func.count().filter(B.unqualcode != "")
        query = select(month, func.count(), failed).where(B.visible(me), B.inspdate >= first, B.step.in_(at.ISSUED))
        counts = {name: (many, bad) for name, many, bad in db.execute(query.group_by(month))}
        names = [months_ago(clock.today(), ago).strftime("%Y-%m") for ago in reversed(range(MONTHS))]
        rows: list[TrendMonth] = [
            {"month": n, "inspected": many, "failed": bad, "route": _inspected_in(n)}
            for n in names
            for many, bad in [counts.get(n, (0, 0))]
        ]
        for old in [k for k, (until, _) in list(_trends.items()) if until < time.monotonic()]:
            _trends.pop(old, None)
        latest = _trends[key] = (time.monotonic() + TREND_FOR, rows)
    return latest[1]


def _inspected_in(month: str) -> str:
    """The list of the inspections of a month whose reports were issued."""
    first = date.fromisoformat(f"{month}-01")
    last = months_ago(first, -1) - timedelta(days=1)
    asked = {"inspdateStart": str(first), "inspdateEnd": str(last), "step": ",".join(at.ISSUED)}
    return address(LISTS["jy_buss_all"], asked)


def months_ago(today: date, ago: int) -> date:
    """The first day of the month so many months before."""
    months = today.year * 12 + today.month - 1 - ago
    return date(months // 12, months % 12 + 1, 1)


def worst(areas: Sequence[SupervisionArea], overdue: Sequence[OverdueEquipment]) -> tuple[str, str]:
    """One sentence that says what is worst, and the list to begin with."""
    late = [one for one in areas if one["overdue"]]
    if not late or not overdue:
        return "", ""
    area, oldest = max(late, key=lambda one: one["rate"]), max(overdue, key=lambda one: one["days"])
    where = f"{area['name']}超期率最高：在用 {area['total']} 台中 {area['overdue']} 台超期"
    return (
        f"{where}；超期最久的是{oldest['useorgname']}的{oldest['equname']}，已超 {oldest['days']} 日",
        f"/bsArchives/equipment/allEquipentQuery?overdue=1&areacode={area['code']}",
    )


def passed(device: Equipment, today: date) -> date:
    """The oldest of the statutory dates of an overdue device that have passed."""
    return min(day for day in (device.ninspdate, device.ninspdate2) if day and day < today)


def latest_first(db: Session, base: Any, today: date) -> list[Equipment]:
    """The devices that have been overdue the longest by any of their statutory dates.

    The first of each date are asked, which an index gives, and ordered together: a device that is 172 days late by its
    first date may be 1,495 days late by its second.
    """
    rows: dict[str, Equipment] = {}
    for due in (Equipment.ninspdate, Equipment.ninspdate2):
        query = select(Equipment).where(base, is_overdue(), due < today).order_by(due, Equipment.id).limit(LATE)
        rows |= {one.id: one for one in db.scalars(query)}
    return sorted(rows.values(), key=lambda one: (passed(one, today), one.id))[:LATE]


def supervision(db: Session, me: User) -> Supervision:
    """The supervision user's desktop: overdue, due and unqualified devices of the area, drillable."""
    base = and_(Equipment.visible(me), Equipment.equstatus.in_(codes.RUNNING))
    now = clock.today()
    counted = _figures(db, me, base, now)
    figures = [sum(counted.totals.values()), sum(counted.late.values()), *counted.others]
    labels: list[tuple[str, str, Tone, str]] = [
        ("total", "在用设备", "", ""),
        ("overdue", "超期未检", "no", "&overdue=1"),
        ("due", "30日内到期", "ca", f"&ninspdateStart={now}&ninspdateEnd={now + timedelta(days=30)}"),
        ("unqualified", "不合格", "no", "&unqualified=1"),
        ("detection", "检测超期", "ca", "&detoverdue=1"),
    ]
    names = words(db, me.dict_version).get("AREA", {})
    areas: list[SupervisionArea] = [
        {
            "code": code,
            "name": names.get(code, code),
            "total": total,
            "overdue": late_,
            "rate": round(10_000 * late_ / total, 1) if total else 0,
        }
        for code, total, late_ in sorted(
            ((c, n, counted.late.get(c, 0)) for c, n in counted.totals.items()), key=lambda r: -r[2]
        )
    ]
    overdue: list[OverdueEquipment] = [
        {
            "id": e.id,
            "equname": e.equname,
            "equcode": e.equcode,
            "useorgname": e.useorgname,
            "useplace": e.useplace,
            "ninspdate": plain(passed(e, now)),
            "days": (now - passed(e, now)).days,
            "equclass": e.equclass,
        }
        for e in latest_first(db, base, now)
    ]
    sentence, route = worst(areas, overdue)
    own = todo(db, me)
    return {
        "today": plain(now),
        "countedAt": plain(counted.at),
        "figures": [
            {
                "key": k,
                "label": label,
                "value": v,
                "tone": tone,
                "route": f"/bsArchives/equipment/allEquipentQuery?equstatus={','.join(codes.RUNNING)}{q}",
            }
            for (k, label, tone, q), v in zip(labels, figures, strict=True)
        ],
        "areas": areas,
        "worst": sentence,
        "worstRoute": route,
        "overdue": overdue,
        "waiting": own["total"],
        "steps": own["steps"],
        "tasks": own["first"],
        "messages": own["messages"],
    }
