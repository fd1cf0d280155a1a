"""短信接收: the replies of phones, and the page of one."""

from sqlalchemy import select

from tejian.kit.database.phones import is_number
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Search, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, course, own_listing, page_buttons, state
from tejian.kit.records.recordview import Fact, RecordView, Shown
from tejian.system.permissions import EXPORT

from . import permissions as p
from .models import OPEN, Sms
from .models import SmsReply as R
from .replies import API, PAGE, REPLY, RESUME, STOP, WORDS

KINDS = {one: one for one in (WORDS, STOP, RESUME)}
TONES = {WORDS: "go", STOP: "ca", RESUME: "ok"}

reply_list = own_listing(
    REPLY,
    no="sms_receive_list",
    title="短信接收",
    permission=p.REPLY_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    sort="-receivedat",
    columns=[
        col(R.receivedat, 150, fixed="left", link=PAGE),
        col(R.sender, 120),
        col(R.content, 360),
        col(R.kind, 100, type="state", words=KINDS, tones=TONES),
        col(R.step, 100, label="状态", type="state", words=REPLY.names, tones=REPLY.tones),
        col(R.template, 130),
        col(R.datacode, 150, type="code"),
        col(R.answer, 260),
        col(R.handler_id, 90),
        col(R.handled, 150),
    ],
    search=[
        same("step", "状态", R.step, widget="select", options=REPLY.names, quick=True),
        same("kind", "回复类型", R.kind, widget="select", options=KINDS, quick=True),
        Search("sender", "来自号码", lambda v: is_number(R.sender, v), placeholder="完整号码", quick=True),
        like("content", "回复内容", R.content),
        like("datacode", "业务单号", R.datacode),
        dates("receivedat", "收到时间", R.receivedat, moment=True),
    ],
    segments=[Segment("open", "待处理", lambda me: R.step == OPEN)],
    actions=[
        Action("view", "查看", p.REPLY_QUERY, place="row", kind="route", needs="one", route=PAGE),
        *buttons(REPLY),
    ],
)


def sent_then(s: Shown) -> str:
    """The message of ours that was answered."""
    if not s.row.sms_id:
        return "此前时限内没有给该号码发送过短信"
    found = s.db.scalar(select(Sms.content).where(Sms.id == s.row.sms_id))
    return found or "已过保存期限，内容已清理"


REPLY_PAGE = RecordView(
    no="sms_reply",
    title="短信回复",
    permission=p.REPLY_QUERY,
    model=R,
    url=f"{API}/record",
    heading=lambda s: f"短信回复 {s.text('receivedat')}",
    subtitle=lambda s: s.row.content or "内容已清理",
    facts=[
        state(REPLY),
        Fact("sender"),
        Fact("kind"),
        Fact("template", note=lambda s: s.row.datacode),
        Fact(label="所回复的短信", text=sent_then),
        Fact("answer"),
        Fact("handler_id", note=lambda s: s.text("handled")),
    ],
    parts=[course(REPLY)],
    actions=page_buttons(REPLY),
    history=True,
)
