"""What declarations cannot say of a record of duty: its period, that there is one alone, and how it begins."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.checklist import AnswerForm
from tejian.kit.records.crud import Hooks
from tejian.supervision.models.duties import DAILY, FILLING, PERIODS, WEEKLY, DutyRecord

from .items import answer_of, items_of
from .process import DUTIES, DUTY, is_late


def bounds(period: str, day: date) -> tuple[date, date]:
    """The first and the last day of the day, the week (from Monday) or the month that a day lies in."""
    if period == DAILY:
        return day, day
    if period == WEEKLY:
        monday = day - timedelta(days=day.weekday())
        return monday, monday + timedelta(days=6)
    first = day.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _before(db: Session, me: User, row: DutyRecord, values: dict[str, Any]) -> None:
    if not me.unit_id:
        raise Refused("履职记录由使用单位自己填写")
    if row.id and any(values.get(n) not in (None, getattr(row, n)) for n in ("period", "equclass", "firstday")):
        raise Refused("类别、设备种类和日期不能改，请删除后重新填写")
    if row.id:
        return
    unit = db.scalars(select(Unit).where(Unit.id == me.unit_id)).one()
    row.unitsysid, row.unitname, row.areacode, row.createby = unit.id, unit.name, unit.areacode, me.id
    period, kind = values["period"], values["equclass"]
    values["firstday"], row.lastday = bounds(period, values["firstday"])
    if values["firstday"] > clock.today():
        raise BadInput("日期：不能提前填写", field="firstday")
    mine = E.useorgsysid == unit.id, E.equclass == kind, E.equDel == 0, E.equstatus.not_in(codes.OFF)
    if db.scalar(select(E.id).where(*mine).limit(1)) is None:
        raise BadInput("设备种类：本单位没有这类设备", field="equclass")
    D = DutyRecord
    same = D.unitsysid == unit.id, D.equclass == kind, D.period == period, D.firstday == values["firstday"]
    if db.scalar(select(D.id).where(*same)) is not None:
        raise Refused(f"{values['firstday']}的{PERIODS[period]}已有记录，不能再填")
    if is_late(db, period, row.lastday) and not values.get("latereason"):
        raise BadInput("补录原因：必填", field="latereason")
    if not is_late(db, period, row.lastday):
        values["latereason"] = None
    DUTIES.put(db, row, FILLING)


def _after(db: Session, me: User, row: DutyRecord, values: dict[str, Any]) -> None:
    """A new record begins with every item answered as the platform knows it."""
    if DUTY.answers(db, row):
        return
    sent = []
    for item in items_of(db, row):
        result, value, finding = answer_of(db, row, item)
        sent.append(AnswerForm(no=item.no, result=result, value=value, finding=finding))
    DUTY.save(db, me, row, sent)


HOOKS = Hooks(_before, _after)
