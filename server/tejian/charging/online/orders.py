"""Payment online: an order with its picture, and what becomes of a callback, however late, often or wrong it comes."""

import base64
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.charging import codes as at
from tejian.charging.charges.api import CHARGE
from tejian.charging.codes import NON_TAX, TAXED
from tejian.charging.models.charges import Charge, PayOrder
from tejian.charging.money import api as money_api
from tejian.charging.parts import api as plans
from tejian.kit.database import jobs
from tejian.kit.database.audit import security_event
from tejian.kit.database.callbacks import note_forged
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.papers import qr
from tejian.kit.process.doing import Doing
from tejian.kit.records.crud import held
from tejian.system.settings.api import value

from . import keeping as daily
from . import platform

CHANNELS = {"taxable": "应税扫码", "on": "非税线上扫码", "off": "非税线下扫码", "code": "缴款码"}
ONLINE = "在线缴费"
PENDING = "支付平台处理中，到账后自动登记"
LATE_CALL, SELF = "charge.platform_call", "127.0.0.1"
MOST = Decimal(10) ** 12  # no amount of money reaches it


class OrderAnswer(TypedDict):
    """An order and the picture that is scanned to pay it."""

    orderno: str
    chargesysid: str
    paycode: str
    amount: str
    image: str
    simulated: bool


def order(db: Session, me: User, charge_id: str, channel: str) -> OrderAnswer:
    """An order over what is to be paid now; the one that waits is given again."""
    charge = visible_or_refuse(db, me, Charge, charge_id, lock=True)
    if charge.step not in at.OPEN:
        raise Refused(f"{charge.chargesysid}当前为{CHARGE.name_of(charge.step)}，不能缴费")
    if (charge.nature == TAXED) != (channel == "taxable"):
        raise Refused(f"{charge.chargesysid}为{charge.nature}收费，不能用{CHANNELS[channel]}")
    money_api.settle(db, charge)
    parts = plans.parts_of(db, charge)
    coming, left = plans.first_open(parts, charge), plans.due_now(parts, charge)
    waiting = select(PayOrder).where(PayOrder.charge_id == charge.id, PayOrder.state == at.PAYING)
    row = db.scalars(waiting.where(PayOrder.channel == channel, PayOrder.amount == left)).first()
    if row is None:
        row = PayOrder(charge_id=charge.id, channel=channel, amount=left, state=at.PAYING)
        row.orgid, row.chargesysid, row.payunitname = charge.orgid, charge.chargesysid, charge.payunitname
        row.orderno = take_number(db, "payorder")
        db.add(row)
        db.flush()
    text = f"{value(db, 'charge.pay_address') or 'https://pay.example.cn/order'}?no={row.orderno}"
    return {
        "orderno": row.orderno,
        "chargesysid": charge.chargesysid,
        "paycode": coming.paycode if coming else charge.paycode,
        "amount": f"{row.amount:.2f}",
        "image": base64.b64encode(qr.png(text)).decode(),
        "simulated": platform.is_simulated(db),
    }


def called_back(db: Session, values: dict[str, str], ip: str) -> str | Refused:
    """Take a signed callback of the platform; a wrong signature changes nothing."""
    if not platform.is_signed(db, values):
        note_forged(db, "支付回调", values.get("orderno", "")[:32], "签名不正确", ip)
        return Refused("签名不正确")
    return taken(db, values)


def taken(db: Session, values: dict[str, str]) -> str | Refused:
    """What a callback says is written down once, however often it comes.

    Money is booked only for an order that waits, of the amount that was ordered, while the charge still owes it.
    What does not fit becomes a difference for the reconciliation: the money came, and somebody has to look.
    """
    row = db.scalars(select(PayOrder).where(PayOrder.orderno == values["orderno"]).with_for_update()).first()
    if row is None:
        return Refused("订单不存在")
    if row.state in (at.SUCCEEDED, at.DIFFERENT, at.CLOSED):
        return "已处理" if row.platformno == values["platformno"] else _second(db, row, values)
    charge = charge_of(db, row)
    amount = _amount(values["amount"])
    row.platformno, row.paidat = values["platformno"], _moment(values["paidat"])
    taken_back = "该笔收款已按平台文件冲销" if row.state == at.FAILED else ""
    if why := taken_back or why_different(db, row, charge, amount, row.platformno, values["amount"]):
        row.state, row.note = at.DIFFERENT, why
        money_api.note_surplus(db, row, row.platformno, amount, _day(row.paidat), why)
        security_event(db, "支付差异", row.orderno, why)
        return "已记录差异"
    book(db, SYSTEM, row, charge, ("paid_online", ONLINE))
    return "成功"


def charge_of(db: Session, row: PayOrder) -> Charge:
    """The charge of an order, locked: always after the order."""
    query = select(Charge).where(Charge.id == row.charge_id).with_for_update()
    return db.scalars(query.execution_options(populate_existing=True)).one()


