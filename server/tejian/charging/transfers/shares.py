"""What a transfer pays: proposed oldest first, judged, booked as shares of charges and one advance, and taken back.

Locks: the transfer before its charges, in the order of their keys, the charges before the account.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging.charges import api as charges
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.charges import Charge, ChargeEntry
from tejian.charging.models.checks import Statement, StatementLine
from tejian.charging.models.transfers import BankTransfer
from tejian.charging.money import api as money
from tejian.charging.online import api as online
from tejian.charging.receipts import api as receipts
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.system.settings.api import number

WAY = "transfer"
BOOKED, UNDONE = ("book_transfer", "转账入账"), ("undo_transfer", "转账冲销")


@dataclass(frozen=True)
class Share:
    """A charge, locked, and what a transfer pays of it."""

    charge: Charge
    amount: Decimal

    @property
    def left(self) -> Decimal:
        return self.charge.owed - self.charge.received


# -- what is proposed ---------------------------------------------------------------------------------------------


def owing(db: Session, row: BankTransfer) -> Sequence[Charge]:
    """What the payer owes that is paid into this account, the oldest first."""
    query = select(Charge).where(Charge.orgid == row.orgid, Charge.payunitsysid == row.payunitsysid)
    query = query.where(Charge.step.in_(at.OPEN), Charge.nature == row.nature)
    return db.scalars(query.order_by(Charge.duedate, Charge.chargesysid).limit(at.MOST_SHARES)).all()


def proposed(db: Session, row: BankTransfer) -> list[dict[str, Any]]:
    """The charges of the payer, each with what the transfer pays of it when the oldest go first."""
    rows, rest = [], row.amount
    for charge in owing(db, row):
        left = charge.owed - charge.received
        part = min(left, rest)
        rest -= part
        own = {"id": charge.id, "chargesysid": charge.chargesysid, "duedate": str(charge.duedate or "")}
        rows.append(own | {"left": f"{left:.2f}", "amount": f"{part:.2f}" if part else ""})
    return rows


# -- what is judged -----------------------------------------------------------------------------------------------


def locked(db: Session, row: BankTransfer, sent: Sequence[Mapping[str, Any]]) -> list[Share] | None:
    """The charges that are meant, locked in the order of their keys; None where one is not this payer's to pay here."""
    wanted = {str(one.get("id", "")): one["amount"] for one in sent if one["amount"]}
    query = select(Charge).where(Charge.id.in_(wanted), Charge.orgid == row.orgid, Charge.nature == row.nature)
    query = query.where(Charge.payunitsysid == row.payunitsysid).order_by(Charge.id).with_for_update()
    found = db.scalars(query.execution_options(populate_existing=True)).all()
    return [Share(one, wanted[one.id]) for one in found] if len(found) == len(wanted) else None


def why_not_these(row: BankTransfer, shares: list[Share] | None) -> str | None:
    """Why these charges are not paid by this transfer; none when they are."""
    if shares is None:
        return f"所选收费单须是{row.payunitname}的{row.nature}收费（{at.BANK_PLACES[row.place]}）"
    if not shares:
        return "请填写本次支付的收费单金额；没有可付的收费单时，请登记预存款"
    for one in shares:
        if one.charge.step not in at.OPEN:
            return f"收费单{one.charge.chargesysid}为{charges.CHARGE.name_of(one.charge.step)}，不能入账"
        if one.amount > one.left:
            return f"{one.charge.chargesysid}本次支付{one.amount:.2f}元，超过未缴金额{one.left}元"
    return None


def why_not_all(db: Session, row: BankTransfer, shares: Sequence[Share], ahead: bool) -> str | None:
    """Why the amounts do not come to the transfer; none when they do, or when the rest may be an advance."""
    total = sum((one.amount for one in shares), money.ZERO)
    rest = row.amount - total
    if rest < 0:
        return f"本次支付合计{total:.2f}元，超过转账金额{row.amount}元"
    if not rest:
        return None
    if not ahead:
        return f"本次支付合计{total:.2f}元，转账{row.amount}元，余{rest:.2f}元：请补足各单金额，或把余款转入预存款"
    if row.place == at.FISCAL and number(db, "charge.offset_public", 0) != 1:
        return f"余{rest:.2f}元在财政专户，非税款不能转入预存款，请按各单应缴金额分付，多缴的按退付办理"
    return None


