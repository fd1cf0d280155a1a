"""The work desktops: what waits for this person, overdue first, and what a supervision user watches."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import Select, and_, case, func, literal, select, true, union_all
from sqlalchemy.orm import Session

from tejian.archives.models import Equipment
from tejian.kit import clock
from tejian.kit.audit import plain
from tejian.kit.dictionary import words
from tejian.kit.user import User
from tejian.messages.models import Message

from .models import AppBuss
from .process import BUSINESS, DECLARATION
from .steps import STEP_NAMES

ROUTES = {
    "YWSB": "/businessPro/applyList",
    "SCFP": "/businessPro/appReview",
    "CLFS": "/businessPro/dataReview",
    "YWSL": "/businessPro/businessAcceptance",
    "RWAP": "/businessPro/taskArrange",
    "RWQR": "/businessPro/taskConfirm",
    "BGSC": "/businessPro/reportBuild",
    "BGLR": "/businessPro/reportEnter",
    "BGQR": "/businessPro/reportConfirm",
    "BGSH_FX": "/businessPro/reportAudit?stepcode=BGSH_FX",
    "BGSH": "/businessPro/reportAudit",
    "BGSP": "/businessPro/reportApproval",
    "finish_inspect": "/businessPro/inspectEnd",
    "BGDY": "/businessPro/reportRelevant/reportPrint",
    "BGGD": "/businessPro/reportRelevant/reportArchive",
    "BGFF": "/businessPro/reportRelevant/reportRelease",
}
FORMS = {
    "YWSL": "/businessPro/businessInfo?id={id}",
    "RWAP": "/businessPro/taskArrange/form?ids={id}",
    "RWQR": "/businessPro/taskConfirm/form?id={id}",
    "BGSC": "/businessPro/reportBuildInfo?id={id}",
    "BGLR": "/businessPro/reportEnterInfo?id={id}",
    "BGQR": "/businessPro/reportConfirmInfo?id={id}",
    "BGSH_FX": "/businessPro/reportAudit/form?id={id}",
    "BGSH": "/businessPro/reportAudit/form?id={id}",
    "BGSP": "/businessPro/ApprovalInfo?id={id}",
    "BGGD": "/businessPro/gddjInfo?id={id}",
    "BGFF": "/businessPro/ffdjInfo?id={id}",
}


def my_steps(me: User, process: Any) -> list[str]:
    """The steps of a process that the user's permissions open."""
    found = []
    for step in process.steps:
        forward = [m for m in process.moves if step.code in m.frm and not m.anyone and not m.needs_reason]
        if any(me.may(m.may) for m in forward):
            found.append(step.code)
    return [c for c in found if c in ROUTES]


def _waiting(me: User, process: Any, asked: Callable[[str, Any], Select[Any]]) -> Any:
    """A query of each step that the user handles, put together: one index serves a step, none serves them all."""
    model = process.model
    seen = model.visible_parts(me) if hasattr(model, "visible_parts") else [model.visible(me)]
    parts = [
        asked(c, and_(part, process.mine(me, [c])))
        for c in my_steps(me, process)
        for part in ([true()] if process.by_code[c].named and len(seen) > 1 else seen)
    ]
    return union_all(*parts) if parts else None


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


def _counted(db: Session, me: User, process: Any) -> list[Waiting]:
    model, now = process.model, clock.now()
    tonight = datetime.combine(now.date(), time(23, 59, 59), clock.SHANGHAI)
    soon = tonight + timedelta(days=3)
    late, today_, three = model.limit_at < now, model.limit_at <= tonight, model.limit_at <= soon

    def counts(code: str, where: Any) -> Select[Any]:
        return select(
            literal(code).label("step"),
            func.count().label("count"),
            func.count(case((late, 1))).label("late"),
            func.count(case((and_(~late, today_), 1))).label("today"),
            func.count(case((and_(~today_, three), 1))).label("soon"),
            func.min(model.limit_at).label("earliest"),
        ).where(where)

    query = _waiting(me, process, counts)
    found: dict[str, Waiting] = {}
    for step, *figures in db.execute(query) if query is not None else ():
        found.setdefault(step, Waiting(step)).add(*figures)
    return [at for at in found.values() if at.count]