def why_different(db: Session, row: PayOrder, charge: Charge, amount: Decimal, ref: str, text: str = "") -> str:
    """Why money of an order cannot be booked under a number of the platform; '' when it can."""
    if amount != row.amount:
        return f"平台金额{(text or str(amount))[:20]}元与订单金额{row.amount}元不符"
    if charge.step not in at.OPEN:
        return f"支付到账时收费单已是{CHARGE.name_of(charge.step)}"
    if amount > money_api.settle(db, charge).open:
        return f"支付到账时未缴金额已不足{amount}元"
    if money_api.voucher_known(db, at.ONLINE, ref):
        return f"平台流水号{ref}已登记过"
    return ""


def _second(db: Session, row: PayOrder, values: dict[str, str]) -> str:
    """A second payment of one order is money that nobody asked for: it is to be given back, once."""
    if money_api.surplus_known(db, values["platformno"]):
        return "已处理"
    day = _day(_moment(values["paidat"]))
    money_api.note_surplus(db, row, values["platformno"], _amount(values["amount"]), day, "同一订单重复支付")
    row.note = f"重复支付：平台流水号{values['platformno']}，{values['amount']}元"[:256]
    row.state = at.DIFFERENT
    security_event(db, "支付差异", row.orderno, row.note)
    return "已记录差异"


def book(db: Session, who: User, row: PayOrder, charge: Charge, move: tuple[str, str]) -> None:
    """The money of an order is in: the charge stands where its sums say. `move` is how the log calls it."""
    row.state = at.SUCCEEDED
    money_api.write_entry(db, who, charge, at.RECEIVED, row.amount, way=at.ONLINE, ref=row.platformno, note=row.orderno)
    moved_by_money(Doing(db, who, charge), *move)


def moved_by_money(d: Doing, move: str, label: str) -> None:
    """A charge stands where its sums say after money came in or was taken back."""
    before = d.subject.step
    CHARGE.put(d.db, d.subject, money_api.step_of(money_api.settle(d.db, d.subject)))
    CHARGE.log(d, move, label, before, d.subject.step)
    money_api.tell_items(d.db, [d.subject])


def _amount(text: str) -> Decimal:
    """What the platform says was paid; -1 for what is no amount of money."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return Decimal(-1)
    money = amount.is_finite() and abs(amount) < MOST and amount == round(amount, 2)
    return amount if money else Decimal(-1)


def _day(moment: datetime | None) -> date | None:
    """The day in China of a moment."""
    return moment.astimezone(clock.SHANGHAI).date() if moment else None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone(clock.SHANGHAI)
    except ValueError:
        return None


def pay_simulated(db: Session, me: User, charge_id: str, fault: str = "") -> str | Refused:
    """Pay what is owed at the built-in platform. What it calls back at once is answered, else that it will.

    `fault` is what the platform does wrong this time.
    """
    if not platform.is_simulated(db):
        raise Refused("请扫码在支付平台缴费")
    platform.refuse_pretending(db)
    charge = visible_or_refuse(db, me, Charge, charge_id)
    answer = order(db, me, charge_id, "on" if charge.nature == NON_TAX else "taxable")
    answers: list[str | Refused] = []
    calls = platform.simulated(db, answer["orderno"], Decimal(answer["amount"]), fault)
    daily.keep(db, charge.orgid, calls)
    for call in calls:
        if call.delay is None:
            continue
        if call.delay:
            jobs.enqueue(db, LATE_CALL, at=clock.now() + call.delay, values=call.values)
        else:
            answers.append(_simulated_call(db, call.values))
    first = answers[0] if answers else PENDING
    return PENDING if isinstance(first, Refused) else first


def _simulated_call(db: Session, values: dict[str, str]) -> str | Refused:
    """A call of the built-in platform goes the way of every other; without a secret it signs with none."""
    if value(db, platform.SECRET) or values["sign"] != platform.signature(db, values):
        return called_back(db, values, SELF)
    return taken(db, values)


@jobs.job(LATE_CALL, retry=3)
def late_call(db: Session, values: dict[str, str]) -> None:
    """What the built-in platform calls back late; nothing where nobody demonstrates any more."""
    platform.refuse_pretending(db)
    _simulated_call(db, values)


def settle_difference(db: Session, me: User, sent: Input) -> None:
    """Write down what became of a difference without money; money that came is given back first."""
    row = held(db, me, PayOrder, sent)
    if row.state != at.DIFFERENT:
        raise Refused(f"{row.orderno}没有对账差异")
    if too_much := money_api.surplus_of(db, row):
        raise Refused(f"平台流水号{too_much.platformno}的{too_much.amount}元待退，请在多收款中办理")
    row.state, row.note = at.CLOSED, f"{row.note}；处理：{sent['note']}"[:256]
    security_event(db, "对账差异处理", row.orderno, sent["note"])