# -- what is written ----------------------------------------------------------------------------------------------


def book(db: Session, me: User, row: BankTransfer, shares: Sequence[Share], log: tuple[str, str] = BOOKED) -> None:
    """Every share is an entry of its charge under the number of the bank; what is left is an entry of the account."""
    row.paid = sum((one.amount for one in shares), money.ZERO)
    row.rest, row.chargecount = row.amount - row.paid, len(shares)
    for place, one in enumerate(shares):
        note = f"转账单{row.transferno}，{row.amount}元中的{one.amount:.2f}元"
        own: dict[str, Any] = {"way": WAY, "ref": row.ref, "note": note, "of": (row.id, place)}
        money.write_entry(db, me, one.charge, at.RECEIVED, one.amount, **own)
        online.moved_by_money(Doing(db, me, one.charge), *log)
        receipts.note_state(db, one.charge)
    if row.rest:
        unit = db.scalars(select(Unit).where(Unit.id == row.payunitsysid)).first()
        if unit is None:
            raise Refused("缴费单位的档案已不在，余款不能转入预存款")
        account = money.opened_account(db, me, unit, row.orgid)
        note = f"转账单{row.transferno}的余款"
        money.post_to_account(db, me, account, at.PAID_IN, row.rest, way=WAY, ref=row.ref, note=note, transfer=row.id)


def booked(db: Session, row: BankTransfer) -> list[tuple[Charge, ChargeEntry]]:
    """The shares of a booked transfer with their charges, locked in the order of their keys."""
    own = select(ChargeEntry).where(ChargeEntry.transfer_id == row.id, ChargeEntry.amount > 0, money.STANDS)
    entries = {one.charge_id: one for one in db.scalars(own)}
    query = select(Charge).where(Charge.id.in_(entries)).order_by(Charge.id).with_for_update()
    found = db.scalars(query.execution_options(populate_existing=True)).all()
    return [(one, entries[one.id]) for one in found]


def advance_of(db: Session, row: BankTransfer) -> tuple[Account, AccountEntry] | None:
    """What of a booked transfer became an advance, with its account, locked."""
    own = select(AccountEntry).where(AccountEntry.transfer_id == row.id, AccountEntry.amount > 0, money.STAYS)
    entry = db.scalars(own).first()
    if entry is None:
        return None
    query = select(Account).where(Account.id == entry.account_id).with_for_update()
    return db.scalars(query.execution_options(populate_existing=True)).one(), entry


def take_back(d: Doing) -> None:
    """Each share and the advance taken back; the charges stand where their sums say, their payer is told."""
    db, me, row = d.db, d.me, d.subject
    for charge, entry in booked(db, row):
        money.undo_entry(db, me, charge, entry, d.reason.text)
        online.moved_by_money(Doing(db, me, charge, reason=d.reason), *UNDONE)
        receipts.note_state(db, charge)
        charges.tell_taken_back(d, charge, entry.amount)
    if ahead := advance_of(db, row):
        money.undo_account_entry(db, me, *ahead, d.reason.text)


def disagree(d: Doing) -> None:
    """Lines of the bank that agreed with it lack our money now; a line that said that the bank lacks it is over."""
    row = d.subject
    own = select(Statement.id).where(Statement.orgid == row.orgid)
    wrong_now = (at.MATCHED, at.OTHER, at.LACKING)
    query = select(StatementLine).where(StatementLine.number == row.ref, StatementLine.statement_id.in_(own))
    for line in d.db.scalars(query.where(StatementLine.result.in_(wrong_now)).with_for_update()):
        if line.lineno:
            line.result, line.charge_id = at.UNMATCHED, ""
            line.note = f"我方没有登记{line.amount}元的这笔收款，转账单{row.transferno}已冲销"
        else:
            line.result, line.note = at.TAKEN_BACK, f"已冲销：{d.reason.text}"[:256]