def todo(db: Session, me: User) -> dict[str, Any]:
    """Counts per step in two statements, the most urgent items, the last messages, the month's figures."""
    rows = [*_counted(db, me, DECLARATION), *_counted(db, me, BUSINESS)]
    steps = [
        {
            "stepcode": r.step,
            "label": STEP_NAMES[r.step],
            "route": ROUTES[r.step],
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
        "first": first(db, me),
        "messages": messages(db, me),
        "due": due(db, me),
    }


def first(db: Session, me: User, most: int = 10) -> list[dict[str, Any]]:
    """The items with the earliest limits."""
    out = [_line(r, r.seisn, r.equname) for r in _earliest(db, me, BUSINESS, most)]
    out += [_line(m, m.appno, f"{m.equcount} 台") for m in _earliest(db, me, DECLARATION, most)]
    out.sort(key=lambda x: str(x["limit"]))
    return out[:most]


def _earliest(db: Session, me: User, process: Any, most: int) -> list[Any]:
    model = process.model

    def keys(code: str, where: Any) -> Select[Any]:
        query = select(model.id, model.limit_at).where(where, model.limit_at.is_not(None), model.step != "YWSB")
        if process.by_code[code].named:  # few rows: found by their people, not by walking along the limits of everybody
            mine = query.offset(0).subquery()
            return select(mine.c.id, mine.c.limit_at).order_by(mine.c.limit_at, mine.c.id).limit(most)
        return query.order_by(model.limit_at, model.id).limit(most)

    query = _waiting(me, process, keys)
    if query is None:
        return []
    found = sorted(db.execute(query), key=lambda r: (r.limit_at, r.id))[:most]
    return list(db.scalars(select(model).where(model.id.in_([r.id for r in found]))))


def _line(row: Any, number: str, what: str) -> dict[str, Any]:
    limit = row.limit_at.astimezone(clock.SHANGHAI)
    return {
        "stepcode": row.step,
        "label": STEP_NAMES[row.step],
        "seisn": number,
        "unitname": row.unitname,
        "equname": what,
        "limit": plain(limit),
        "lateDays": max(0, (clock.today() - limit.date()).days) if limit < clock.now() else 0,
        "late": limit < clock.now(),
        "route": FORMS.get(row.step, ROUTES.get(row.step, "")).replace("{id}", row.id),
    }


def messages(db: Session, me: User, most: int = 8) -> list[dict[str, Any]]:
    query = select(Message).where(Message.user_id == me.id, Message.box != "trash")
    found = db.scalars(query.order_by(Message.createtime.desc()).limit(most))
    return [
        {"msg_id": m.id, "kind": m.kind, "title": m.title, "route": m.route, "create_time": plain(m.createtime)}
        | {"unread": m.box == "unread"}
        for m in found
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
    from .tasks import working_days

    days = working_days(db, clock.today() + timedelta(days=1), 15)
    devices = (
        select(Equipment.ninspdate, func.count())
        .where(Equipment.visible(me), Equipment.ninspdate.between(days[0], days[-1]), Equipment.equstatus == "1")
        .group_by(Equipment.ninspdate)
    )
    planned = (
        select(AppBuss.plandate, func.count())
        .where(part, AppBuss.plandate.between(days[0], days[-1]), AppBuss.step.in_(("RWQR", "BGSC")))
        .group_by(AppBuss.plandate)
        for part in AppBuss.visible_parts(me)
    )
    by_day = {k: v for k, v in db.execute(devices)}  # noqa: C416
    tasks = Counter[Any]()
    for at, count in db.execute(union_all(*planned)):
        tasks[at] += count
    out = []
    for i, day in enumerate(days):
        until = days[i + 1] if i + 1 < len(days) else day + timedelta(days=1)
        count = sum(n for d, n in by_day.items() if d is not None and day <= d < until)
        out.append({"date": plain(day), "due": count, "planned": tasks[day]})
    return out


def supervision(db: Session, me: User) -> dict[str, Any]:
    """The supervision user's desktop: overdue, due and unqualified devices of the area, drillable."""
    base = and_(Equipment.visible(me), Equipment.equstatus.in_(("1", "9")))
    now = clock.today()
    area = func.substr(Equipment.areacode, 1, 6)

    def by_area(*where: Any) -> dict[str, int]:
        found = db.execute(select(area, func.count()).where(base, *where).group_by(area))
        return {code: count for code, count in found}  # noqa: C416

    # one by one: an index alone answers each, and only a reading of the whole table would answer all
    totals, late_ones = by_area(), by_area(Equipment.ninspdate < now)
    others = (
        Equipment.ninspdate.between(now, now + timedelta(days=30)),
        Equipment.unqualcode != "",
        Equipment.ndetdate < now,
    )
    counted = [db.scalar(select(func.count()).where(base, where)) or 0 for where in others]
    figures = [sum(totals.values()), sum(late_ones.values()), *counted]
    labels = [
        ("total", "在用设备", "", ""),
        ("overdue", "超期未检", "no", "overdue=1"),
        ("due", "30日内到期", "ca", f"ninspdateStart={now}&ninspdateEnd={now + timedelta(days=30)}"),
        ("unqualified", "不合格", "no", "unqualified=1"),
        ("detection", "检测超期", "ca", "detoverdue=1"),
    ]
    names = words(db, me.dict_version).get("AREA", {})
    late = (
        select(Equipment).where(base, Equipment.ninspdate < now).order_by(Equipment.ninspdate, Equipment.id).limit(12)
    )
    return {
        "today": plain(now),
        "figures": [
            {"key": k, "label": label, "value": v, "tone": tone}
            | {"route": f"/bsArchives/equipment/allEquipentQuery?{q}"}
            for (k, label, tone, q), v in zip(labels, figures, strict=True)
        ],
        "areas": [
            {
                "code": code,
                "name": names.get(code, code),
                "total": total,
                "overdue": late_,
                "rate": round(10_000 * late_ / total, 1) if total else 0,
            }
            for code, total, late_ in sorted(
                ((c, n, late_ones.get(c, 0)) for c, n in totals.items()), key=lambda r: -r[2]
            )
        ],
        "overdue": [
            {
                "id": e.id,
                "equname": e.equname,
                "equcode": e.equcode,
                "useorgname": e.useorgname,
                "useplace": e.useplace,
                "ninspdate": plain(e.ninspdate),
                "days": (now - e.ninspdate).days if e.ninspdate else 0,
                "equclass": e.equclass,
            }
            for e in db.scalars(late)
        ],
        "tasks": first(db, me),
        "messages": messages(db, me),
    }
