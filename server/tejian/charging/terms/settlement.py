"""What was charged under a contract: its lines on charges, what of them was paid, and the instalments that it covers.

A charge may hold other lines too: what comes in is counted for the lines of the contract first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.charging import codes as charges
from tejian.charging.models.charges import Charge, ChargeLine
from tejian.charging.models.contracts import Contract
from tejian.charging.parts.api import Covered, covered
from tejian.kit.ground.user import User

from .clauses import instalments_of
from .rules import ZERO

PAGE = "/assistMng/payMng/payConfirm/payConfirmDetail?id={id}"


@dataclass(frozen=True)
class Settled:
    """A contract over all its versions: how many charges, their sum, what was paid of it."""

    count: int
    charged: Decimal
    paid: Decimal
    amount: Decimal | None
    instalments: Sequence[Covered]

    @property
    def unpaid(self) -> Decimal:
        return self.charged - self.paid

    @property
    def rest(self) -> Decimal | None:
        """What may still be charged; None without a sum of the contract."""
        return None if self.amount is None else self.amount - self.charged


def series(db: Session, row: Contract) -> list[str]:
    """The keys of all versions."""
    return list(db.scalars(select(Contract.id).where(Contract.series_id == row.series_id)))


def parts(versions: Iterable[str]) -> Any:
    """Each charge with the sum of its lines under these versions, as a subquery."""
    own = select(ChargeLine.charge_id, func.sum(ChargeLine.amount).label("part"))
    own = own.where(ChargeLine.agreement_id.in_(list(versions)), ChargeLine.agreement_id != "")
    return own.group_by(ChargeLine.charge_id).subquery()


def charged(db: Session, row: Contract, *, but: str = "", beside: Sequence[str] = ()) -> list[tuple[Charge, Decimal]]:
    """The charges under a contract that were committed, or are `beside` one, each with its part; void ones are out."""
    under = parts(series(db, row))
    query = select(Charge, under.c.part).join(under, under.c.charge_id == Charge.id)
    query = query.where(or_(Charge.step != charges.DRAFT, Charge.id.in_(beside)), Charge.step != charges.VOID)
    query = query.where(Charge.id != but)
    return [(one, min(part, one.amount)) for one, part in db.execute(query.order_by(Charge.chargesysid))]


def paid_of(charge: Charge, part: Decimal) -> Decimal:
    """What of a part was paid, without what went back."""
    return min(charge.received, part)


def settled(db: Session, row: Contract) -> Settled:
    """Where a contract stands."""
    rows = charged(db, row)
    paid = sum((paid_of(one, part) for one, part in rows), ZERO)
    plan = [(one.seq, one.dueday, one.amount) for one in instalments_of(db, row.id)]
    total = sum((part for _, part in rows), ZERO)
    return Settled(len(rows), total, paid, row.amount, covered(plan, paid))


def rows_of(db: Session, me: User, row: Contract) -> list[dict[str, Any]]:
    """The charges that are counted; those that the reader sees lead to their page."""
    rows = charged(db, row)
    visible = set(db.scalars(select(Charge.id).where(Charge.id.in_([one.id for one, _ in rows]), Charge.visible(me))))
    return [
        {
            "id": one.id,
            "chargesysid": one.chargesysid,
            "chargesysidLink": PAGE.format(id=one.id) if one.id in visible else "",
            "step": one.step,
            "itemcount": one.itemcount,
            "part": str(part),
            "paid": str(paid_of(one, part)),
            "amount": str(one.amount),
            "received": str(one.received),
            "duedate": str(one.duedate or ""),
            "createtime": one.createtime.isoformat(),
        }
        for one, part in rows
    ]
