"""What is found becomes a problem; until it is issued the officers write it as it stands."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.supervision.models.defects import AT_ONCE, CASE, CLOSED, DRAFT, RUNNING, STOPS, Defect

from .process import DEFECT


@dataclass(frozen=True)
class Found:
    """A finding as its source states it, with what the rule of its item proposes."""

    item: str
    text: str
    content: str
    basis: str = ""
    level: str = ""
    clause: str = ""
    handling: str = ""
    act: str = ""


DEMANDS = {
    "01": "当场改正",
    "02": "在整改期限内消除，并报送整改结果和照片",
    "03": "立即停止使用，消除后经确认方可恢复使用",
    "04": "查封、扣押期间不得使用、转移",
}


def draft(db: Session, me: User, found: Found, due: date, **source: Any) -> Defect:
    """A problem that is not told yet, with what its source knows."""
    row = Defect(item=found.item, itemtext=found.text, content=found.content, basis=found.basis, **source)
    row.level, row.clause, row.handling, row.act = found.level, found.clause, found.handling, found.act
    row.demand = DEMANDS.get(found.handling, DEMANDS["02"])
    row.deadline, row.createby = clock.today() if found.handling == AT_ONCE else due, me.id
    DEFECT.put(db, row, DRAFT)
    db.add(row)
    return row


def of_source(db: Session, key: str) -> list[Defect]:
    """The problems of one source, in the order of its items."""
    return list(db.scalars(select(Defect).where(Defect.source_id == key).order_by(Defect.item, Defect.id)))


def drop_drafts(db: Session, key: str) -> None:
    """Take back what was not told yet: the source is written anew."""
    db.execute(delete(Defect).where(Defect.source_id == key, Defect.step == DRAFT))


def issue(d: Doing, rows: Iterable[Defect]) -> list[Defect]:
    """Number and tell the problems of a source that was signed."""
    return DEFECT.follow(d, "issue", rows)


def still_open(rows: Iterable[Defect]) -> list[Defect]:
    """Those of which nothing is decided yet."""
    return [one for one in rows if one.step not in (CLOSED, CASE)]


def write(db: Session, me: User, row: Defect, values: dict[str, Any]) -> None:
    """Write a draft as the officers put it. Refused for another's, for one that was told, for a day that has passed."""
    if row.org_id != me.org_id:
        raise NoPermission
    if row.step != DRAFT:
        raise Refused(f"{row.defectno}{DEFECT.name_of(row.step)}，不能再修改")
    due = values.get("deadline")
    if due and due < clock.today():
        raise BadInput(f"整改期限：{due}已过", field="deadline")
    if device := values.get("equdatasysid"):
        mine = or_(E.useorgsysid == row.unitsysid, E.maiorgsysid == row.unitsysid)
        if db.scalar(select(E.id).where(E.id == device, mine)) is None:
            raise BadInput("设备：请选择被检查单位的设备", field="equdatasysid")
    for name, value in values.items():
        setattr(row, name, "" if value is None else value)


def stopped_by(db: Session, device: str) -> str:
    """The number of the problem for which a device may not run; '' when it may."""
    query = select(Defect.defectno).where(Defect.equdatasysid == device, Defect.step.in_(RUNNING))
    return db.scalar(query.where(Defect.handling.in_(STOPS), Defect.lifted.is_(None)).limit(1)) or ""
