"""收费 as one process: registered, confirmed by another, paid, receipted; reversed, refunded or voided.

Sources: workflow practice §7 (states C643, C644, C645), specification 001 §4.3: what changes a charge goes through
modifyStatus, modifyPayresult and modifyInvoice.
"""

from typing import Any

from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge
from tejian.charging.money import api as money
from tejian.charging.places import BASE, CALLS
from tejian.charging.receipts import api as receipts
from tejian.charging.relief import api as relief
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, anybody, nobody

from . import effects as e
from . import forms, registration
from . import guards as g
from . import outlays as out
from . import planning as plan


def somebody_else(me: User) -> Any:
    """登记人以外有此权限的人"""
    return Charge.createby != me.id


def when_confirmed(d: Doing) -> str:
    return at.DUE if d.subject.amount > 0 else at.FREE


def by_its_sums(d: Doing) -> str:
    """Where the charge stands once the amount of the form is booked."""
    sums, amount = money.sums_of(d.db, d.subject), d.form["amount"]
    return money.step_of(money.Sums(sums.owed, sums.received + amount, sums.billed))


def after_refund(d: Doing) -> str:
    sums, amount = money.sums_of(d.db, d.subject), out.asked_amount(d, at.REFUND_OUT)
    return money.step_of(money.Sums(sums.owed - amount, sums.received - amount, sums.billed))


def after_taking_back(d: Doing) -> str:
    sums, entry = money.sums_of(d.db, d.subject), money.last_receipt(d.db, d.subject)
    return money.step_of(money.Sums(sums.owed, sums.received - (entry.amount if entry else 0), sums.billed))


def after_billing(d: Doing) -> str:
    """A receipt that waits for its number leaves the charge where it stands."""
    return at.BILLED if receipts.at_once(d.db) else at.PAID


def after_reversal(d: Doing) -> str:
    if not receipts.at_once(d.db):
        return at.BILLED
    sums = money.sums_of(d.db, d.subject)
    return money.step_of(money.Sums(sums.owed, sums.received, sums.billed - out.asked_amount(d, at.RED_OUT)))


