"""A difference of the four ways as a process: found, then settled by somebody with a reason, or gone by itself."""

from typing import Any

from sqlalchemy import select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.inputs import words
from tejian.charging.models.charges import Charge
from tejian.charging.models.checks import Difference
from tejian.charging.places import BASE
from tejian.charging.transfers import api as transfers
from tejian.kit.forms.formview import Field, dialog
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody

from . import booking, several

LIST, PAGE = f"{BASE}/diffSearch", f"{BASE}/diffSearch/detail?id={{id}}"
CALLS = "/api/chamain/difference"
SETTLE = dialog(
    "cha_form_settle_difference",
    "处理差异",
    words("reason", "处理结果", True, help="写明已补收、退费、补文件或其他处理"),
    note="{kindName}：{sentence}",
    ok="保存",
    done="已处理",
)


PAID_BY = {way: word for way, word in at.METHODS.items() if way != "cash"}
BOOK_ORDER = dialog(
    "cha_form_book_order",
    "按平台文件入账",
    words("opinion", "说明"),
    note="{sentence}。按文件金额 {amount} 元入账，与平台回调相同；以后到的回调不再入账",
    ok="入账",
    done="已入账",
)
NOTE_SURPLUS = dialog(
    "cha_form_note_surplus",
    "登记多收款",
    words("opinion", "说明"),
    note="{sentence}。订单已付清，这 {amount} 元列入多收款，由收费员申请、财务退款",
    ok="登记",
    done="已列入多收款",
)
BOOK_CHARGE = dialog(
    "cha_form_book_charge",
    "按银行流水入账",
    Field("chargesysid", "收费单号", required=True, span=12, size=32, default="{chargesysid}"),
    Field("way", "收款方式", "select", True, options=PAID_BY, span=12, default="transfer"),
    words("opinion", "说明"),
    note="{sentence}。金额 {amount} 元和凭证号取自对账单",
    ok="入账",
    done="已入账",
)
BOOK_SEVERAL = transfers.allotment(
    "cha_form_book_several",
    "按银行流水付几张收费单",
    f"{CALLS}/propose",
    "{sentence}。付款单位待缴的收费单按缴费期限由早到晚提出，可以修改；不付的留空",
)
TAKE_BACK = dialog(
    "cha_form_take_back_line",
    "冲销收款 {chargesysid}",
    words("reason", "冲销原因", True, help="写明向平台、银行或缴费人核实的情况"),
    note="{sentence}。冲销后收费单恢复待缴，凭证号可以重新登记",
    ok="冲销",
    done="已冲销",
)


def settled_by_another(d: Doing) -> str | None:
    """处理人不是该收费的登记人"""
    own = select(Charge.createby).where(Charge.id == d.subject.charge_id)
    return "自己登记的收费，差异须由他人处理" if d.db.scalar(own) == d.me.id else None


def note_settled(d: Doing) -> None:
    """记处理人、时间与结果，写安全日志"""
    booking.settled(d, d.reason.text)


def _remedy(name: str, label: str, to: Any, remedy: str, **more: Any) -> Move:
    """A move on a difference that it is a remedy for; what moves money takes the PIN of who makes it."""
    button = Button("row", when={"remedy": [remedy]})
    own: dict[str, Any] = {"batch": False, "anyone": True, "signed": True, "buttons": [button]}
    return Move(name, label, [at.OPEN_DIFF], to, p.SETTLE, **(own | more))


DIFFERENCE = add_process(
    Process(
        name="charge_difference",
        title="收费核对差异",
        model=Difference,
        start=at.OPEN_DIFF,
        ends=[at.SETTLED_DIFF, at.GONE_DIFF],
        numbers=lambda s: (s.chargesysid, s.seisn),
        about=lambda m: (m.unitname, m.sentence),
        steps=[
            Step(at.OPEN_DIFF, "待处理", anybody, tone="ca", route=LIST, page=PAGE, verb="处理", waits="收费核对差异"),
            Step(at.SETTLED_DIFF, "已处理", nobody, tone="go"),
            Step(at.GONE_DIFF, "已消除", nobody, tone="ok", follows=True),
        ],
        moves=[
            Move(
                "settle",
                "处理",
                [at.OPEN_DIFF],
                at.SETTLED_DIFF,
                p.SETTLE,
                batch=False,
                signed=True,
                guards=[settled_by_another],
                effects=[note_settled],
                call=f"{CALLS}/settle",
                form=SETTLE,
                buttons=[Button("row")],
            ),
            _remedy(
                *booking.BY_FILE,
                at.SETTLED_DIFF,
                at.BY_ORDER,
                guards=[booking.can_be_booked_by_order, booking.booked_by_another],
                effects=[booking.book_order],
                call=f"{CALLS}/bookOrder",
                form=BOOK_ORDER,
            ),
            _remedy(
                *booking.NOTED,
                at.SETTLED_DIFF,
                at.TOO_MUCH,
                signed=False,
                guards=[booking.can_be_too_much],
                effects=[booking.note_too_much],
                call=f"{CALLS}/tooMuch",
                form=NOTE_SURPLUS,
            ),
            _remedy(
                *booking.BY_STATEMENT,
                at.SETTLED_DIFF,
                at.BY_CHARGE,
                guards=[booking.can_be_booked_for_charge, booking.chosen_by_another],
                effects=[booking.book_for_charge],
                call=f"{CALLS}/bookCharge",
                form=BOOK_CHARGE,
            ),
            _remedy(
                *several.BY_STATEMENT,
                at.SETTLED_DIFF,
                at.BY_CHARGE,
                guards=[several.can_pay_several, several.comes_to_the_line, several.chosen_by_another],
                effects=[several.book],
                call=f"{CALLS}/bookSeveral",
                form=BOOK_SEVERAL,
            ),
            _remedy(
                *booking.TAKEN_BACK,
                booking.after_taking_back,
                at.TAKE_BACK,
                choices=[at.SETTLED_DIFF, at.OPEN_DIFF],
                needs_reason=True,
                guards=[booking.can_be_taken_back, booking.taken_back_by_another],
                effects=[booking.take_back],
                call=f"{CALLS}/takeBack",
                form=TAKE_BACK,
            ),
        ],
    )
)
