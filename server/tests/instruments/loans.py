"""A loan and an overhaul as tests begin with them."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.instruments.models import Instrument, InstrumentLoan, InstrumentOverhaul
from tejian.kit.ground import clock
from tests.inspection.conftest import Office

LOANS, REPAIRS = "/api/instrument/loans", "/api/instrument/overhauls"
BOX = "3 号"  # a box that the businesses of tests do not use
DAYS = 5
MENDED = {"verdict": "1", "cost": "180.5", "repairnote": "更换表笔和电池"}
RESTORED = {"touches": "1", "checknote": "通电正常，各量程有读数"}


def instrument(office: Office, n: int = 0, box: str = BOX) -> Instrument:
    """One of the institute, good for a long time."""
    rows = office.db.scalars(select(Instrument).where(Instrument.boxno == box).order_by(Instrument.instno)).all()
    one = rows[n]
    one.nextcal = clock.today() + timedelta(days=200)
    office.db.commit()
    return one


def later(days: int = DAYS) -> str:
    return str(clock.today() + timedelta(days=days))


def told(one: Instrument, **more: str) -> dict[str, str]:
    form = {"instrument_id": one.id, "fromday": later(0), "dueday": later(), "purpose": "电梯定期检验"}
    return form | more


def asked(office: Office, login: str = "jianyan1", n: int = 0, **more: str) -> InstrumentLoan:
    """Applied for by an inspector."""
    made = office.good(login, f"{LOANS}/save", **told(instrument(office, n), **more))
    return loan(office, made["id"])


def agreed(office: Office) -> InstrumentLoan:
    row = asked(office)
    office.good("yiqi", f"{LOANS}/agree", ids=row.id)
    return loan(office, row.id)


def lent(office: Office) -> InstrumentLoan:
    row = agreed(office)
    office.good("yiqi", f"{LOANS}/lend", ids=row.id)
    return loan(office, row.id)


def loan(office: Office, key: str) -> InstrumentLoan:
    return office.db.scalars(select(InstrumentLoan).where(InstrumentLoan.id == key)).one()


def of(office: Office, row: InstrumentLoan | InstrumentOverhaul) -> Instrument:
    office.db.expire_all()
    return office.db.get_one(Instrument, row.instrument_id)


def found(office: Office, login: str = "yiqi") -> InstrumentOverhaul:
    """Registered with its fault."""
    form = {"instrument_id": instrument(office, 1).id, "foundday": later(0), "fault": "读数跳动"}
    return repair(office, office.good(login, f"{REPAIRS}/save", **form)["id"])


def mending(office: Office) -> InstrumentOverhaul:
    row = found(office)
    office.good("yiqi", f"{REPAIRS}/begin", id=row.id, repairer="宁波仪器维修中心")
    return repair(office, row.id)


def handed_in(office: Office, **more: Any) -> InstrumentOverhaul:
    """Waits for its check by another than yiqi."""
    row = mending(office)
    office.good("yiqi", f"{REPAIRS}/submit", id=row.id, **MENDED | more)
    return repair(office, row.id)


def repair(office: Office, key: str) -> InstrumentOverhaul:
    return office.db.scalars(select(InstrumentOverhaul).where(InstrumentOverhaul.id == key)).one()
