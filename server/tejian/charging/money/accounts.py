"""Money of units paid in advance: taken in, used for a charge, given back; every entry once, with its balance.

Locks: a charge before the account, the account before the day of the cashier.
"""

from dataclasses import replace
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.charges import Charge
from tejian.kit.database.db import hold, new_id
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from . import days, payments
from .ledger import ZERO


def find(db: Session, org: str, unit: str, *, lock: bool = False) -> Account | None:
    """The account of a unit at an institute. After a merge of units it may have two: the one with more on it."""
    query = select(Account).where(Account.orgid == org, Account.unitsysid == unit)
    query = query.order_by(Account.balance.desc(), Account.id).limit(1)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    return db.scalars(query).first()


def balance_of(db: Session, org: str, unit: str) -> Decimal:
    """What a unit has paid in advance and not used."""
    account = find(db, org, unit) if unit else None
    return account.balance if account else ZERO


def opened(db: Session, me: User, unit: Unit, org: str) -> Account:
    """The account of a unit, locked; made with its first money."""
    hold(db, f"account of {unit.id} at {org}")
    account = find(db, org, unit.id, lock=True)
    if account is None:
        account = Account(unitsysid=unit.id, unitname=unit.name, orgid=org, createby=me.id)
        account.step, account.step_since = at.IN_USE, clock.now()
        db.add(account)
        db.flush()
    return account


def post(
    db: Session,
    me: User,
    account: Account,
    kind: str,
    amount: Decimal,
    *,
    way: str = "",
    ref: str = "",
    note: str = "",
    charge: Charge | None = None,
    given: Decimal | None = None,
    transfer: str = "",
    undoes: str = "",
) -> AccountEntry:
    """One entry on a locked account. Raises Refused when it would leave less than nothing."""
    if account.balance + amount < 0:
        raise Refused(f"{account.unitname}预存款余额{account.balance}元，不足{-amount}元")
    days.hold_open(db, me, opens=way in at.METHODS)
    account.balance += amount
    account.entrycount += 1
    account.moved = clock.now()
    entry = AccountEntry(id=new_id(), account_id=account.id, seq=account.entrycount, kind=kind, amount=amount)
    entry.balance, entry.way, entry.ref, entry.note = account.balance, way, ref, note[:256]
    entry.charge_id, entry.chargesysid = (charge.id, charge.chargesysid) if charge else ("", "")
    entry.at, entry.day, entry.userid, entry.username = clock.now(), clock.today(), me.id, me.name
    entry.entryno = take_number(db, "deposit") if way in at.METHODS else ""
    entry.again, entry.given, entry.transfer_id = payments.times_undone(db, way, ref), given, transfer
    entry.undoes = undoes
    db.add(entry)
    db.flush()
    return entry


def undo(db: Session, me: User, account: Account, entry: AccountEntry, why: str) -> AccountEntry:
    """Take money back that was paid in, on a locked account: its voucher may be registered anew. It leaves the till in
    which it lies, unless that has been counted."""
    same_till = entry.way in at.METHODS and days.still_open(db, entry.userid, entry.day)
    till = replace(me, id=entry.userid, name=entry.username) if same_till else me
    note = f"{me.name}冲销{entry.ref}：{why}"
    of, key = entry.transfer_id, entry.id
    return post(db, till, account, entry.kind, -entry.amount, way=entry.way, note=note, transfer=of, undoes=key)


def use(db: Session, me: User, charge: Charge, amount: Decimal) -> AccountEntry:
    """Take what a charge costs from the account of its payer."""
    account = find(db, charge.orgid, charge.payunitsysid, lock=True)
    if account is None:
        raise Refused(f"{charge.payunitname}没有预存款")
    return post(db, me, account, at.USED, -amount, charge=charge, note=f"抵扣{charge.chargesysid}")


def put_back(db: Session, me: User, charge: Charge, amount: Decimal, why: str) -> AccountEntry:
    """Give what was refunded of a charge to the account of its payer."""
    unit = db.scalars(select(Unit).where(Unit.id == charge.payunitsysid)).first()
    if unit is None:
        raise Refused("缴费单位的档案已不在，不能退回预存款")
    return post(db, me, opened(db, me, unit, charge.orgid), at.RETURNED, amount, charge=charge, note=why)
