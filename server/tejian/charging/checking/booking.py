"""What a line of a statement that does not agree lets finance do: book its money, or take back what we had booked.

The amount is that of the file, the person another than who registered the charge or took the money.
"""

from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any

from sqlalchemy import ColumnElement, select

from tejian.charging import codes as at
from tejian.charging.charges import api as charges
from tejian.charging.charges.api import CHARGE, tell_taken_back
from tejian.charging.models.charges import Charge, ChargeEntry, PayOrder
from tejian.charging.models.checks import Difference, Statement
from tejian.charging.models.checks import StatementLine as X
from tejian.charging.money import api as money_api
from tejian.charging.money.api import STANDS
from tejian.charging.online import api as online
from tejian.charging.receipts import api as receipts
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing

from . import paper
from .remedies import WAITING, known_of, order_of

# the moves on a difference, and what they are called on the charge
BY_FILE, BY_STATEMENT = ("book_order", "按平台文件入账"), ("book_charge", "按银行流水入账")
NOTED = ("too_much", "登记多收款")
TAKEN_BACK = ("take_back", "冲销收款")


@dataclass(frozen=True)
class Money:
    """A line with what it is about, locked: order, then charge. Without a remedy there is none of it."""

    line: Any = None  # a StatementLine where there is a remedy
    source: str = ""
    order: PayOrder | None = None
    charge: Charge | None = None
    entry: ChargeEntry | None = None


# -- what a line is about -----------------------------------------------------------------------------------------


def _money(d: Doing) -> Money:
    if "money" not in d.shared:
        d.shared["money"] = _read(d)
    return d.shared["money"]  # type: ignore[no-any-return]


def _read(d: Doing) -> Money:
    """The line of a difference with order, charge and entry, as the moves on it need them."""
    db, s = d.db, d.subject
    if not s.remedy:
        return Money()
    query = select(X, Statement.source).join(Statement, Statement.id == X.statement_id)
    line, source = db.execute(query.where(X.id == s.subject).with_for_update(of=X)).one()
    if s.remedy == at.BY_CHARGE:
        return Money(line, source)
    if s.remedy in (at.BY_ORDER, at.TOO_MUCH):
        order = order_of(db, s.orgid, line, lock=True)
        return Money(line, source, order, online.charge_of(db, order) if order else None)
    used = select(ChargeEntry).where(ChargeEntry.charge_id == line.charge_id, ChargeEntry.kind == at.RECEIVED, STANDS)
    used = used.where(ChargeEntry.way.in_(paper.SOURCES[source]), ChargeEntry.ref == line.number)
    return Money(line, source, None, _charge(d, Charge.id == line.charge_id), db.scalars(used).first())


def _chosen(d: Doing) -> Charge | None:
    """The charge for which a line of the bank is booked, locked."""
    if "chosen" not in d.shared:
        d.shared["chosen"] = _charge(d, Charge.chargesysid == d.form["chargesysid"].strip())
    return d.shared["chosen"]  # type: ignore[no-any-return]


def _charge(d: Doing, which: ColumnElement[bool]) -> Charge | None:
    query = select(Charge).where(which, Charge.orgid == d.subject.orgid, Charge.visible(d.me)).with_for_update()
    return d.db.scalars(query.execution_options(populate_existing=True)).first()


# -- guards -------------------------------------------------------------------------------------------------------


def can_be_booked_by_order(d: Doing) -> str | None:
    """平台文件的这笔收款没有登记，订单待支付，金额与订单一致"""
    money = _money(d)
    if d.subject.remedy != at.BY_ORDER:
        return "不是平台文件有、我方没有的收款，不能按平台文件入账"
    if money.order is None or money.charge is None:
        return f"平台文件第{money.line.lineno}行没有本机构的支付订单，请核实付款人后写明处理结果"
    if money.order.state not in WAITING:
        return f"订单{money.order.orderno}已有支付结果：{_result(money.order)}，请立即核对后登记多收款"
    return online.why_different(d.db, money.order, money.charge, money.line.amount, money.line.number) or None


def _result(order: PayOrder) -> str:
    return order.note or f"平台流水号{order.platformno}"


def can_be_too_much(d: Doing) -> str | None:
    """平台文件的这笔收款没有登记，订单已有支付结果"""
    money = _money(d)
    if d.subject.remedy != at.TOO_MUCH or money.order is None:
        return "不是平台文件多出的收款，不能登记为多收款"
    if money.order.state in WAITING:
        return f"订单{money.order.orderno}待支付，请按平台文件入账"
    if money_api.surplus_known(d.db, money.line.number):
        return f"平台流水号{money.line.number}已列入多收款"
    return charges.known_voucher(d.db, at.ONLINE, money.line.number)