CHARGE = add_process(
    Process(
        name=at.PROCESS,
        title="收费",
        model=Charge,
        start=at.DRAFT,
        ends=[at.REFUNDED, at.VOID, at.FREE],
        numbers=lambda s: (s.chargesysid, s.chargesysid),
        about=lambda m: (m.payunitname, m.chargesysid),
        always=[e.tell_items],
        steps=[
            Step(at.DRAFT, "暂存", anybody, state="0", tone="ok", route=f"{BASE}/paySearch", waits="收费登记"),
            Step(
                at.WAIT,
                "待确认",
                somebody_else,
                state="1",
                tone="ca",
                route=f"{BASE}/payConfirm",
                page=f"{BASE}/payConfirm/dealForm?id={{id}}",
                verb="确认",
                waits="收费确认",
                refusal="自己登记的收费须由他人确认",
            ),
            Step(at.DUE, "待缴费", anybody, state="2", tone="ca", route=f"{BASE}/paySearch"),
            Step(at.PART, "部分缴费", anybody, state="3", tone="ca", route=f"{BASE}/paySearch"),
            Step(at.PAID, "已缴费", anybody, state="4", tone="go", route=f"{BASE}/paySearch", waits="待开票"),
            Step(at.BILLED, "已开票", nobody, state="5", tone="go"),
            Step(at.REFUNDED, "已退费", nobody, state="6", tone="ok"),
            Step(at.VOID, "已作废", nobody, state="7", tone="ok"),
            Step(at.FREE, "免缴", nobody, state="8", tone="go"),
        ],
        moves=[
            Move(
                "commit",
                "提交",
                [at.DRAFT],
                at.WAIT,
                p.REGISTER,
                guards=[g.amounts_current, g.within_contract, g.manual_documented],
                forgets=["discountby"],
                effects=[e.ask_consent],
                call=f"{CALLS}/commit",
                batch_call=f"{CALLS}/batchCommit",
                buttons=[Button("batch", confirm="提交后由财务确认，确定提交吗？")],
                empty="请选择",
                done="已提交，等待财务确认",
            ),
            Move(
                "agree_discount",
                "同意优惠或手工金额",
                [at.WAIT],
                STAY,
                p.DISCOUNT,
                anyone=True,
                signed=True,
                guards=[g.discount_waits, g.agreed_by_another],
                effects=[e.note_consent],
                call=f"{CALLS}/agreeDiscount",
                form=forms.AGREE,
                buttons=[Button("row", when={"waits": ["1"]})],
                done="已同意",
            ),
            Move(
                "confirm",
                "确认",
                [at.WAIT],
                when_confirmed,
                p.CONFIRM,
                choices=[at.DUE, at.FREE],
                guards=[g.amounts_current, g.discount_agreed, g.within_contract],
                effects=[e.note_confirmed, relief.give, e.tell_payer],
                call=f"{CALLS}/modifyStatus",
                form=forms.CONFIRM,
                when={"status": ["2"]},
                buttons=[Button("row")],
            ),
            Move(
                "send_back",
                "退回",
                [at.WAIT],
                at.DRAFT,
                p.CONFIRM,
                needs_reason=True,
                forgets=["discountby"],
                call=f"{CALLS}/modifyStatus",
                form=forms.SEND_BACK,
                when={"status": ["0"]},
                buttons=[Button("row")],
            ),
            Move(
                "void",
                "作废",
                [at.WAIT, at.DUE],
                at.VOID,
                p.VOID,
                anyone=True,
                needs_reason=True,
                guards=[g.nothing_received],
                effects=[e.release_items, relief.take_back],
                call=f"{CALLS}/modifyStatus",
                form=forms.VOID,
                when={"status": ["7"]},
                buttons=[Button("more")],
            ),
            Move(
                "receive",
                "收款",
                at.OPEN,
                by_its_sums,
                p.RECEIVE,
                choices=[at.PART, at.PAID],
                batch=False,
                guards=[g.within_what_is_owed, g.given_covers, g.voucher_unused],
                effects=[e.write_receipt, e.copy_sums],
                call=f"{CALLS}/modifyPayresult",
                form=forms.RECEIVE,
                buttons=[Button("row")],
            ),
            Move(
                "offset",
                "预存款抵扣",
                at.OPEN,
                by_its_sums,
                p.RECEIVE,
                choices=[at.PART, at.PAID],
                batch=False,
                guards=[g.advance_pays_it, g.within_what_is_owed, g.within_balance],
                effects=[e.use_balance, e.copy_sums],
                call=f"{CALLS}/offset",
                form=forms.OFFSET,
                buttons=[Button("more")],
            ),
            Move(
                "plan",
                "约定分期",
                at.OPEN,
                STAY,
                p.PARTS,
                batch=False,
                anyone=True,
                signed=True,
                guards=[
                    *(plan.planned_by_another, plan.no_plan_of_contract, plan.parts_in_order),
                    *(plan.within_limits, plan.parts_add_up),
                ],
                effects=[plan.write_parts, plan.tell_parts],
                call=f"{CALLS}/plan",
                form=forms.PLAN,
                buttons=[Button("more")],
            ),
            Move(
                "bill",
                "开具票据",
                [at.PAID],
                after_billing,
                p.BILL,
                choices=[at.BILLED, at.PAID],
                batch=False,
                guards=[g.no_receipt_under_way, g.kind_fits],
                effects=[e.issue_receipt, e.copy_sums],
                call=f"{CALLS}/modifyInvoice",
                form=forms.BILL,
                buttons=[Button("row", "开票")],
            ),
            Move(
                "ask_red",
                "申请红冲",
                [at.BILLED],
                STAY,
                p.ASK_OUT,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[
                    *(out.nothing_asked_yet, g.no_receipt_under_way, out.within_what_is_billed),
                    *(out.whole_receipts, out.has_paper),
                ],
                effects=[out.ask_red],
                call=f"{CALLS}/askRed",
                form=forms.ASK_RED,
                buttons=[Button("more", when={"out": ["none"]})],
            ),
            Move(
                "reverse",
                "红冲",
                [at.BILLED],
                after_reversal,
                p.RED,
                choices=[at.PAID, at.BILLED],
                batch=False,
                anyone=True,
                signed=True,
                guards=[out.red_asked, out.not_who_asked, g.no_receipt_under_way, out.still_billed, out.red_confirmed],
                effects=[e.reverse_receipt, e.copy_sums],
                call=f"{CALLS}/downCreateEinvoiceScarlet",
                form=forms.RED,
                buttons=[Button("row", when={"out": [at.RED_OUT]})],
            ),
            Move(
                "take_back",
                "冲销收款",
                [at.PART, at.PAID],
                after_taking_back,
                p.REFUND,
                choices=[at.DUE, at.PART, at.PAID],
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[g.taken_back_by_another, g.receipt_to_take_back],
                effects=[e.take_back_receipt, e.copy_sums],
                call=f"{CALLS}/takeBack",
                form=forms.TAKE_BACK,
                buttons=[Button("more")],
            ),
            Move(
                "ask_refund",
                "申请退费",
                at.RECEIVED_STEPS,
                STAY,
                p.ASK_OUT,
                batch=False,
                anyone=True,
                needs_reason=True,
                signed=True,
                guards=[
                    *(out.nothing_asked_yet, g.no_receipt_under_way, out.within_what_was_received),
                    *(out.nothing_billed, out.back_the_way_it_came, out.keeps_a_till, out.has_paper),
                ],
                effects=[out.ask_refund],
                call=f"{CALLS}/askRefund",
                form=forms.ASK_REFUND,
                buttons=[Button("more", when={"out": ["none"]})],
            ),
            Move(
                "refund",
                "退费",
                at.RECEIVED_STEPS,
                after_refund,
                p.LET_OUT,
                choices=[at.REFUNDED, at.PAID, at.BILLED, at.DUE, at.PART],
                batch=False,
                anyone=True,
                signed=True,
                guards=[
                    *(out.refund_asked, out.not_who_asked, out.refunded_by_another, out.not_who_confirmed),
                    *(g.no_receipt_under_way, out.still_within, out.refund_voucher),
                ],
                effects=[out.give_back, e.copy_sums],
                call=f"{CALLS}/modifyStatus",
                form=forms.REFUND,
                when={"status": ["6"]},
                buttons=[Button("row", when={"out": [at.REFUND_OUT]})],
            ),
            Move(
                "refuse_out",
                "退回申请",
                at.RECEIVED_STEPS,
                STAY,
                p.LET_OUT,
                batch=False,
                anyone=True,
                needs_reason=True,
                guards=[out.something_asked],
                effects=[out.refuse_ask],
                call=f"{CALLS}/refuseOut",
                form=forms.REFUSE_OUT,
                buttons=[Button("more", when={"out": [at.REFUND_OUT, at.RED_OUT]})],
            ),
        ],
    )
)
STEP_NAMES = CHARGE.names


def register(db: Session, me: User, form: forms.ChargeForm) -> list[Charge]:
    """Store a registration as drafts, one for each channel, and tell the items."""
    charges = registration.save(db, me, form)
    for charge in charges:
        if not charge.step:
            CHARGE.put(db, charge, at.DRAFT)
            CHARGE.log(Doing(db, me, charge), "create", "收费登记", "", charge.step)
    money.tell_items(db, charges)
    return charges
