"""What can be done about a line of a statement that does not agree, and for which charge its money is."""

import re

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from . import codes as at
from . import surplus
from .check_models import StatementLine
from .models import Charge, PayOrder

NUMBER = re.compile(r"[A-Za-z0-9-]{6,32}")


WAITING = (at.PAYING, at.FAILED)  # orders whose money is still to come, or was taken back


def remedy_of(db: Session, org: str, line: StatementLine, source: str) -> str:
    """What can be done about a line that does not agree; what was paid in advance is given back from its account."""
    if line.result != at.UNMATCHED:
        return at.TAKE_BACK if line.charge_id else ""
    if source != "平台":
        return at.BY_CHARGE
    order = order_of(db, org, line)
    if order is None or order.state in WAITING:
        return at.BY_ORDER
    return "" if surplus.known(db, line.number) else at.TOO_MUCH


def order_of(db: Session, org: str, line: StatementLine, *, lock: bool = False) -> PayOrder | None:
    """The order that a line of the platform names."""
    query = select(PayOrder).where(PayOrder.orgid == org, PayOrder.orderno.in_((line.memo, line.payer)))
    query = query.with_for_update().execution_options(populate_existing=True) if lock else query
    return db.scalars(query.limit(1)).first()


def likely(db: Session, org: str, line: StatementLine, source: str) -> Charge | None:
    """The charge that a line is for: of its order; by a number that the payer wrote; the only one that owes as much."""
    if source == "平台":
        order = order_of(db, org, line)
        return db.scalars(select(Charge).where(Charge.id == order.charge_id)).one() if order else None
    owing = select(Charge).where(Charge.orgid == org, Charge.step.in_(at.OPEN))
    numbers = NUMBER.findall(line.memo)
    if numbers:
        named = or_(Charge.chargesysid.in_(numbers), Charge.paycode.in_(numbers))
        if charge := db.scalars(owing.where(named).limit(1)).first():
            return charge
    fits = owing.where(Charge.payunitname == line.payer, Charge.owed - Charge.received == line.amount)
    alike = db.scalars(fits.limit(2)).all()
    return alike[0] if len(alike) == 1 else None
