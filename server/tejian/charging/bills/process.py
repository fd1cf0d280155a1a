"""开票队列 as a process: a request waits, is held, fails, and ends with one number or with none.

The platform moves it on by its answers; people may try again, hold it, withdraw it or give a number by hand, the last
two only where the platform is known to have nothing.
"""

import re

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges.api import CHARGE
from tejian.charging.inputs import words
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import Charge, Invoice
from tejian.charging.money import api as money
from tejian.charging.receipts import api as receipts
from tejian.charging.receipts.api import Declined, Issued, NoAnswer, Wanted, is_builtin, platform_of
from tejian.kit.database import jobs
from tejian.kit.database.audit import security_event
from tejian.kit.database.jobs import job
from tejian.kit.forms.formview import Field, Input, dialog
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import tell
from tejian.system.settings.api import set_value

LIST = "/assistMng/payMng/billQueue"
CALLS = "/api/chamain/billRequest"
NUMBER = re.compile(r"[0-9A-Za-z-]{6,32}")
ANSWER = "平台答复"
SETTLE_IN_DOUBT = "平台可能已开具，请先立即重试，由平台答复后再办理"

HOLD = dialog("cha_form_bill_hold", "暂停开票 {requestno}", words("reason", "暂停原因", True), ok="暂停", done="已暂停")
CANCEL = dialog(
    "cha_form_bill_cancel",
    "取消开票申请 {requestno}",
    words("reason", "取消原因", True),
    note="取消后收费单可以重新开票",
    ok="取消申请",
    done="已取消",
)
RECALL = dialog(
    "cha_form_bill_recall",
    "撤回导出 {requestno}",
    words("reason", "撤回原因", True),
    note="请确认开票客户端没有开具这一张：撤回后它会进入下一个开票文件",
    ok="撤回",
    done="已撤回，回到待开具",
)
BY_HAND = dialog(
    "cha_form_bill_hand",
    "改为手工号码 {requestno}",
    Field("billno", "票据号码", required=True, span=24, size=32),
    words("reason", "原因", True, help="写明票据从哪里开具"),
    note="{payunitname}　金额 {amount} 元",
    ok="保存",
    done="已登记手工号码",
)


# -- guards and effects -------------------------------------------------------------------------------------------


def not_braked(d: Doing) -> str | None:
    """开票没有整体暂停"""
    why = receipts.braked(d.db)
    return f"开票已整体暂停：{why}" if why else None


def platform_has_none(d: Doing) -> str | None:
    """平台没有这张票据"""
    return SETTLE_IN_DOUBT if d.subject.there in (at.UNSURE, at.THERE) else None


def not_issued_elsewhere(d: Doing) -> str | None:
    """按文件开票时，客户端没有开出这张票据"""
    if receipts.is_by_file(d.db) and d.subject.there == at.THERE:
        return f"{d.subject.requestno}在开票客户端已开出而不相符：请更正或作废后重新导入结果，不能再开一张"
    return None


def number_unused(d: Doing) -> str | None:
    """票据号码为字母数字，没有用过"""
    if not NUMBER.fullmatch(d.form["billno"]):
        return "票据号码应为6至32位字母或数字"
    used = select(Invoice.chargesysid).where(Invoice.billno == d.form["billno"])
    bill = d.db.scalar(used)
    return f"票据号码{d.form['billno']}已用于收费单{bill}" if bill else None


def ask_now(d: Doing) -> None:
    """立即向平台请求"""
    d.subject.nexttry = clock.now()
    jobs.enqueue(d.db, receipts.JOB, request_id=d.subject.id)


def stop_asking(d: Doing) -> None:
    """停止自动请求"""
    d.subject.nexttry = None


def known_absent(d: Doing) -> None:
    """记客户端没有开具"""
    d.subject.there, d.subject.nexttry = at.ABSENT, None


def tell_charge(d: Doing) -> None:
    """收费单的票据状态随申请更新"""
    charge = receipts.held_charge(d.db, d.subject)
    d.db.flush()
    receipts.note_state(d.db, charge)


def write_by_hand(d: Doing) -> None:
    """按手工号码登记票据，写安全日志"""
    s = d.subject
    s.nexttry = None
    put_in(d.db, d.me, s, Issued(d.form["billno"], s.amount))
    security_event(d.db, "手工票据号码", s.chargesysid, f"{s.billno} {s.amount} 元：{d.reason.text}")


