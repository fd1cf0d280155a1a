"""报告打印列表: what is to be printed, what was printed, and which mark sheets went where."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BUSINESS, RELEASE_WAYS, items, of_declaration
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.printing import STATES, MarkSheet
from tejian.inspection.models.reports import PrintLog
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.actions import MINE, Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, begun, col, dates, like, same
from tejian.kit.records.crud import shaped
from tejian.system.permissions import EXPORT

from .service import MARK

TYPES = {"REPORT": "报告", MARK: "使用标志", "YSJL": "原始记录", "RWD": "任务单"}
TYPES |= {"SBDDY": "申报单", "SBDDY3": "申报单", "SBDDY7": "申报单", "SBHZD": "回执单", "SBHZD7": "回执单"}
SHOWN = ("equname", "reportno", "status", "inspdate", "conclusion", "printcount")
PAGE = "/businessPro/reportRelevant"
MOST = 500  # prints that the page of a declaration shows
REPORTGET = of_declaration(AppMain.reportget)


OF_WAY = Search("reportget", "领取方式", lambda v: REPORTGET.in_([v]), widget="select", options=RELEASE_WAYS)


def approved(me: User) -> Any:
    return and_(B.visible(me), B.step.in_(at.APPROVED))


def _columns() -> list[Col]:
    known = {c.name: c for c in items.columns}
    first = [known["seisn"], known["unitname"], *(replace(known[n], shown=True) for n in SHOWN)]
    own = [
        Col("reportget", "领取方式", REPORTGET, 80, "dict", words=RELEASE_WAYS),
        col(B.papernos, 150),
        col(B.approvedat, 140),
    ]
    rest = [c for n, c in known.items() if n not in ("seisn", "unitname", *SHOWN)]
    return [*first, *own, *(replace(c, shown=False) if c.label else c for c in rest)]


queue_list = add_list(
    replace(
        items,
        no="report_print_list",
        title="报告打印列表",
        permission=p.PRINT,
        source=select(B),
        visible=approved,
        indexed=None,  # what is approved and not finished is not much
        ordered=None,
        url="/api/reportPrint/findList",
        sort="limit_at",
        columns=_columns(),
        search=[*items.search, OF_WAY],
        segments=[
            Segment("waiting", "待打印", lambda me: B.step == at.PRINT),
            Segment("paper", "待打印纸质", lambda me: and_(B.step == at.PRINT, REPORTGET != "03")),
            Segment("printed", "已打印", lambda me: B.printcount > 0),
            Segment("unprinted", "未打印已归档", lambda me: and_(B.step != at.PRINT, B.printcount == 0)),
        ],
        actions=[
            Action("print_toolbar", "批量打印", p.PRINT, needs="many"),
            Action("markSheets", "标志用纸", p.PRINT, kind="route", route=f"{PAGE}/markSheets"),
            Action("printLogs", "打印记录", p.PRINT, kind="route", route=f"{PAGE}/printLogs"),
            Action(
                *("print_row", "打印报告", p.PRINT),
                place="row",
                needs="one",
                when={"step": [at.PRINT], MINE: ["1"]},
                whose=BUSINESS.waiting,
            ),
            Action("reprint_row", "补打", p.PRINT, place="row", needs="one", when={"step": [at.ARCHIVE, at.RELEASE]}),
            Action("printMarks", "打印使用标志", p.PRINT, place="batch", kind="print", needs="many", print=MARK),
            Action("flowLog", "流转日志", p.PRINT, place="more", needs="one"),
        ],
    )
)

sheet_list = add_list(
    ListView(
        no="mark_sheet_list",
        title="标志用纸",
        permission=p.PRINT,
        export_permission=EXPORT,
        source=select(MarkSheet),
        key=MarkSheet.id,
        visible=MarkSheet.visible,
        url="/api/reportPrint/findSheets",
        sort="-createtime",
        columns=[
            col(MarkSheet.sheetno, 130, type="code", fixed="left"),
            Col("state", "状态", MarkSheet.state, 80, "state", words=STATES, tones={"01": "ok", "02": "no"}),
            col(MarkSheet.reportno, REPORT_NO_WIDTH, type="code"),
            col(MarkSheet.unitname, 200),
            col(MarkSheet.equname, 110),
            col(MarkSheet.reason, 180),
            col(MarkSheet.by_name, 80),
            col(MarkSheet.createtime, 140, label="登记时间"),
            col(MarkSheet.seisn, 120, type="code", shown=False),
        ],
        search=[
            begun("sheetno", "标志编号", MarkSheet.sheetno, quick=True),
            same("state", "状态", MarkSheet.state, widget="select", options=STATES, quick=True),
            like("number", "单号", MarkSheet.reportno, MarkSheet.seisn, placeholder="报告编号、流水号", quick=True),
            like("unitname", "受检单位", MarkSheet.unitname),
            dates("createtime", "登记时间", MarkSheet.createtime, moment=True),
        ],
    )
)

log_list = add_list(
    ListView(
        no="print_log_list",
        title="打印记录",
        permission=p.PRINT,
        export_permission=EXPORT,
        source=select(PrintLog),
        key=PrintLog.id,
        visible=PrintLog.visible,
        url="/api/reportPrint/findLogs",
        sort="-createtime",
        columns=[
            col(PrintLog.createtime, 140, label="打印时间", fixed="left"),
            Col("printtype", "打印内容", PrintLog.printtype, 90, "dict", words=TYPES),
            col(PrintLog.subject_no, 130, type="code"),
            col(PrintLog.reportno, REPORT_NO_WIDTH, type="code"),
            col(PrintLog.copies, 60),
            col(PrintLog.reprint, 60),
            col(PrintLog.reason, 180),
            col(PrintLog.sheets, 180),
            col(PrintLog.spoiled, 130),
            col(PrintLog.by_name, 80),
        ],
        search=[
            begun("number", "单号", PrintLog.subject_no, placeholder="流水号或申报单号", quick=True),
            begun("reportno", "报告编号", PrintLog.reportno, quick=True),
            same("printtype", "打印内容", PrintLog.printtype, widget="select", options=TYPES),
            Search("reprint", "只看补打", lambda v: PrintLog.reprint.is_(True), widget="checkbox"),
            like("by_name", "打印人", PrintLog.by_name),
            dates("createtime", "打印时间", PrintLog.createtime, moment=True),
        ],
    )
)


class PrintLine(TypedDict):
    """A print of a declaration, of one of its items or of its report."""

    id: str
    at: datetime
    printtypeName: str
    subject_no: str
    reportno: str
    copies: int
    reprint: bool
    reason: str
    by_name: str


def prints_of(db: Session, me: User, key: str) -> list[PrintLine]:
    """What was printed of a declaration and of its items, the last first."""
    main = visible_or_refuse(db, me, AppMain, key)
    own = select(B.id).where(B.appmain_id == main.id)
    query = select(PrintLog).where(or_(PrintLog.subject_id == main.id, PrintLog.subject_id.in_(own)))
    return [
        shaped(
            PrintLine,
            one,
            at=one.createtime.astimezone(clock.SHANGHAI),
            printtypeName=TYPES.get(one.printtype, one.printtype),
        )
        for one in db.scalars(query.order_by(PrintLog.createtime.desc(), PrintLog.id.desc()).limit(MOST))
    ]
