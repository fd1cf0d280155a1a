"""A payment too much is written down when a callback or a file tells of it; what was booked once is none."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, ChargeEntry, PayOrder
from tejian.charging.models.surplus import Surplus
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM

from . import payments


def known(db: Session, platformno: str) -> Surplus | None:
    """The payment too much that bears a number of the platform, unless the platform said that there was none."""
    query = select(Surplus).where(Surplus.platformno == platformno, Surplus.step != at.NO_SURPLUS)
    return db.scalars(query).first()


def open_of(db: Session, order: PayOrder) -> Surplus | None:
    """One of an order that nobody has given back yet."""
    query = select(Surplus).where(Surplus.order_id == order.id, Surplus.step.in_(at.OPEN_SURPLUS))
    return db.scalars(query.limit(1)).first()


def note(db: Session, order: PayOrder, platformno: str, amount: Decimal, day: date | None, why: str) -> Surplus | None:
    """Write it down once. None for no money, and for what was booked under its number; the order is locked."""
    if amount <= 0 or known(db, platformno) or payments.voucher_known(db, at.ONLINE, platformno):
        return None
    row = Surplus(charge_id=order.charge_id, order_id=order.id, platformno=platformno, amount=amount, why=why[:256])
    row.chargesysid, row.payunitname, row.orderno = order.chargesysid, order.payunitname, order.orderno
    row.orgid, row.paidon, row.createby = order.orgid, day, SYSTEM.id
    row.step, row.step_since = at.FOUND_SURPLUS, clock.now()
    db.add(row)
    db.flush()
    return row


def is_surplus(db: Session, entry: ChargeEntry) -> bool:
    """Whether an entry is the money of a payment too much, which went back at once."""
    return entry.way == at.ONLINE and entry.ref != "" and known(db, entry.ref) is not None


def open_sum(db: Session, charge: Charge) -> Decimal:
    """What was paid too much for a charge and has not gone back."""
    query = select(Surplus.amount).where(Surplus.charge_id == charge.id, Surplus.step.in_(at.OPEN_SURPLUS))
    return sum(db.scalars(query), Decimal(0))


def returned(db: Session, charge: Charge) -> list[Surplus]:
    """What was paid too much for a charge and has gone back."""
    query = select(Surplus).where(Surplus.charge_id == charge.id, Surplus.step == at.RETURNED_SURPLUS)
    return list(db.scalars(query.order_by(Surplus.platformno)))
