"""What is checked when an instrument is entered, calibrated or put into a box."""

from calendar import monthrange
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held, record

from .models import (
    AT_CALIBRATION,
    IN_REPAIR,
    IN_WORK,
    LENT,
    OUT,
    PASSED,
    Instrument,
    InstrumentLoan,
    InstrumentOverhaul,
)


def months_later(start: date, months: int) -> date:
    """The same day of a later month, or its last day."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))


def before_save(db: Session, me: User, row: Instrument, values: dict[str, Any]) -> None:
    """Numbers are unique; a calibration lies behind us and ends after it began; its end follows from the cycle."""
    number = values.get("instno")
    if number and db.scalar(select(Instrument.id).where(Instrument.instno == number, Instrument.id != (row.id or ""))):
        raise BadInput(f"仪器编号：{number}已登记", field="instno")
    if not row.id:
        if not me.org_id:
            raise Refused("您的账号没有所属机构，不能登记仪器")
        row.org_id, row.dept_id = me.org_id, me.dept_id
    _state(db, row, values)
    _dates(row, values)


def _state(db: Session, row: Instrument, values: dict[str, Any]) -> None:
    """Lent and in repair are made by loans and overhauls alone, and end with them."""
    after, before = values.get("status") or row.status, row.status
    if after == before:
        return
    if after in (LENT, IN_REPAIR):
        raise BadInput("状态：借出由仪器借用办理，维修由仪器检修办理", field="status")
    if before and (held_by := _held_by(db, row)):
        raise BadInput(f"状态：{held_by}，办完后再改", field="status")


def _held_by(db: Session, row: Instrument) -> str:
    """The open loan or overhaul of an instrument in words; '' without one."""
    L, X = InstrumentLoan, InstrumentOverhaul
    if number := db.scalar(select(L.loanno).where(L.instrument_id == row.id, L.step == OUT)):
        return f"仪器已借出（{number}）"
    number = db.scalar(select(X.repairno).where(X.instrument_id == row.id, X.step.in_(IN_WORK)))
    return f"仪器正在检修（{number}）" if number else ""


def _dates(row: Instrument, values: dict[str, Any]) -> None:
    done = values.get("lastcal") or row.lastcal
    if done is None:
        return
    if done > clock.today():
        raise BadInput("检定日期：不能晚于今天", field="lastcal")
    moved = values.get("lastcal") not in (None, row.lastcal)
    if not values.get("nextcal") and (moved or row.nextcal is None):
        values["nextcal"] = months_later(done, values.get("cycle") or row.cycle or 12)
    until = values.get("nextcal") or row.nextcal
    if until and until <= done:
        raise BadInput("有效期至：应晚于检定日期", field="nextcal")


def calibrate(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Enter a calibration; an instrument that was sent away for it is usable again."""
    row, values = held(db, me, Instrument, sent), dict(sent.values)
    if row.lastcal and values["lastcal"] < row.lastcal:
        raise BadInput(f"检定日期：不能早于上次检定{row.lastcal}", field="lastcal")
    _dates(row, values)
    for name, value in values.items():
        if value is not None:
            setattr(row, name, value)
    if row.status == AT_CALIBRATION:
        row.status = PASSED
    db.flush()
    return record(row)


def assign(db: Session, me: User, sent: Input) -> None:
    """Put instruments into a box, or take them out with an empty number."""
    for row in many_visible_or_refuse(db, me, Instrument, sent.ids, lock=True):
        row.boxno = sent["boxno"] or ""


def before_delete(db: Session, me: User, row: Instrument) -> None:
    """Reports name instruments: only one that was never calibrated here can go."""
    if row.lastcal or row.certno:
        raise Refused(f"{row.name}（{row.instno}）已有检定记录，请改为停用或报废")
    for model, word in ((InstrumentLoan, "借用"), (InstrumentOverhaul, "检修")):
        if db.scalar(select(model.id).where(model.instrument_id == row.id).limit(1)):
            raise Refused(f"{row.name}（{row.instno}）已有{word}记录，请改为停用或报废")
