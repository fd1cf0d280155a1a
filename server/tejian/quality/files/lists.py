"""The lists of documents: one for each step that somebody handles, all editions, and those in force by type."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, func, or_, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, listing, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.quality import permissions as p
from tejian.quality.models.files import (
    APPROVE,
    AUDIT,
    ISSUE,
    PLANNED,
    PUBLIC,
    UNFINISHED,
    VOID,
    WRITING,
    FileReceipt,
)
from tejian.quality.models.files import QualityFile as F
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import FILE

LATE = F.step.in_(UNFINISHED) & (F.plandue < func.current_date())
IN_FORCE = and_(
    F.step.in_(PUBLIC),
    F.effective <= func.current_date(),
    or_(F.ended.is_(None), F.ended > func.current_date()),
)
VIEW = Action("view", "查看", p.FILE_READ, place="row", kind="route", needs="one", route=PAGE)
COPY = Action("copy", "正文", p.FILE_READ, place="row", kind="print", needs="one", print="TXWJ")


def _receipts(*more: Any) -> Any:
    return select(func.count()).where(FileReceipt.file_id == F.id, *more).correlate(F).scalar_subquery()


MADE = [
    col(F.fileno, 130, type="code", fixed="left", link=PAGE),
    col(F.title, 240),
    col(F.edition, 70),
    col(F.step, 90, label="状态", type="state", words=FILE.names, tones=FILE.tones),
    col(F.filetype, 110),
    col(F.writer_id, 80),
    col(F.plandue, 110),
    col(F.auditor_id, 80, shown=False),
    col(F.approver_id, 80, shown=False),
    col(F.usedfor, 160, shown=False),
    col(F.cause, 200),
    col(F.written, 140, shown=False),
]
ASKS = [
    like("text", "编号、名称", F.fileno, F.title, quick=True),
    same("filetype", "文件类型", F.filetype, widget="select", dict="C667T", quick=True),
    dates("plandue", "计划完成日期", F.plandue),
]


def _moves(*names: str) -> list[Action]:
    """The buttons of some moves."""
    return [one for one in buttons(FILE) if one.code.rpartition("_")[0] in names]


def _at_step(no: str, title: str, path: str, right: str, *steps: str, **more: Any) -> ListView:
    """The documents at a step, for those who handle it: the moves that leave it."""
    leaving = [m.name for m in FILE.moves if set(m.frm) & set(steps)]
    own = {"actions": [VIEW, *_moves(*leaving)], **more}
    return own_listing(
        FILE,
        no=no,
        title=title,
        permission=right,
        export_permission=EXPORT,
        url=f"{API}/{path}",
        fixed=[F.step.in_(steps)],
        sort="plandue",
        late=LATE,
        due=["plandue"],
        columns=MADE,
        search=[
            *ASKS,
            same("step", "状态", F.step, widget="select", options={one: FILE.names[one] for one in steps}),
        ],
        **own,
    )


plan_list = _at_step(
    *("quality_file_plan_list", "文件计划", "findPlans", p.FILE_PLAN, *UNFINISHED),
    segments=[
        Segment("planned", "未下达", lambda me: F.step == PLANNED),
        Segment("late", "超过计划日期", lambda me: LATE),
    ],
    actions=[
        ACTS.add,
        VIEW,
        ACTS.edit,
        *_moves("order", "issue"),
        ACTS.delete,
    ],
)
make_list = _at_step("quality_file_make_list", "文件编制", "findMaking", p.FILE_WRITE, WRITING)
audit_list = _at_step("quality_file_audit_list", "文件审核", "findAuditing", p.FILE_AUDIT, AUDIT)
approve_list = _at_step("quality_file_approve_list", "文件审批", "findApproving", p.FILE_APPROVE, APPROVE)
issue_list = _at_step("quality_file_issue_list", "文件发布", "findIssuing", p.FILE_PLAN, ISSUE)
query_list = own_listing(
    FILE,
    no="quality_file_query_list",
    title="文件查询",
    permission=p.FILE_READ,
    export_permission=EXPORT,
    url=f"{API}/findIssued",
    fixed=[F.step.in_(PUBLIC)],
    sort="-effective",
    columns=[
        *(c for c in MADE if c.name not in ("plandue", "cause", "written")),
        col(F.effective, 100),
        col(F.ended, 100),
        Col("given", "发放", _receipts(), 64, "number", sortable=False),
        Col("open", "未接收", _receipts(FileReceipt.received.is_(None)), 70, "number", sortable=False),
        col(F.issued, 140, shown=False),
    ],
    search=[
        *(one for one in ASKS if one.name != "plandue"),
        same("step", "状态", F.step, widget="select", options={one: FILE.names[one] for one in PUBLIC}),
        dates("effective", "实施日期", F.effective),
    ],
    segments=[Segment("valid", "现行", lambda me: IN_FORCE), Segment("void", "作废", lambda me: F.step == VOID)],
    actions=[VIEW, COPY, *_moves("void")],
)
menu_list = add_list(
    replace(
        query_list,
        no="quality_file_menu_list",
        title="文件目录",
        url=f"{API}/findMenu",
        fixed=[IN_FORCE],
        sort="filetype",
        columns=[
            col(F.filetype, 120, fixed="left"),
            *(c for c in query_list.columns if c.name not in ("filetype", "step", "ended", "id", "version")),
        ],
        search=[one for one in query_list.search if one.name != "step"],
        segments=[],
        actions=[VIEW, COPY],
    )
)

R = FileReceipt
receive_list = listing(
    R,
    no="quality_file_receive_list",
    title="文件接收",
    permission=p.FILE_READ,
    export_permission=EXPORT,
    url=f"{API}/findReceipts",
    source=select(R).join(F, F.id == R.file_id),
    late=R.received.is_(None) & (F.effective < func.current_date()),
    due=["effective"],
    columns=[
        Col(
            "fileno",
            "文件编号",
            F.fileno,
            130,
            "code",
            fixed="left",
            link=PAGE.format(id="{file_id}"),
        ),
        Col("title", "文件名称", F.title, 240),
        Col("edition", "版本", F.edition, 70),
        Col("effective", "实施日期", F.effective, 100, "date"),
        col(R.user_id, 80),
        col(R.userdept, 130),
        col(R.received, 140),
        col(R.chased, 80),
        col(R.createtime, 140, label="发放时间", shown=False),
        Col("file_id", "", R.file_id),
    ],
    search=[
        like("text", "编号、名称", F.fileno, F.title, quick=True),
        same("user_id", "接收人", R.user_id, widget="user"),
        dates("received", "接收时间", R.received, moment=True),
    ],
    segments=[
        Segment("mine", "待我接收", lambda me: (R.user_id == me.id) & R.received.is_(None)),
        Segment("open", "未接收", lambda me: R.received.is_(None)),
    ],
    actions=[
        Action(
            "receive",
            "接收",
            p.FILE_READ,
            kind="call",
            needs="many",
            url=f"{API}/receive",
            confirm="确定已阅读并接收所选的文件吗？",
        ),
        Action(
            "chase",
            "催办",
            p.FILE_HANDLE,
            kind="call",
            needs="many",
            url=f"{API}/chase",
            confirm="给所选文件中还没有接收的人发消息吗？",
        ),
    ],
)
