"""抄告单: what one's organisation sent and what it received."""

from sqlalchemy import func

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.copies import DRAFT, OPEN
from tejian.supervision.models.copies import CarbonCopy as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import COPY

LATE = C.step.in_(OPEN) & (C.deadline < func.current_date())
copy_list = own_listing(
    COPY,
    no="carbon_copy_list",
    title="抄告单",
    permission=p.COPY_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findPageByParams",
    late=LATE,
    due=["deadline"],
    columns=[
        col(C.notifyno, 130, type="code", fixed="left", link=PAGE),
        col(C.subject, 240),
        col(C.step, 90, label="状态", type="state", words=COPY.names, tones=COPY.tones),
        col(C.deadline, 100),
        col(C.fromorg, 200),
        col(C.toorg, 200),
        col(C.handler_id, 80),
        col(C.sent, 140),
        col(C.createtime, 140, shown=False),
        col(C.replied, 140),
    ],
    search=[
        like("text", "编号、事由", C.notifyno, C.subject, C.content, quick=True),
        same("step", "状态", C.step, widget="select", options=COPY.names, quick=True),
        dates("deadline", "办理期限", C.deadline),
    ],
    segments=[
        Segment("received", "收到的", lambda me: (C.toorg == me.org_id) & (C.step != DRAFT)),
        Segment("sent", "发出的", lambda me: C.fromorg == me.org_id),
        Segment("late", "逾期未回复", lambda me: LATE),
    ],
    actions=[
        ACTS.add,
        Action("importRows", "导入", p.COPY_SAVE),
        Action("print", "打印", p.COPY_QUERY, place="batch", kind="print", needs="many", print="CGD"),
        Action("view", "查看", p.COPY_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(COPY),
        ACTS.delete,
    ],
)