def put_in(db: Session, me: User, row: BillRequest, said: Issued) -> None:
    """The receipt is there: the charge stands where its sums say."""
    charge = receipts.held_charge(db, row)
    receipts.write(db, charge, row, said)
    receipts.note_state(db, charge)
    before = charge.step
    CHARGE.put(db, charge, money.step_of(money.sums_of(db, charge)))
    name = ("reversed", "票据已红冲") if row.original_id else ("billed", "票据已开具")
    CHARGE.log(Doing(db, me, charge), *name, before, charge.step)
    money.tell_items(db, [charge])


BILL = add_process(
    Process(
        name="bill_request",
        title="开票申请",
        model=BillRequest,
        start=at.WAITING_BILL,
        ends=[at.ISSUED_BILL, at.HAND_BILL, at.CANCELLED_BILL],
        numbers=lambda s: (s.requestno, s.chargesysid),
        about=lambda m: (m.payunitname, m.chargesysid),
        steps=[
            Step(at.WAITING_BILL, at.BILL_STEPS[at.WAITING_BILL], anybody, tone="ca", route=LIST, waits="票据待开具"),
            Step(at.OUT_BILL, at.BILL_STEPS[at.OUT_BILL], nobody, tone="ca", follows=True),
            Step(at.HELD_BILL, at.BILL_STEPS[at.HELD_BILL], anybody, tone="ok", route=LIST, waits="开票已暂停"),
            Step(
                at.FAILED_BILL,
                at.BILL_STEPS[at.FAILED_BILL],
                anybody,
                tone="no",
                route=LIST,
                waits="开票失败",
                follows=True,
            ),
            Step(at.ISSUED_BILL, at.BILL_STEPS[at.ISSUED_BILL], nobody, tone="go", follows=True),
            Step(at.HAND_BILL, at.BILL_STEPS[at.HAND_BILL], nobody, tone="go"),
            Step(at.CANCELLED_BILL, at.BILL_STEPS[at.CANCELLED_BILL], nobody, tone="ok"),
        ],
        moves=[
            Move(
                "again",
                "立即重试",
                [at.FAILED_BILL, at.WAITING_BILL],
                at.WAITING_BILL,
                p.BILL,
                guards=[not_braked, not_issued_elsewhere],
                effects=[ask_now, tell_charge],
                call=f"{CALLS}/again",
                buttons=[Button("batch", confirm="立即向平台请求所选票据？")],
                done="已重新请求",
            ),
            Move(
                "hold",
                "暂停",
                [at.WAITING_BILL, at.FAILED_BILL],
                at.HELD_BILL,
                p.BILL,
                needs_reason=True,
                effects=[stop_asking, tell_charge],
                call=f"{CALLS}/hold",
                form=HOLD,
                buttons=[Button("row")],
            ),
            Move(
                "resume",
                "恢复",
                [at.HELD_BILL],
                at.WAITING_BILL,
                p.BILL,
                guards=[not_braked, not_issued_elsewhere],
                effects=[ask_now, tell_charge],
                call=f"{CALLS}/resume",
                buttons=[Button("row", confirm="恢复后立即向平台请求，确定吗？")],
                done="已恢复",
            ),
            Move(
                "recall",
                "撤回导出",
                [at.OUT_BILL],
                at.WAITING_BILL,
                p.BILL,
                anyone=True,
                needs_reason=True,
                effects=[known_absent, tell_charge],
                call=f"{CALLS}/recall",
                form=RECALL,
                buttons=[Button("more")],
            ),
            Move(
                "by_hand",
                "改为手工号码",
                [at.FAILED_BILL, at.HELD_BILL],
                at.HAND_BILL,
                p.BILL_BY_HAND,
                batch=False,
                needs_reason=True,
                guards=[platform_has_none, number_unused],
                effects=[write_by_hand],
                call=f"{CALLS}/byHand",
                form=BY_HAND,
                buttons=[Button("more")],
            ),
            Move(
                "cancel",
                "取消申请",
                [at.FAILED_BILL, at.HELD_BILL, at.WAITING_BILL],
                at.CANCELLED_BILL,
                p.BILL,
                needs_reason=True,
                guards=[platform_has_none],
                effects=[stop_asking, tell_charge],
                call=f"{CALLS}/cancel",
                form=CANCEL,
                buttons=[Button("more")],
            ),
        ],
    )
)


