"""Maintenance visits: entered by the maintenance unit of the lift, each with its items and the interval before it."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple, NotRequired

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.permissions import MAINTENANCE_SAVE
from tejian.kit.database.audit import plain
from tejian.kit.database.db import hold, visible_or_refuse
from tejian.kit.forms.form import as_moment
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held, shaped
from tejian.system.rules import api as rulestore

from . import rules

RESULTS = ("√", "×", "/")  # done and good, a fault, does not apply
LONGEST = timedelta(hours=24)
NOT_SENT = {"result": None, "note": None}
FEWEST = 2  # persons (TSG T5002-2017, memory)


class VisitItem(TypedDict):
    no: str
    item: str
    requirement: NotRequired[str]
    result: NotRequired[str]
    note: NotRequired[str]


class Visit(TypedDict):
    """A visit; `editable`: the user may change it."""

    id: str
    version: int
    equdatasysid: str
    equcode: str
    useplace: str
    maiorgname: str
    maitype: str
    persons: str
    visitday: str
    starttime: str
    endtime: str
    items: list[VisitItem]
    faults: int
    signed: bool
    signedby: str
    score: int | None
    prevday: str | None
    intervaldays: int | None
    limitdays: int | None
    overdue: bool
    remark: str
    editable: bool


class Lift(TypedDict):
    id: str
    equcode: str
    useplace: str
    useorgname: str
    maiorgname: str


class VisitStart(TypedDict):
    """`last` and `persons`: the day of the last visit, and who made it for the same maintainer."""

    lift: Lift
    items: list[VisitItem]
    last: str | None
    persons: str


def intervals(db: Session) -> list[rules.Interval]:
    made: list[rules.Interval] = rulestore.made(
        db, "maintenance_interval", lambda db: [rules.interval(r) for r in rulestore.rows(db, "maintenance_interval")]
    )
    return made


def items_for(db: Session, maitype: str) -> list[VisitItem]:
    """The items of a visit of this type, with those of the shorter types."""
    order = [i.maitype for i in sorted(intervals(db), key=lambda i: i.days)]
    wanted = rules.types_in(maitype, order)
    rows = [r for r in rulestore.rows(db, "maintenance_items") if r["maitype"] in wanted]
    return [{"no": f"{r['maitype']}-{r['seq']}", "item": r["item"], "requirement": r["requirement"]} for r in rows]


def lift_of(db: Session, me: User, key: str) -> Equipment:
    """A lift that the user sees; a maintenance unit only those that it maintains."""
    lift = visible_or_refuse(db, me, Equipment, key)
    _only_lifts(lift)
    return lift


def _only_lifts(device: Equipment) -> None:
    if device.equclass != codes.LIFT:
        raise BadInput("只有电梯有维保记录", field="equdatasysid")


def save(db: Session, me: User, sent: Input) -> Visit:
    """Enter a visit or change it; the intervals of this lift's later visits follow."""
    key, values = sent.id, sent.values
    row = held(db, me, Maintenance, sent) if key else Maintenance()
    lift = lift_of(db, me, row.equdatasysid if key else values["equdatasysid"] or "")
    _may_write(me, lift, row if key else None)
    people = [n for n in re.split(r"[、,，;；\s]+", values["persons"]) if n]
    if len(set(people)) < FEWEST:
        raise BadInput(f"维保人员：不少于{FEWEST}人", field="persons")
    start, end = (_moment(values[n], label) for n, label in (("starttime", "开始时间"), ("endtime", "结束时间")))
    if end <= start:
        raise BadInput("结束时间：应晚于开始时间", field="endtime")
    if end - start > LONGEST:
        raise BadInput("结束时间：一次维保不超过24小时", field="endtime")
    if end > clock.now():
        raise BadInput("结束时间：不得晚于现在", field="endtime")
    items = _items(db, values["maitype"], values["items"])
    hold(db, f"maintenance {lift.id}")
    same = select(Maintenance.id).where(Maintenance.equdatasysid == lift.id, Maintenance.starttime == start)
    if db.scalar(same.where(Maintenance.id != row.id) if key else same):
        raise Refused("这台电梯在该开始时间已有维保记录", "DUPLICATE")
    before = row.visitday if key else start.date()
    row.equdatasysid, row.equcode, row.ele96333code = lift.id, lift.equcode, lift.ele96333code
    row.useplace, row.useorgname = lift.useplace, lift.useorgname
    if not key:
        row.maiorgsysid, row.maiorgname = lift.maiorgsysid, lift.maiorgname
    row.maitype, row.persons, row.starttime, row.endtime = values["maitype"], "、".join(people), start, end
    row.visitday, row.items, row.faults = start.date(), items, sum(i["result"] == "×" for i in items)
    row.signed, row.signedby, row.score = values["signed"], values["signedby"] or "", values["score"]
    row.remark = values["remark"] or ""
    db.add(row)
    settle_intervals(db, lift.id, min(before, row.visitday))
    return detail(db, me, row.id)


