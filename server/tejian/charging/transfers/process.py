"""转账收款 as a process: seen at the bank, booked for the charges of its payer, taken back whole by another."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges import api as charges
from tejian.charging.models.transfers import BankTransfer
from tejian.charging.money import api as money
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.numbering import number_new
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody

from . import forms, shares


def _shares(d: Doing) -> list[shares.Share] | None:
    """The charges that are meant, locked once."""
    if "shares" not in d.shared:
        d.shared["shares"] = shares.locked(d.db, d.subject, d.form["shares"])
    return d.shared["shares"]  # type: ignore[no-any-return]


# -- guards -------------------------------------------------------------------------------------------------------


def number_unused(d: Doing) -> str | None:
    """银行流水号没有登记过"""
    return charges.known_voucher(d.db, shares.WAY, d.subject.ref)


def pays_its_own(d: Doing) -> str | None:
    """所选收费单属于该缴费单位和到账账户、待缴费，金额不超过未缴金额"""
    return shares.why_not_these(d.subject, _shares(d))


def comes_to_all(d: Doing) -> str | None:
    """各单金额合计等于转账金额，余款转入预存款的只限应税，除非参数允许"""
    found = _shares(d)
    return shares.why_not_all(d.db, d.subject, found, d.form["ahead"] == "1") if found else None


def undone_by_another(d: Doing) -> str | None:
    """冲销人没有登记、入账这笔转账，也没有登记所付的收费"""
    own = {d.subject.registerid, d.subject.bookedid, *(one.createby for one, _ in shares.booked(d.db, d.subject))}
    return "自己登记的收费、自己登记或入账的转账须由他人冲销" if d.me.id in own else None


def shares_can_go(d: Doing) -> str | None:
    """所付收费单的票据已红冲，没有退过"""
    found = (charges.why_kept(d.db, charge, entry) for charge, entry in shares.booked(d.db, d.subject))
    return next((why for why in found if why), None)


def advance_unused(d: Doing) -> str | None:
    """转入预存款的余款没有用过"""
    ahead = shares.advance_of(d.db, d.subject)
    if ahead is None or ahead[0].balance >= ahead[1].amount:
        return None
    account, entry = ahead
    return f"{account.unitname}预存款余额{account.balance}元，转入的{entry.amount}元已用，请先退回抵扣"


# -- effects ------------------------------------------------------------------------------------------------------


def book(d: Doing) -> None:
    """逐单写入收款，余款转入预存款，收费单的金额随明细更新；记入账人"""
    found = _shares(d)
    assert found
    d.subject.bookedid = d.me.id
    shares.book(d.db, d.me, d.subject, found)


def take_back(d: Doing) -> None:
    """逐单冲销收款，冲销转入的预存款，告知缴费单位，写安全日志"""
    s = d.subject
    shares.take_back(d)
    s.undonereason = d.reason.text[:500]
    security_event(d.db, "转账冲销", s.transferno, f"{s.payunitname} {s.amount} 元：{d.reason.text}")


TRANSFER = add_process(
    Process(
        name="transfer",
        title="转账收款",
        model=BankTransfer,
        start=at.WAITING_TRANSFER,
        ends=[at.UNDONE_TRANSFER, at.VOID_TRANSFER],
        numbers=lambda s: (s.transferno, s.ref),
        about=lambda m: (m.payunitname, m.transferno),
        steps=[
            Step(
                *(at.WAITING_TRANSFER, "待入账", anybody),
                tone="ca",
                route=forms.LIST,
                page=forms.PAGE,
                verb="入账",
                waits="转账待入账",
            ),
            Step(at.BOOKED_TRANSFER, "已入账", nobody, tone="go"),
            Step(at.UNDONE_TRANSFER, "已冲销", nobody, tone="ok"),
            Step(at.VOID_TRANSFER, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "allot",
                "入账",
                [at.WAITING_TRANSFER],
                at.BOOKED_TRANSFER,
                p.RECEIVE,
                batch=False,
                guards=[number_unused, pays_its_own, comes_to_all],
                effects=[book],
                stamps=["bookedby", "booked"],
                call=f"{forms.CALLS}/allot",
                form=forms.ALLOT,
                buttons=[Button("row")],
            ),
            Move(
                "void",
                "作废",
                [at.WAITING_TRANSFER],
                at.VOID_TRANSFER,
                p.RECEIVE,
                batch=False,
                needs_reason=True,
                call=f"{forms.CALLS}/void",
                form=forms.VOID,
                buttons=[Button("more")],
            ),
            Move(
                "undo",
                "整笔冲销",
                [at.BOOKED_TRANSFER],
                at.UNDONE_TRANSFER,
                p.REFUND,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[undone_by_another, shares_can_go, advance_unused],
                effects=[take_back, shares.disagree],
                stamps=["undoneby", "undone"],
                call=f"{forms.CALLS}/undo",
                form=forms.UNDO,
                buttons=[Button("row")],
            ),
        ],
    )
)


def registered(db: Session, me: User, sent: Input) -> BankTransfer:
    """Write down a transfer that came to the bank; nothing is booked yet."""
    unit = visible_or_refuse(db, me, Unit, sent["payunitsysid"])
    if not me.org_id:
        raise Refused("只有检验机构的收费员可以登记转账")
    ref = sent["ref"].strip()
    if wrong := charges.known_voucher(db, shares.WAY, ref):
        raise BadInput(wrong, field="ref")
    known = select(BankTransfer.transferno).where(BankTransfer.ref == ref, BankTransfer.step.in_(at.LIVING_TRANSFER))
    if number := db.scalar(known):
        raise BadInput(f"银行流水号{ref}已登记为转账单{number}", field="ref")
    if sent["arrived"] > clock.today():
        raise BadInput("到账日期：不得晚于今天", field="arrived")
    named = {name: sent[name] for name in ("place", "amount", "arrived")}
    return made(db, me, unit, ref, **named, payer=sent["payer"] or "", note=sent["note"] or "")


def made(db: Session, me: User, unit: Unit, ref: str, **values: object) -> BankTransfer:
    """A transfer of a unit that waits to be booked."""
    row = BankTransfer(payunitsysid=unit.id, payunitname=unit.name, ref=ref, orgid=me.org_id, createby=me.id, **values)
    row.registerid, row.registerby, row.paid, row.rest = me.id, me.name, money.ZERO, money.ZERO
    number_new(db, row)
    TRANSFER.put(db, row, at.WAITING_TRANSFER)
    db.add(row)
    db.flush()
    TRANSFER.log(Doing(db, me, row), "create", "登记转账", "", row.step)
    return row
