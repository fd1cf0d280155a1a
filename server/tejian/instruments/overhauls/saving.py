"""How an overhaul begins: of an instrument that is here and not in one already."""

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.instruments.models import FOUND, IN_REPAIR, IN_WORK, LENT, OUT, SCRAPPED, Instrument, InstrumentLoan
from tejian.instruments.models import InstrumentOverhaul as O
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.numbering import number_new
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks

from .process import OVERHAUL

LOST = "9"  # C647


def instruments(db: Session, me: User) -> list[Option]:
    """The instruments that can be taken into an overhaul: not lent, not in one, not gone."""
    away = (LENT, IN_REPAIR, SCRAPPED, LOST)
    mine = (Instrument.visible(me), Instrument.org_id == me.org_id, Instrument.status.not_in(away))
    rows = db.scalars(select(Instrument).where(*mine).order_by(Instrument.instno).limit(2000))
    return [{"value": one.id, "label": f"{one.instno} {one.name} {one.model}".strip()} for one in rows]


def _before(db: Session, me: User, row: O, values: dict[str, Any]) -> None:
    if values.get("foundday") and values["foundday"] > clock.today():
        raise BadInput("发现日期：不能晚于今天", field="foundday")
    if row.id:
        return
    one = visible_or_refuse(db, me, Instrument, values["instrument_id"], lock=True)
    _refuse(db, one)
    _put(db, me, row, one)


def _refuse(db: Session, one: Instrument) -> None:
    """Refuse what is in an overhaul already, lent, scrapped or lost."""
    name = f"{one.name}（{one.instno}）"
    if number := db.scalar(select(O.repairno).where(O.instrument_id == one.id, O.step.in_(IN_WORK))):
        raise Refused(f"{name}正在检修，检修单号{number}")
    L = InstrumentLoan
    if number := db.scalar(select(L.loanno).where(L.instrument_id == one.id, L.step == OUT)):
        raise Refused(f"{name}已借出，借用单号{number}，归还时写明损坏即开始检修")
    if one.status in (SCRAPPED, LOST):
        raise Refused(f"{name}已{'报废' if one.status == SCRAPPED else '丢失'}，不能检修")


def _put(db: Session, me: User, row: O, one: Instrument) -> None:
    row.orgid, row.createby, row.reporter_id = one.org_id, me.id, me.id
    one.status = IN_REPAIR
    OVERHAUL.put(db, row, FOUND)


HOOKS = Hooks(_before)


def begin(db: Session, me: User, one: Instrument, fault: str, found: date, loan_id: str = "") -> O:
    """An overhaul of a (locked) instrument that came back damaged."""
    row = O(instrument_id=one.id, fault=fault, foundday=found, loan_id=loan_id)
    _put(db, me, row, one)
    number_new(db, row)
    db.add(row)
    db.flush()
    return row
