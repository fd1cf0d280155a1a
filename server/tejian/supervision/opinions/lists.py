"""意见征集: what is asked, until when, and how many units answered."""

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.opinions import OPEN, OpinionReply
from tejian.supervision.models.opinions import OpinionCall as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import OPINIONS

_replies = select(func.count()).where(OpinionReply.call_id == C.id).correlate(C).scalar_subquery()
opinion_list = own_listing(
    OPINIONS,
    no="opinion_call_list",
    title="意见征集",
    permission=p.OPINION_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(C.callno, 130, type="code", fixed="left", link=PAGE),
        col(C.title, 260, link=PAGE),
        col(C.step, 90, label="状态", type="state", words=OPINIONS.names, tones=OPINIONS.tones),
        col(C.deadline, 120),
        Col("replies", "意见", _replies, 70, "number"),
        col(C.org_id, 200),
        col(C.published, 140),
        col(C.closed, 100),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、事项", C.callno, C.title, quick=True),
        same("step", "状态", C.step, widget="select", options=OPINIONS.names, quick=True),
        dates("deadline", "征集截止日期", C.deadline),
    ],
    segments=[Segment("open", "征集中", lambda me: C.step == OPEN)],
    actions=[
        ACTS.add,
        Action("view", "查看", p.OPINION_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(OPINIONS),
        ACTS.delete,
    ],
)
