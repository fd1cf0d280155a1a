"""A transfer that only the file of the bank tells of, booked for several charges of its payer at once."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging.charges import api as charges
from tejian.charging.models.charges import Charge
from tejian.charging.models.checks import Difference, StatementLine
from tejian.charging.models.transfers import BankTransfer
from tejian.charging.transfers import api as transfers
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from . import booking

BY_STATEMENT = ("book_several", "按银行流水付几张")
PLACE_OF = {nature: place for place, nature in at.NATURE_OF.items()}


def _line(db: Session, s: Difference) -> StatementLine | None:
    return db.scalars(select(StatementLine).where(StatementLine.id == s.subject)).first()


def _oldest(db: Session, org: str, line: StatementLine) -> Charge | None:
    """What the payer of a line owes since longest."""
    query = select(Charge).where(Charge.orgid == org, Charge.payunitname == line.payer, Charge.step.in_(at.OPEN))
    return db.scalars(query.order_by(Charge.duedate, Charge.chargesysid).limit(1)).first() if line.payer else None


def _as_transfer(s: Difference, line: StatementLine, charge: Charge) -> BankTransfer:
    """The line as a transfer of who owes the charge, into the account of its nature."""
    own = {"payunitsysid": charge.payunitsysid, "payunitname": charge.payunitname, "orgid": s.orgid}
    return BankTransfer(**own, place=PLACE_OF[charge.nature], amount=line.amount, ref=line.number, arrived=line.day)


def propose(db: Session, me: User, key: str) -> dict[str, Any]:
    """What the payer of a line owes, the oldest first, with what the line pays of each."""
    s = visible_or_refuse(db, me, Difference, key)
    line = _line(db, s) if s.remedy == at.BY_CHARGE else None
    charge = _oldest(db, s.orgid, line) if line else None
    rows = transfers.proposed(db, _as_transfer(s, line, charge)) if line and charge else []
    return {"id": s.id, "version": s.version, "shares": rows, "ahead": "0"}


def _meant(d: Doing) -> tuple[BankTransfer | None, list[transfers.Share] | None]:
    """The transfer with the charges that are chosen, locked once. None without a payer who owes something."""
    if "several" not in d.shared:
        line = _line(d.db, d.subject)
        charge = _oldest(d.db, d.subject.orgid, line) if line else None
        row = _as_transfer(d.subject, line, charge) if line and charge else None
        chosen = [str(one.get("id", "")) for one in d.form["shares"] if one["amount"]]
        first = d.db.scalars(select(Charge.nature).where(Charge.id.in_(chosen[:1]))).first()
        if row and first:
            row.place = PLACE_OF[first]
        d.shared["several"] = row, transfers.locked(d.db, row, d.form["shares"]) if row else None
    return d.shared["several"]  # type: ignore[no-any-return]


# -- guards -------------------------------------------------------------------------------------------------------


def can_pay_several(d: Doing) -> str | None:
    """银行流水没有登记；所选收费单属于付款单位和同一账户、待缴费，金额不超过未缴金额"""
    if d.subject.remedy != at.BY_CHARGE:
        return "不是银行对账单有、我方没有的收款，不能按银行流水入账"
    row, shares = _meant(d)
    if row is None:
        line = _line(d.db, d.subject)
        payer = line.payer if line else ""
        return f"付款人“{payer}”没有待缴的收费单；户名与缴费单位不同的，请在“转账收款”中登记"
    return transfers.why_not_these(row, shares) or charges.known_voucher(d.db, transfers.WAY, row.ref)


def comes_to_the_line(d: Doing) -> str | None:
    """各单金额合计等于流水金额，余款转入预存款的只限应税，除非参数允许"""
    row, shares = _meant(d)
    return transfers.why_not_all(d.db, row, shares, d.form["ahead"] == "1") if row and shares else None


def chosen_by_another(d: Doing) -> str | None:
    """入账人不是所选收费单的登记人"""
    _, shares = _meant(d)
    own = any(one.charge.createby == d.me.id for one in shares or [])
    return "自己登记的收费须由他人按文件入账" if own else None


# -- effects ------------------------------------------------------------------------------------------------------


def book(d: Doing) -> None:
    """登记并入账转账单，逐单写入收款，余款转入预存款；流水改为相符，记处理人"""
    row, shares = _meant(d)
    line = _line(d.db, d.subject)
    assert row and shares and line
    unit = d.db.scalars(select(Unit).where(Unit.id == row.payunitsysid)).one()
    named = {name: getattr(row, name) for name in ("place", "amount", "arrived")}
    new = transfers.made(d.db, d.me, unit, row.ref, **named, payer=line.payer, note="按银行对账单登记")
    transfers.book(d.db, d.me, new, shares, BY_STATEMENT)
    new.bookedid, new.bookedby, new.booked = d.me.id, d.me.name, clock.now()
    transfers.TRANSFER.put(d.db, new, at.BOOKED_TRANSFER)
    transfers.TRANSFER.log(Doing(d.db, d.me, new), *BY_STATEMENT, at.WAITING_TRANSFER, new.step)
    s, first = d.subject, shares[0].charge
    only = first if len(shares) == 1 and not new.rest else None
    line.result, line.note, line.charge_id = at.MATCHED, f"转账单{new.transferno}", only.id if only else ""
    s.charge_id, s.chargesysid, s.unitname = first.id, first.chargesysid, new.payunitname
    numbers = "、".join(one.charge.chargesysid for one in shares)
    booking.settled(d, f"转账单{new.transferno} {new.amount}元，付{numbers}，转入预存款{new.rest}元")