# -- the answers of the platform ----------------------------------------------------------------------------------


@job(receipts.JOB, retry=3)
def ask(db: Session, request_id: str) -> None:
    """Ask for one receipt. No answer is asked again by itself, a refusal waits for a person."""
    claimed = receipts.claim(request_id)
    if claimed is None:
        return
    wanted, before = claimed
    bill: Issued | None = None
    there, words, again = at.UNSURE, "", False
    if not is_builtin(db):
        try:
            bill = _answer(db, wanted, before)
        except NoAnswer as wrong:
            words, again = str(wrong), True
        except Declined as wrong:
            there, words = at.ABSENT, str(wrong)
    row = db.scalars(select(BillRequest).where(BillRequest.id == request_id).with_for_update()).one()
    row.asking = None
    if row.step not in at.OPEN_BILLS:  # another try was faster
        return
    if bill is not None and (wrong_answer := receipts.fits(db, row, bill)):
        there, words, bill = at.THERE, wrong_answer, None
        security_event(db, "开票差异", row.chargesysid, words, "异常")
    if bill is None and not words:  # our own numbers
        bill = receipts.own_number(db, receipts.held_charge(db, row), row)
    if bill is not None:
        row.there = at.UNASKED if row.kind == at.OWN_PAPER else at.THERE
        row.answer, row.nexttry = "", None
        stand(db, SYSTEM, row, at.ISSUED_BILL, ANSWER)
        put_in(db, SYSTEM, row, bill)
        return
    row.there, row.answer = there, words[:500]
    if not (again and row.step == at.WAITING_BILL and receipts.wait_again(db, row)):
        _fail(db, row)
    receipts.note_state(db, receipts.held_charge(db, row))


def _answer(db: Session, wanted: Wanted, before: str) -> Issued:
    """What the platform has, or issues now. One that may have it is asked first."""
    platform = platform_of(db)
    known = platform.find(wanted) if before in (at.UNSURE, at.THERE) else None
    return known or platform.issue(wanted)


def stand(db: Session, me: User, row: BillRequest, step: str, words: str, name: str = "answered") -> None:
    """A request stands at a step by what came from outside, and its log says by which words."""
    before = row.step
    BILL.put(db, row, step)
    db.flush()
    BILL.log(Doing(db, me, row), name, words, before, step)


def _fail(db: Session, row: BillRequest) -> None:
    row.nexttry = None
    if row.step == at.WAITING_BILL:
        stand(db, SYSTEM, row, at.FAILED_BILL, ANSWER)
        tell(db, [row.createby], "开票失败", f"{row.chargesysid} {row.amount} 元：{row.answer}"[:200], route=LIST)


@job("charge.bill_sweep", cron="*/5 * * * *")
def sweep(db: Session) -> None:
    """Requests whose job was lost, or that waited for the brake, are asked for."""
    receipts.release(db)


# -- the hand brake -----------------------------------------------------------------------------------------------


def stop(db: Session, me: User, sent: Input) -> None:
    """Nothing is issued until it is released: what is asked for waits."""
    if why := receipts.braked(db):
        raise Refused(f"开票已整体暂停：{why}")
    set_value(db, receipts.BRAKE, f"{me.name}：{sent['reason']}"[:500])
    security_event(db, "开票整体暂停", receipts.BRAKE, sent["reason"])


def start(db: Session, me: User, sent: Input) -> int:
    """Release the brake; gives how many requests go out."""
    if not receipts.braked(db):
        raise Refused("开票没有整体暂停")
    set_value(db, receipts.BRAKE, "")
    security_event(db, "开票恢复", receipts.BRAKE, sent["reason"])
    return receipts.release(db)


def open_requests(db: Session, charge: Charge) -> list[BillRequest]:
    """The open requests of a charge, for its page."""
    query = select(BillRequest).where(BillRequest.charge_id == charge.id, BillRequest.step.in_(at.OPEN_BILLS))
    return list(db.scalars(query.order_by(BillRequest.requestno)))
