"""What of a charge is to be paid by a day: all of it, or the parts that were agreed and are due by then."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, ChargeItem
from tejian.charging.models.parts import ChargePart as P
from tejian.kit.ground import clock

from .instalments import Covered, covered

ZERO = Decimal("0.00")
LEFT = Charge.owed - Charge.received


def due_by(day: Any) -> Any:
    """What is left of a charge and was to be paid up to a day, as a column; later parts are not.

    Only charges with a plan are asked for their parts: all others are summed from their index alone.
    """
    later = select(func.coalesce(func.sum(P.amount), 0)).where(P.charge_id == Charge.id, P.dueday > day)
    rest = func.greatest(LEFT - later.correlate(Charge).scalar_subquery(), 0)
    return case((Charge.parts > 0, rest), else_=LEFT)


OVERDUE = due_by(func.current_date() - 1)
DUE_NOW = due_by(func.greatest(Charge.duedate, func.current_date()))  # the next part at least


def parts_of(db: Session, charge: Charge) -> Sequence[P]:
    """The parts of a plan in their order."""
    return db.scalars(select(P).where(P.charge_id == charge.id).order_by(P.seq)).all() if charge.parts else []


def plan(parts: Sequence[P], charge: Charge) -> list[Covered]:
    """Each part with what was paid of it: what is left of the charge are its last parts."""
    rows = [(one.seq, one.dueday, one.amount) for one in parts]
    paid = sum((one.amount for one in parts), ZERO) - (charge.owed - charge.received)
    return covered(rows, max(paid, ZERO))


def first_open(parts: Sequence[P], charge: Charge) -> P | None:
    """The part that is to be paid next; none when all are paid."""
    number = next((one.seq for one in plan(parts, charge) if one.rest > 0), 0)
    return next((one for one in parts if one.seq == number), None)


def left_by(parts: Sequence[P], charge: Charge, day: date) -> Decimal:
    """What is left of a charge and was to be paid up to a day, of its parts: `due_by` of one that was read."""
    later = sum((one.amount for one in parts if one.dueday > day), ZERO)
    return max(charge.owed - charge.received - later, ZERO)


def overdue(parts: Sequence[P], charge: Charge) -> Decimal:
    """What of a charge was to be paid before today: `OVERDUE` of one that was read."""
    return left_by(parts, charge, clock.today() - timedelta(days=1))


def due_now(parts: Sequence[P], charge: Charge) -> Decimal:
    """What is to be paid now: what is left of it, or of its parts those that are due, and at least the next one."""
    coming = first_open(parts, charge)
    return left_by(parts, charge, max(coming.dueday, clock.today()) if coming else clock.today())


def words(parts: Sequence[P], charge: Charge) -> str:
    """How far a plan is and what is to be paid now; '' without one."""
    coming = first_open(parts, charge)
    if coming is None:
        return ""
    now, left = due_now(parts, charge), charge.owed - charge.received
    due = (
        f"已过期未缴{late}元" if (late := overdue(parts, charge)) else f"第{coming.seq}期{now}元应于{coming.dueday}前缴"
    )
    return f"{charge.chargesysid}分{len(parts)}期缴费，{due}，共未缴{left}元"


def of_item(db: Session, item: str) -> str:
    """What the charges of a business item that are paid in parts still owe, and how much of it now."""
    own = select(ChargeItem.charge_id).where(ChargeItem.appbuss_id == item, ChargeItem.live)
    wanted = select(Charge).where(Charge.id.in_(own), Charge.step.in_(at.OPEN), Charge.parts > 0)
    return "；".join(words(parts_of(db, one), one) for one in db.scalars(wanted.order_by(Charge.chargesysid)))
