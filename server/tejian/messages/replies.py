"""短信回复: a reply waits for the clerk, who answers it or closes it; 退订 and 恢复 are done by themselves."""

from typing import Any

from tejian.kit.forms.formview import dialog, field_of
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody

from . import permissions as p
from .models import ANSWERED, CLOSED, OPEN
from .models import SmsReply as R
from .writing import send_sms_now, stopped

API, LIST = "/api/smssend/smsReceive", "/assistMng/msgMng/receiveMsg"
PAGE = f"{LIST}Detail?id={{id}}"
TEMPLATE = "HFDF"
WORDS, STOP, RESUME = "业务回复", "退订", "恢复"  # what a reply is


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return R.org_id == me.org_id


def still_reached(d: Doing) -> str | None:
    """号码没有退订"""
    return "该号码已退订短信，请电话联系后办结" if stopped(d.db, d.subject.sender) else None


def not_hidden(d: Doing) -> str | None:
    """号码仍在保存期限内"""
    return None if d.subject.content else "回复已过保存期限，号码已清理，不能答复"


def send_answer(d: Doing) -> None:
    """把答复发给对方"""
    send_sms_now(d.db, TEMPLATE, d.subject.sender, {"answer": d.form["answer"]}, d.subject.datacode)


REPLY = add_process(
    Process(
        name="sms_reply",
        title="短信回复",
        model=R,
        api=API,
        one_by_one=True,
        start=OPEN,
        ends=[ANSWERED, CLOSED],
        numbers=lambda s: (s.datacode or s.kind, s.datacode),
        about=lambda m: (m.content, m.receivedat),
        steps=[
            Step(OPEN, "待处理", of_institute, tone="ca", waits="短信回复待处理", verb="处理", route=LIST, page=PAGE),
            Step(ANSWERED, "已答复", nobody, tone="ok"),
            Step(CLOSED, "已办结", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("answer", "答复", [OPEN], ANSWERED, p.REPLY_HANDLE),
                guards=[not_hidden, still_reached],
                takes=["answer"],
                stamps=["handler_id", "handled"],
                effects=[send_answer],
                form=dialog(
                    "sms_reply_answer",
                    "答复短信",
                    field_of(R.answer, type="textarea", required=True, span=24, help="作为短信发给对方，按模板加签名"),
                    ok="发送",
                ),
            ),
            Move(
                *("close", "办结", [OPEN], CLOSED, p.REPLY_HANDLE),
                needs_reason=True,
                stamps=["handler_id", "handled"],
            ),
        ],
    )
)
