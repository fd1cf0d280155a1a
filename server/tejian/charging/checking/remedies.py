"""What can be done about lines of a statement that do not agree, and for which charge their money is.

All that is asked of the lines of a page is read at once: a file of the bank may have hundreds that we do not know.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, PayOrder
from tejian.charging.models.checks import StatementLine
from tejian.charging.models.parts import ChargePart
from tejian.charging.models.surplus import Surplus
from tejian.charging.parts.api import DUE_NOW, LEFT

NUMBER = re.compile(r"[A-Za-z0-9-]{6,32}")
WAITING = (at.PAYING, at.FAILED)  # orders whose money is still to come, or was taken back
PLATFORM = "平台"
Lines = Sequence[tuple[StatementLine, str]]  # each with the source of its statement


@dataclass(frozen=True)
class Known:
    """What we know of lines that we do not have: their orders, payments too much, the charges they may be for."""

    orders: dict[str, PayOrder]
    too_much: set[str]
    of_orders: dict[str, Charge]
    named: dict[str, Charge]  # by number, by pay code, by the code of a part
    owing: dict[str, list[tuple[Charge, Decimal, Decimal]]]  # of a payer, with what is left and what of it is due

    def order_of(self, line: StatementLine) -> PayOrder | None:
        """The order that a line of the platform names."""
        return self.orders.get(line.memo) or self.orders.get(line.payer)

    def remedy_of(self, line: StatementLine, source: str) -> str:
        """What can be done about a line that does not agree; what was paid in advance goes back from its account."""
        if line.amount < 0:
            return ""  # what went out is looked into by people: it is asked for by one and done by another
        if line.result != at.UNMATCHED:
            return at.TAKE_BACK if line.charge_id else ""
        if source != PLATFORM:
            return at.BY_CHARGE
        order = self.order_of(line)
        if order is None or order.state in WAITING:
            return at.BY_ORDER
        return "" if line.number in self.too_much else at.TOO_MUCH

    def likely(self, line: StatementLine, source: str) -> Charge | None:
        """The charge that a line is for: of its order; by a number that the payer wrote; the only one that fits."""
        if source == PLATFORM:
            order = self.order_of(line)
            return self.of_orders[order.charge_id] if order else None
        for number in NUMBER.findall(line.memo):
            if charge := self.named.get(number):
                return charge
        alike = [one for one, left, due in self.owing.get(line.payer, ()) if line.amount in (left, due)]
        return alike[0] if len(alike) == 1 else None


def known_of(db: Session, org: str, lines: Lines) -> Known:
    """All that is known of the lines that we do not have; the others need no look."""
    unknown = [(line, source) for line, source in lines if line.result == at.UNMATCHED]
    orderly = [line for line, source in unknown if source == PLATFORM]
    transfers = [line for line, source in unknown if source != PLATFORM]
    names = {text for line in orderly for text in (line.memo, line.payer) if text}
    query = select(PayOrder).where(PayOrder.orgid == org, PayOrder.orderno.in_(names))
    orders = {one.orderno: one for one in db.scalars(query)} if names else {}
    of_orders = select(Charge).where(Charge.id.in_({one.charge_id for one in orders.values()}))
    numbers = {line.number for line, _ in unknown}
    too_much = select(Surplus.platformno).where(Surplus.platformno.in_(numbers), Surplus.step != at.NO_SURPLUS)
    return Known(
        orders,
        set(db.scalars(too_much)) if numbers else set(),
        {one.id: one for one in db.scalars(of_orders)} if orders else {},
        _named(db, org, {text for line in transfers for text in NUMBER.findall(line.memo)}),
        _owing(db, org, {line.payer for line in transfers if line.payer}),
    )


def _named(db: Session, org: str, numbers: set[str]) -> dict[str, Charge]:
    """Charges that somebody owes, by the numbers under which they are paid."""
    if not numbers:
        return {}
    query = select(Charge).where(Charge.orgid == org, Charge.step.in_(at.OPEN))
    parts = select(ChargePart.paycode, ChargePart.charge_id).where(ChargePart.paycode.in_(numbers))
    of_parts = {code: key for code, key in db.execute(parts)}  # noqa: C416
    own = or_(Charge.chargesysid.in_(numbers), Charge.paycode.in_(numbers), Charge.id.in_(of_parts.values()))
    rows = {one.id: one for one in db.scalars(query.where(own))}
    charges = {code: rows[key] for code, key in of_parts.items() if key in rows}
    return charges | {code: one for one in rows.values() for code in (one.paycode, one.chargesysid) if code in numbers}


def _owing(db: Session, org: str, payers: set[str]) -> dict[str, list[tuple[Charge, Decimal, Decimal]]]:
    """What payers owe, charge by charge."""
    debts: dict[str, list[tuple[Charge, Decimal, Decimal]]] = {}
    query = select(Charge, LEFT, DUE_NOW).where(Charge.orgid == org, Charge.step.in_(at.OPEN))
    for charge, left, due in db.execute(query.where(Charge.payunitname.in_(payers))) if payers else ():
        debts.setdefault(charge.payunitname, []).append((charge, left, due))
    return debts


def order_of(db: Session, org: str, line: StatementLine, *, lock: bool = False) -> PayOrder | None:
    """The order that a line of the platform names."""
    query = select(PayOrder).where(PayOrder.orgid == org, PayOrder.orderno.in_((line.memo, line.payer)))
    query = query.with_for_update().execution_options(populate_existing=True) if lock else query
    return db.scalars(query.limit(1)).first()
