"""The money of a charge: entries are written once, and where the charge stands follows from their sums."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, ChargeEntry, ChargeItem, Invoice, PayOrder
from tejian.charging.models.surplus import Surplus
from tejian.charging.parts import api as plans
from tejian.inspection.flow.api import note_charges
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

from . import days, payments

ZERO = Decimal("0.00")
# C643 from what has got least far: an item charged on two channels is as far as the least of both
ORDER = ("0", "7", "1", "2", "3", "6", "4", "5", "8")


@dataclass(frozen=True)
class Sums:
    """What is owed, received and stands on receipts that were not reversed."""

    owed: Decimal
    received: Decimal
    billed: Decimal

    @property
    def open(self) -> Decimal:
        """What is still to be paid."""
        return self.owed - self.received


def sums_of(db: Session, charge: Charge) -> Sums:
    """The sums of the entries and of the receipts of a charge."""
    db.flush()
    query = select(ChargeEntry.kind, func.sum(ChargeEntry.amount)).where(ChargeEntry.charge_id == charge.id)
    sums = {kind: amount for kind, amount in db.execute(query.group_by(ChargeEntry.kind))}  # noqa: C416
    billed = db.scalar(select(func.sum(Invoice.amount)).where(Invoice.charge_id == charge.id))
    return Sums(sums.get(at.OWED, ZERO), sums.get(at.RECEIVED, ZERO), billed or ZERO)


def write_entry(
    db: Session,
    me: User,
    charge: Charge,
    kind: str,
    amount: Decimal,
    *,
    way: str = "",
    ref: str = "",
    note: str = "",
    given: Decimal | None = None,
    of: tuple[str, int] = ("", 0),
) -> ChargeEntry:
    """One entry, in the name of who made it. Money of his till is refused on a day that he has closed.

    What is owed is in no till: who has counted his goes on confirming. `of` is the transfer of which it is a share, and
    which one, counted from nothing.
    """
    if kind == at.RECEIVED and way != at.ONLINE:  # which is no cashier's
        days.hold_open(db, me, opens=way in at.METHODS)
    entry = ChargeEntry(id=new_id(), charge_id=charge.id, kind=kind, amount=amount, way=way, ref=ref, note=note[:256])
    entry.orgid, entry.again = charge.orgid, payments.times_undone(db, way, ref)
    entry.given, (entry.transfer_id, entry.share) = given, of
    entry.at, entry.day, entry.userid, entry.username = clock.now(), clock.today(), me.id, me.name
    db.add(entry)
    return entry


def undo_entry(db: Session, me: User, charge: Charge, entry: ChargeEntry, why: str) -> None:
    """Take an entry of received money back: it is owed again, and its voucher may be registered anew.

    What came over a counter today leaves the till in which it lies, unless that has been counted.
    """
    same_till = entry.way in at.METHODS and days.still_open(db, entry.userid, entry.day)
    till = replace(me, id=entry.userid, name=entry.username) if same_till else me
    note = f"{me.name}冲销{entry.ref}：{why}"
    write_entry(db, till, charge, at.RECEIVED, -entry.amount, way=entry.way, note=note).undoes = entry.id
    paid = select(PayOrder).where(PayOrder.charge_id == charge.id, PayOrder.platformno == entry.ref)
    for order in db.scalars(paid) if entry.way == at.ONLINE else ():
        order.state, order.note = at.FAILED, note[:256]


def last_receipt(db: Session, charge: Charge) -> ChargeEntry | None:
    """The newest money that came in for a charge and was not taken back; what was too much has gone back by itself."""
    too_much = select(Surplus.platformno).where(Surplus.charge_id == charge.id)
    query = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == at.RECEIVED)
    query = query.where(ChargeEntry.amount > 0, payments.STANDS)
    query = query.where((ChargeEntry.way != at.ONLINE) | ChargeEntry.ref.not_in(too_much))
    return db.scalars(query.order_by(ChargeEntry.at.desc(), ChargeEntry.id.desc()).limit(1)).first()


def settle(db: Session, charge: Charge) -> Sums:
    """Copy the sums of the entries to the charge; paid in parts, it is due when the next of them is."""
    sums = sums_of(db, charge)
    charge.owed, charge.received, charge.billed = sums.owed, sums.received, sums.billed
    if coming := plans.first_open(plans.parts_of(db, charge), charge):
        charge.duedate = coming.dueday
    charge.invoicestate = at.ISSUED if sums.billed > 0 else at.REVERSED if charge.reversed > 0 else at.UNBILLED
    return sums


def step_of(sums: Sums) -> str:
    """Where a confirmed charge stands, by its sums alone."""
    if sums.received < sums.owed:
        return at.PART if sums.received > 0 else at.DUE
    if sums.owed == 0:
        return at.REFUNDED
    return at.BILLED if sums.billed > 0 else at.PAID


def tell_items(db: Session, charges: Iterable[Charge]) -> None:
    """Tell the inspection how far the charges of the items are."""
    db.flush()
    items = select(ChargeItem.appbuss_id).where(ChargeItem.charge_id.in_([c.id for c in charges]))
    tell(db, set(db.scalars(items)))


def tell(db: Session, items: Collection[str]) -> None:
    """Tell the inspection how far the living charges of these items are; without one they may be registered again."""
    query = select(ChargeItem.appbuss_id, Charge.status, ChargeItem.amount)
    query = query.join(Charge, Charge.id == ChargeItem.charge_id)
    living: dict[str, list[tuple[str, Decimal]]] = {key: [] for key in items}
    for key, status, amount in db.execute(query.where(ChargeItem.appbuss_id.in_(items), ChargeItem.live)):
        living[key].append((status, amount))
    states: dict[str, tuple[str, Decimal | None]] = {}
    for key, own in living.items():
        state = min((status for status, _ in own), key=ORDER.index, default=at.VOIDED)
        states[key] = (state, sum((amount for _, amount in own), ZERO) if own else None)
    note_charges(db, states)