def can_be_booked_for_charge(d: Doing) -> str | None:
    """银行流水没有登记，收费单待缴费，金额不超过未缴金额"""
    money = _money(d)
    if d.subject.remedy != at.BY_CHARGE:
        return "不是银行对账单有、我方没有的收款，不能按银行流水入账"
    charge, amount = _chosen(d), money.line.amount
    if charge is None or charge.step in at.INSIDE:
        return f"没有待缴费的收费单{d.form['chargesysid']}"
    if charge.step not in at.OPEN:
        return f"收费单{charge.chargesysid}为{CHARGE.name_of(charge.step)}，不能入账"
    left = money_api.settle(d.db, charge).open
    if amount > left:
        return f"流水金额{amount}元超过{charge.chargesysid}未缴金额{left}元"
    return charges.known_voucher(d.db, d.form["way"], money.line.number)


def booked_by_another(d: Doing) -> str | None:
    """入账人不是该收费的登记人"""
    return _own(d, _money(d).charge)


def chosen_by_another(d: Doing) -> str | None:
    """入账人不是所选收费单的登记人"""
    return _own(d, _chosen(d))


def _own(d: Doing, charge: Charge | None) -> str | None:
    return "自己登记的收费须由他人按文件入账" if charge and charge.createby == d.me.id else None


def can_be_taken_back(d: Doing) -> str | None:
    """我方的这笔收款仍在，票据已红冲，没有退过"""
    money = _money(d)
    if d.subject.remedy != at.TAKE_BACK or money.charge is None or money.entry is None:
        return "我方没有可以冲销的这笔收款"
    return charges.why_with_its_transfer(money.entry) or charges.why_kept(d.db, money.charge, money.entry)


def taken_back_by_another(d: Doing) -> str | None:
    """冲销人没有登记该收费，也没有收这笔款"""
    return charges.why_not_mine(d, _money(d).charge, _money(d).entry)


def after_taking_back(d: Doing) -> str:
    """The file has the number with another amount: that is still to be booked."""
    return at.OPEN_DIFF if _money(d).line.lineno else at.SETTLED_DIFF


# -- effects ------------------------------------------------------------------------------------------------------


def book_order(d: Doing) -> None:
    """按平台文件入账，与回调相同；以后到的回调不再入账"""
    money = _money(d)
    order, charge = money.order, money.charge
    assert order and charge
    order.platformno = money.line.number
    order.paidat = datetime.combine(money.line.day, time(), clock.SHANGHAI) if money.line.day else None
    online.book(d.db, d.me, order, charge, BY_FILE)
    _agrees(d, charge, "按平台文件入账")


def note_too_much(d: Doing) -> None:
    """列入多收款，由两人退款"""
    money = _money(d)
    order, line = money.order, money.line
    assert order
    money_api.note_surplus(
        d.db, order, line.number, line.amount, line.day, f"平台文件有第二笔收款，订单{_result(order)}"
    )
    s = d.subject
    s.charge_id, s.chargesysid, s.unitname = order.charge_id, order.chargesysid, order.payunitname
    settled(d, f"列入多收款{line.amount}元，收费单{order.chargesysid}")


def book_for_charge(d: Doing) -> None:
    """按银行流水号和金额登记收款"""
    charge, line = _chosen(d), _money(d).line
    assert charge
    note = f"按银行对账单入账，{line.payer}" if line.payer else "按银行对账单入账"
    money_api.write_entry(d.db, d.me, charge, at.RECEIVED, line.amount, way=d.form["way"], ref=line.number, note=note)
    online.moved_by_money(Doing(d.db, d.me, charge), *BY_STATEMENT)
    _agrees(d, charge, "按银行流水入账")


def _agrees(d: Doing, charge: Charge, how: str) -> None:
    """The line agrees with what was booked, and the difference says who saw to it."""
    line, s = _money(d).line, d.subject
    line.result, line.note, line.charge_id = at.MATCHED, how, charge.id
    s.charge_id, s.chargesysid, s.unitname = charge.id, charge.chargesysid, charge.payunitname
    settled(d, f"{how}{line.amount}元，收费单{charge.chargesysid}")


def take_back(d: Doing) -> None:
    """冲销收款，收费单恢复待缴，告知缴费单位"""
    money = _money(d)
    charge, entry, line = money.charge, money.entry, money.line
    assert charge and entry
    money_api.undo_entry(d.db, d.me, charge, entry, d.reason.text)
    online.moved_by_money(replace(d, subject=charge), *TAKEN_BACK)
    receipts.note_state(d.db, charge)
    tell_taken_back(d, charge, entry.amount)
    if not line.lineno:
        line.result, line.note = at.TAKEN_BACK, f"已冲销：{d.reason.text}"[:256]
        settled(d, f"冲销收款{entry.amount}元：{d.reason.text}")
        return
    line.result, line.charge_id, line.note = at.UNMATCHED, "", f"我方没有登记{line.amount}元的这笔收款"
    d.subject.remedy = known_of(d.db, d.subject.orgid, [(line, money.source)]).remedy_of(line, money.source)
    d.subject.sentence = f"{d.subject.sentence.partition('：')[0]}：{line.note}"


def settled(d: Doing, words: str) -> None:
    """Who saw to a difference, when and how, and a line of the security log."""
    s: Difference = d.subject
    s.settledby, s.settled, s.note, s.remedy = d.me.name, clock.now(), words[:500], ""
    security_event(d.db, "收费差异处理", s.chargesysid or s.seisn or s.id, f"{s.sentence}；处理：{s.note}"[:500])
