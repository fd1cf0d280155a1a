"""多收款 as a process: the counter asks for it to go back, finance sends it; or the platform says that none came.

What goes back is two entries of the charge, in and out: its sums stay, and the files of the platform agree.
"""

from typing import Any

from sqlalchemy import select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges import api as charges
from tejian.charging.inputs import words
from tejian.charging.models.charges import Charge, PayOrder
from tejian.charging.models.checks import Statement
from tejian.charging.models.checks import StatementLine as X
from tejian.charging.models.surplus import Surplus
from tejian.charging.money import api as money
from tejian.charging.places import DETAIL
from tejian.kit.database.audit import security_event
from tejian.kit.forms.formview import Field, dialog
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of

BASE = "/assistMng/payMng"
LIST, PAGE = f"{BASE}/surplusSearch", f"{BASE}/surplusSearch/detail?id={{id}}"
CALLS = "/api/chamain/surplus"

ASK = dialog(
    "cha_form_surplus_ask",
    "申请退款 {platformno}",
    Field("way", "退款方式", "select", True, options=at.RETURN_BY, span=12, default=at.ONLINE),
    words("reason", "申请说明", True, help="写明向缴费单位核实的情况、收款人和账号"),
    note="{payunitname} 多付 {amount} 元：{why}",
    ok="提交",
    done="已提交，等待财务退款",
)
REFUSE = dialog(
    "cha_form_surplus_back", "退回申请 {platformno}", words("reason", "退回原因", True), ok="退回", done="已退回申请人"
)
RETURN = dialog(
    "cha_form_surplus_return",
    "退款 {platformno}",
    Field("ref", "退款凭证号", size=64, span=24, help="转账退款必填，填银行流水号"),
    words("opinion", "说明"),
    note="{payunitname} {amount} 元，{wayName}，{askby}申请：{askreason}",
    ok="退款",
    done="已退款",
)
DISMISS = dialog(
    "cha_form_surplus_none",
    "核实未到账 {platformno}",
    words("reason", "核实情况", True, help="写明支付平台怎样答复"),
    note="平台误报、没有真实收款时办理；平台对账文件里有这笔款的须退款",
    ok="办结",
    done="已办结",
)


def not_who_asked(me: User) -> Any:
    """申请人以外有此权限的人"""
    return Surplus.askid != me.id


def _charge(d: Doing) -> Charge:
    """The charge for which it was paid, locked after its order."""
    if "charge" not in d.shared:
        order = select(PayOrder).where(PayOrder.id == d.subject.order_id).with_for_update()
        d.shared["order"] = d.db.scalars(order.execution_options(populate_existing=True)).one()
        query = select(Charge).where(Charge.id == d.subject.charge_id).with_for_update()
        d.shared["charge"] = d.db.scalars(query.execution_options(populate_existing=True)).one()
    return d.shared["charge"]  # type: ignore[no-any-return]


# -- guards -------------------------------------------------------------------------------------------------------


def returned_by_another(d: Doing) -> str | None:
    """退款人不是该收费的登记人"""
    return "自己登记的收费须由他人退款" if _charge(d).createby == d.me.id else None


def not_booked(d: Doing) -> str | None:
    """平台流水号没有入账"""
    s = d.subject
    known = money.voucher_known(d.db, at.ONLINE, s.platformno)
    return f"平台流水号{s.platformno}已入账，不是多收款" if known else None


def voucher_given(d: Doing) -> str | None:
    """转账退款有凭证号，没有登记过"""
    ref = d.form["ref"] or ""
    if d.subject.way == "transfer" and not ref:
        return "转账退款须填退款凭证号"
    return charges.known_voucher(d.db, d.subject.way, ref)


def _in_a_file(d: Doing, same: bool) -> str:
    """Which file of the platform has the payment, with this amount or with another."""
    s = d.subject
    query = select(Statement.filename).join(X, X.statement_id == Statement.id)
    query = query.where(Statement.orgid == s.orgid, X.number == s.platformno, X.lineno > 0)
    return d.db.scalar(query.where((X.amount == s.amount) if same else (X.amount != s.amount)).limit(1)) or ""


def as_the_file_says(d: Doing) -> str | None:
    """平台对账文件没有另外的金额"""
    name = _in_a_file(d, same=False)
    return f"{name}中这笔收款是另一金额，请核实未到账后按平台文件入账" if name else None


def not_in_a_file(d: Doing) -> str | None:
    """平台对账文件没有这笔收款"""
    name = _in_a_file(d, same=True)
    return f"{name}有平台流水号{d.subject.platformno}的收款，须退款" if name else None


# -- effects ------------------------------------------------------------------------------------------------------


def note_asked(d: Doing) -> None:
    """记申请人、退款方式与说明"""
    s = d.subject
    s.way, s.askreason = d.form["way"], d.reason.text
    s.askid, s.askby, s.asked = d.me.id, d.me.name, clock.now()


def forget_asked(d: Doing) -> None:
    """清除申请"""
    s = d.subject
    s.way, s.askreason, s.askid, s.askby, s.asked = "", "", "", "", None