def _may_write(me: User, lift: Equipment, row: Maintenance | None) -> None:
    require(me, MAINTENANCE_SAVE)
    if me.unit_id and me.unit_id != (row.maiorgsysid if row else lift.maiorgsysid):
        raise NoPermission()
    if row is None and not lift.maiorgsysid:
        raise Refused("这台电梯没有维保单位，请先登记维保单位")


def _moment(text: str, label: str) -> Any:
    found = as_moment(text, label)
    return found if found.tzinfo else found.replace(tzinfo=clock.SHANGHAI)


def _items(db: Session, maitype: str, sent: Sequence[Mapping[str, Any]]) -> list[VisitItem]:
    """The results of every item of the type; a fault says what it was."""
    results = {r["no"]: r for r in sent}
    out: list[VisitItem] = []
    for item in items_for(db, maitype):
        row = results.get(item["no"], NOT_SENT)
        result, note = row["result"] or "", row["note"] or ""
        if result not in RESULTS:
            raise BadInput(f"维保项目“{item['item']}”：请填写结果", field="items")
        if result == "×" and not note:
            raise BadInput(f"维保项目“{item['item']}”：有问题时写明情况与处理", field="items")
        out.append({"no": item["no"], "item": item["item"], "result": result, "note": note})
    return out


def settle_intervals(db: Session, lift_id: str, since: date) -> None:
    """Compute the interval of this lift's visits from a day on again."""
    db.flush()
    known = intervals(db)
    query = select(Maintenance).where(Maintenance.equdatasysid == lift_id)
    visits = list(db.scalars(query.order_by(Maintenance.visitday, Maintenance.starttime)))
    passed: list[tuple[date, str]] = []
    for visit in visits:
        if visit.visitday >= since:
            gap = rules.gap_of(visit.visitday, visit.maitype, passed, known)
            visit.prevday, visit.intervaldays, visit.limitdays, visit.overdue = (
                gap.previous,
                gap.days,
                gap.limit,
                gap.late,
            )
        passed.append((visit.visitday, visit.maitype))
    db.flush()


def detail(db: Session, me: User, key: str) -> Visit:
    row = visible_or_refuse(db, me, Maintenance, key)
    mine = me.may(MAINTENANCE_SAVE) and me.unit_id in ("", row.maiorgsysid)
    return shaped(Visit, row, editable=mine)


def start(db: Session, me: User, lift_id: str, maitype: str) -> VisitStart:
    """What a new visit of a lift begins with: the lift, the items, the last visit."""
    lift = lift_of(db, me, lift_id)
    people = select(Maintenance.persons).where(
        Maintenance.equdatasysid == lift.id, Maintenance.maiorgsysid == lift.maiorgsysid
    )
    return {
        "lift": shaped(Lift, lift),
        "items": items_for(db, maitype or "01"),
        "last": _last_day(db, lift.id),
        "persons": db.scalar(people.order_by(Maintenance.visitday.desc()).limit(1)) or "",
    }


def _last_day(db: Session, lift_id: str) -> Any:
    days = select(Maintenance.visitday).where(Maintenance.equdatasysid == lift_id, Maintenance.limitdays.is_not(None))
    return plain(db.scalar(days.order_by(Maintenance.visitday.desc()).limit(1)))


class Visits(NamedTuple):
    """The visits of a lift, newest first, and how long ago the last one was."""

    maintainer: str
    last: str | None
    since: int | None
    limit: int | None
    overdue: bool
    may: bool  # whether the user may enter one
    visits: list[Maintenance]


def of_lift(db: Session, me: User, lift: Equipment) -> Visits:
    """What the page of a lift says of its maintenance."""
    _only_lifts(lift)
    query = select(Maintenance).where(Maintenance.equdatasysid == lift.id, Maintenance.visible(me))
    rows = db.scalars(query.order_by(Maintenance.starttime.desc()).limit(60))
    limit = min((i.days for i in intervals(db)), default=None)
    last = _last_day(db, lift.id)
    since = (clock.today() - date.fromisoformat(last)).days if last else None
    late = lift.equstatus == codes.IN_USE and since is not None and limit is not None and since > limit
    may = me.may(MAINTENANCE_SAVE) and me.unit_id in ("", lift.maiorgsysid) and bool(lift.maiorgsysid)
    return Visits(lift.maiorgname, last, since, limit, late, may, list(rows))
