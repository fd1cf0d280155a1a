"""Who may do what with an overhaul, what stands against it, and what becomes of the instrument."""

from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from tejian.instruments.models import AT_CALIBRATION, IN_STORE, MENDED, SCRAPPED, TOUCHED, Instrument
from tejian.instruments.models import InstrumentOverhaul as O
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return O.orgid == me.org_id


def checker(me: User) -> Any:
    """经办人以外的人"""
    return and_(O.orgid == me.org_id, O.sender_id != me.id)


def instrument_of(db: Session, row: O) -> Instrument:
    """The instrument of an overhaul, locked."""
    return db.scalars(select(Instrument).where(Instrument.id == row.instrument_id).with_for_update()).one()


def mended(d: Doing) -> str | None:
    """检修结论为已修复"""
    return None if d.subject.verdict == MENDED else "检修结论为不能修复，不能恢复使用，请报废或退回检修"


def back_to_use(d: Doing) -> None:
    """影响量值的送检，否则入库"""
    instrument_of(d.db, d.subject).status = AT_CALIBRATION if d.subject.touches == TOUCHED else IN_STORE


def scrapped(d: Doing) -> None:
    """仪器报废"""
    instrument_of(d.db, d.subject).status = SCRAPPED