def give_back(d: Doing) -> None:
    """写入多收的款和退款两笔明细，收费单金额不变；转入预存款的记入缴费单位账户"""
    s, charge, ref = d.subject, _charge(d), d.form["ref"] or ""
    why = f"退回多收款{s.platformno}：{s.askreason}"
    money.write_entry(d.db, d.me, charge, at.RECEIVED, s.amount, way=at.ONLINE, ref=s.platformno, note=s.why)
    if s.way == at.DEPOSIT:
        money.put_back_to_account(d.db, d.me, charge, s.amount, why)
    money.write_entry(d.db, d.me, charge, at.RECEIVED, -s.amount, way=s.way, ref=ref, note=why)
    money.settle(d.db, charge)
    s.ref = ref
    _end(d, f"{at.RETURN_BY[s.way]}{s.amount}元")
    security_event(d.db, "多收款退款", s.chargesysid, f"{s.platformno} {s.amount} 元，{at.RETURN_BY[s.way]}")


def agree_with_files(d: Doing) -> None:
    """对账文件里的这笔收款改为相符"""
    s = d.subject
    own = select(Statement.id).where(Statement.orgid == s.orgid)
    query = select(X).where(X.number == s.platformno, X.result == at.UNMATCHED, X.statement_id.in_(own))
    for line in d.db.scalars(query.with_for_update()):
        line.result, line.note, line.charge_id = at.MATCHED, "多收款已退", s.charge_id


def close_order(d: Doing) -> None:
    """支付订单的多收款都办结后，恢复订单的支付结果"""
    _charge(d)
    order: PayOrder = d.shared["order"]
    d.db.flush()
    order.note = f"{order.note}；{d.subject.note}"[:256]
    if money.surplus_of(d.db, order) is None:
        own = select(Surplus.step).where(Surplus.order_id == order.id, Surplus.platformno == order.platformno)
        last = d.db.scalar(own.order_by(Surplus.createtime.desc()).limit(1))
        booked = money.voucher_known(d.db, at.ONLINE, order.platformno)
        # its own money came wrongly: a file may still have it right; given back, the order is over
        after = {at.NO_SURPLUS: at.FAILED, at.RETURNED_SURPLUS: at.CLOSED}
        order.state = after.get(last or "", at.SUCCEEDED if booked else at.CLOSED)


def tell_payer(d: Doing) -> None:
    """告知缴费单位多收款已退"""
    s, charge = d.subject, _charge(d)
    title = f"{s.chargesysid} 多付的 {s.amount} 元已{'转入预存款' if s.way == at.DEPOSIT else '退回'}"
    tell(d.db, users_of(d.db, charge.payunitsysid), "多收款退回", title, route=f"{DETAIL}?id={charge.id}")


def note_none(d: Doing) -> None:
    """记核实人与结果，写安全日志"""
    _end(d, f"核实未到账：{d.reason.text}")
    security_event(d.db, "多收款核实", d.subject.chargesysid, f"{d.subject.platformno}：{d.reason.text}")


def _end(d: Doing, said: str) -> None:
    s = d.subject
    s.endby, s.ended, s.note = d.me.name, clock.now(), said[:500]


SURPLUS = add_process(
    Process(
        name="surplus",
        title="多收款",
        model=Surplus,
        start=at.FOUND_SURPLUS,
        ends=[at.RETURNED_SURPLUS, at.NO_SURPLUS],
        numbers=lambda s: (s.platformno, s.chargesysid),
        about=lambda m: (m.payunitname, m.platformno),
        steps=[
            Step(
                at.FOUND_SURPLUS, "待申请退款", anybody, tone="no", route=LIST, page=PAGE, verb="办理", waits="多收款"
            ),
            Step(
                at.ASKED_SURPLUS,
                "待退款",
                not_who_asked,
                tone="ca",
                route=LIST,
                page=PAGE,
                verb="退款",
                waits="多收款退款",
                refusal="自己申请的退款须由他人办理",
            ),
            Step(at.RETURNED_SURPLUS, "已退款", nobody, tone="go"),
            Step(at.NO_SURPLUS, "未到账", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "ask",
                "申请退款",
                [at.FOUND_SURPLUS],
                at.ASKED_SURPLUS,
                p.RECEIVE,
                batch=False,
                guards=[not_booked, as_the_file_says],
                effects=[note_asked],
                call=f"{CALLS}/ask",
                form=ASK,
                buttons=[Button("row")],
            ),
            Move(
                "refuse",
                "退回申请",
                [at.ASKED_SURPLUS],
                at.FOUND_SURPLUS,
                p.REFUND,
                batch=False,
                needs_reason=True,
                effects=[forget_asked],
                call=f"{CALLS}/refuse",
                form=REFUSE,
                buttons=[Button("row")],
            ),
            Move(
                "give_back",
                "退款",
                [at.ASKED_SURPLUS],
                at.RETURNED_SURPLUS,
                p.REFUND,
                batch=False,
                signed=True,
                guards=[not_booked, returned_by_another, voucher_given],
                effects=[give_back, agree_with_files, close_order, tell_payer],
                call=f"{CALLS}/giveBack",
                form=RETURN,
                buttons=[Button("row")],
            ),
            Move(
                "dismiss",
                "核实未到账",
                [at.FOUND_SURPLUS],
                at.NO_SURPLUS,
                p.REFUND,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[not_in_a_file],
                effects=[note_none, close_order],
                call=f"{CALLS}/none",
                form=DISMISS,
                buttons=[Button("more")],
            ),
        ],
    )
)
