"""重大问题报告: what the institute reports, and what the bureau received."""

from dataclasses import replace

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.serious import BEFORE, SENT, SOURCES, TOLD, WITH_BUREAU
from tejian.supervision.models.serious import SeriousReport as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, FROM, PAGE
from .process import SERIOUS

LATE = C.step.in_((*BEFORE, *WITH_BUREAU)) & (C.limit_at < func.now())
VIEW = Action("view", "查看", p.SERIOUS_QUERY, place="row", kind="route", needs="one", route=PAGE)
PRINT = Action("print", "打印", p.SERIOUS_QUERY, place="batch", kind="print", needs="many", print="ZDWTBG")
serious_list = own_listing(
    SERIOUS,
    no="serious_report_list",
    title="重大问题报告",
    permission=p.SERIOUS_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    late=LATE,
    due=["limit_at"],
    columns=[
        col(C.seriousno, 130, type="code", fixed="left", link=PAGE),
        col(C.problem, 240, fixed="left"),
        col(C.step, 90, label="状态", type="state", words=SERIOUS.names, tones=SERIOUS.tones),
        col(C.limit_at, 140, label="时限"),
        col(C.level, 80),
        col(C.unitname, 200),
        col(C.equdatasysid, 180),
        col(C.found, 100),
        col(C.org_id, 180),
        col(C.toorg, 180),
        col(C.sent, 140),
        col(C.answered, 140),
        col(C.closed, 100),
        col(C.sourcekind, 110, type="dict", words=SOURCES, shown=False),
        col(C.sourceno, 150, shown=False),
        col(C.areacode, 110, shown=False),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、单位、问题", C.seriousno, C.unitname, C.problem, quick=True),
        same("step", "状态", C.step, widget="select", options=SERIOUS.names, quick=True),
        same("level", "问题等级", C.level, widget="select", dict="C654"),
        same("sourcekind", "来源", C.sourcekind, widget="select", options=SOURCES),
        dates("found", "发现日期", C.found),
    ],
    segments=[
        Segment("before", "未报送", lambda me: C.step.in_(BEFORE)),
        Segment("bureau", "待反馈", lambda me: C.step.in_(WITH_BUREAU)),
        Segment("late", "逾期", lambda me: LATE),
    ],
    actions=[
        ACTS.add,
        Action("drawUp", "由已有记录起草", p.SERIOUS_SAVE, kind="form", form=FROM.no, route=PAGE),
        PRINT,
        VIEW,
        ACTS.edit,
        *buttons(SERIOUS),
        ACTS.delete,
    ],
)
received_list = add_list(
    replace(
        serious_list,
        no="serious_received_list",
        title="重大问题报告（监察）",
        permission=p.SERIOUS_HANDLE,
        source=select(C).where(C.step.in_(TOLD)),
        url=f"{API}/findReceived",
        segments=[
            Segment("new", "待接收", lambda me: C.step == SENT),
            Segment("bureau", "待反馈", lambda me: C.step.in_(WITH_BUREAU)),
            Segment("late", "逾期未反馈", lambda me: LATE),
        ],
        actions=[PRINT, VIEW, *buttons(SERIOUS)],
    )
)
