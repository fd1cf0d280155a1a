"""What the moves of a charge write: entries of money, receipts, names, and what others must know."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.codes import NON_TAX
from tejian.charging.models.charges import Charge, ChargeItem, ChargeLine, Invoice
from tejian.charging.money import api as money
from tejian.charging.places import DETAIL
from tejian.charging.receipts import api as receipts
from tejian.kit.database.audit import security_event
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of, who_may
from tejian.system.models.accounts import SysUser

from . import outlays
from .former import pay_by
from .guards import waits_for_consent


def tell_items(d: Doing) -> None:
    """告知检验业务收费状态"""
    if d.subject is d.batch[-1]:  # once, when all of the batch stand at their new step
        money.tell_items(d.db, d.batch)


def ask_consent(d: Doing) -> None:
    """优惠超过登记人限额、非税有手工金额的，告知审批人"""
    s = d.subject
    if not waits_for_consent(d.db, s):
        return
    people = select(SysUser.id).where(SysUser.id.in_(who_may(d.db, p.DISCOUNT)), SysUser.org_id == s.orgid)
    title = f"{s.chargesysid} {s.payunitname} {_wanted(s)}"[:200]
    tell(d.db, d.db.scalars(people.where(SysUser.id != s.createby)), "优惠审批", title, route=f"{DETAIL}?id={s.id}")


def _wanted(charge: Charge) -> str:
    """What somebody else is to agree to."""
    if charge.byhand:
        return f"非税手工金额{charge.byhand}项待审批，应收{charge.amount}元"
    return f"优惠{charge.discount}%待审批：{charge.discountreason}"


def note_consent(d: Doing) -> None:
    """记优惠审批人，写安全日志"""
    d.subject.discountby = d.me.name
    what = "非税手工金额审批" if d.subject.byhand else "收费优惠审批"
    security_event(d.db, what, d.subject.chargesysid, _wanted(d.subject))


def note_confirmed(d: Doing) -> None:
    """记确认人、缴费期限，写入应收，非税取缴款码"""
    s = d.subject
    s.confirmby, s.confirmed = d.me.name, clock.now()
    money.write_entry(d.db, d.me, s, at.OWED, s.amount, note="收费确认")
    money.settle(d.db, s)
    s.duedate = due_day(d)
    if s.nature == NON_TAX and s.amount > 0:
        s.paycode = take_number(d.db, "paycode")


def due_day(d: Doing) -> date:
    """By when a charge is to be paid: with the next instalment of its contract, else some days from today."""
    own = select(ChargeLine.agreement_id).where(ChargeLine.charge_id == d.subject.id, ChargeLine.agreement_id != "")
    return pay_by(d.db, d.db.scalars(own.distinct()))


def tell_payer(d: Doing) -> None:
    """通知缴费单位"""
    if d.subject.amount > 0:
        title = f"{d.subject.chargesysid} 应缴检验费 {d.subject.amount} 元"
        tell(d.db, users_of(d.db, d.subject.payunitsysid), "缴费通知", title, route=f"{DETAIL}?id={d.subject.id}")


def release_items(d: Doing) -> None:
    """冲减应收，所含业务可以重新登记，记作废原因"""
    s = d.subject
    s.voidreason = d.reason.text[:500]
    if s.owed:
        money.write_entry(d.db, d.me, s, at.OWED, -s.owed, note=f"作废：{s.voidreason}")
    money.settle(d.db, s)
    for item in d.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == s.id)):
        item.live = False
    security_event(d.db, "收费作废", s.chargesysid, s.voidreason)


def write_receipt(d: Doing) -> None:
    """写入收款，记收到的现金"""
    form = d.form
    way, ref, note = form["way"], form["ref"] or "", form["note"] or ""
    amount, given = form["amount"], form["given"]
    money.write_entry(d.db, d.me, d.subject, at.RECEIVED, amount, way=way, ref=ref, note=note, given=given)


def take_back_receipt(d: Doing) -> None:
    """冲销最近一笔收款，应收不变，写安全日志、告知缴费单位"""
    entry = money.last_receipt(d.db, d.subject)
    assert entry
    money.undo_entry(d.db, d.me, d.subject, entry, d.reason.text)
    tell_taken_back(d, d.subject, entry.amount)
    security_event(d.db, "收款冲销", d.subject.chargesysid, f"{entry.amount} 元：{d.reason.text}")


def tell_taken_back(d: Doing, charge: Charge, amount: Decimal) -> None:
    """告知缴费单位收款已冲销"""
    title = f"{charge.chargesysid} 的收款 {amount} 元未到账或有误，已冲销，请核实后缴费"
    tell(d.db, users_of(d.db, charge.payunitsysid), "收款冲销", title, route=f"{DETAIL}?id={charge.id}")


def use_balance(d: Doing) -> None:
    """从缴费单位的预存款抵扣"""
    amount = d.form["amount"]
    money.use_account(d.db, d.me, d.subject, amount)
    money.write_entry(d.db, d.me, d.subject, at.RECEIVED, amount, way=at.DEPOSIT, note=d.form["note"] or "预存款抵扣")


def copy_sums(d: Doing) -> None:
    """收费单的金额随明细更新"""
    receipts.note_state(d.db, d.subject)


def issue_receipt(d: Doing) -> None:
    """申请开具票据，内置号码当场取号"""
    s, form = d.subject, d.form
    amount = s.received - s.billed
    paper = receipts.Paper(amount, form["title"], form["taxno"] or "", form["email"] or "", form["kind"] or "")
    receipts.request(d, paper)


def reverse_receipt(d: Doing) -> None:
    """按红冲申请开具红字票据，写安全日志"""
    s = d.subject
    left, why = outlays.reversed_now(d)
    query = select(Invoice).where(Invoice.charge_id == s.id).order_by(Invoice.issued, Invoice.id).with_for_update()
    rows = list(d.db.scalars(query))
    for original in [row for row in rows if row.original_id is None]:
        back = -sum((row.amount for row in rows if row.original_id == original.id), Decimal(0))
        part = min(left, original.amount - back)
        if part <= 0:
            continue
        left -= part
        taken = original.kind in at.TAX_INVOICES and (d.form["confirmation"] or "")
        paper = receipts.Paper(-part, original.title, original.taxno, original.email, "", original, why, taken or "")
        receipts.request(d, paper)
    if left:
        raise Refused("红冲金额超过原票金额")
