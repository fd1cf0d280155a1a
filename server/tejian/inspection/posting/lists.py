"""快递单打印: the waybills, the reports that wait for one, and the ranges of numbers."""

from dataclasses import replace

from sqlalchemy import and_, case, select

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import items, of_declaration
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.posting import BACK, MADE, SENT
from tejian.inspection.models.posting import NumberRange as R
from tejian.inspection.models.posting import Waybill as W
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import CALLS, MAKE_MANY, MAKE_ONE, RANGES
from .process import LIST, PAGE, WAYBILL
from .service import to_post

PRINT = Action("print", "打印快递单", p.RELEASE, place="batch", kind="print", needs="many", print="KDD")
bill_list = add_list(
    ListView(
        no="express_list",
        title="快递单打印",
        permission=p.RELEASE,
        export_permission=EXPORT,
        source=select(W),
        key=W.id,
        visible=W.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(W.expressno, 150, type="code", fixed="left", link=PAGE),
            col(W.unitname, 200),
            col(W.step, 80, label="状态", type="state", words=WAYBILL.names, tones=WAYBILL.tones),
            col(W.receiver, 80),
            col(W.address, 180),
            col(W.reports, 52, label="份数"),
            col(W.printcount, 80),
            col(W.company, 90),
            col(W.sentat, 140),
            col(W.receivertel, 120, shown=False),
            col(W.createtime, 140, label="制单时间", shown=False),
            col(W.madeby, 80, shown=False),
            col(W.why, 180, shown=False),
            col(W.insteadof, 150, type="code", shown=False),
            col(W.remark, 150, shown=False),
        ],
        search=[
            like("expressno", "快递单号", W.expressno, quick=True),
            like("unitname", "收件单位", W.unitname, quick=True),
            like("receiver", "收件人", W.receiver),
            same("company", "快递公司", W.company, widget="select", dict="KDGS"),
            same("step", "状态", W.step, widget="select", options=WAYBILL.names),
            dates("createtime", "制单时间", W.createtime, moment=True),
            dates("sentat", "寄出时间", W.sentat, moment=True),
        ],
        segments=[
            Segment("unprinted", "待打印", lambda me: and_(W.step == MADE, W.printcount == 0)),
            Segment("made", "待寄出", lambda me: W.step == MADE),
            Segment("sent", "已寄出", lambda me: W.step == SENT),
            Segment("back", "已退回", lambda me: W.step == BACK),
        ],
        actions=[
            Action("waiting", "待寄报告", p.RELEASE, kind="route", route=f"{LIST}/waiting"),
            Action("ranges", "号段", p.RELEASE, kind="route", route=f"{LIST}/ranges"),
            PRINT,
            *buttons(WAYBILL),
        ],
    )
)


def _columns() -> list[Col]:
    known = {c.name: c for c in items.columns}
    shown = ("seisn", "unitname", "equname", "reportno")
    own = [
        Col("receiver", "收件人", of_declaration(AppMain.inscontactname), 90),
        Col(
            "address",
            "邮寄地址",
            of_declaration(case((AppMain.mailaddress != "", AppMain.mailaddress), else_=AppMain.unitaddress)),
            220,
        ),
        col(B.archivedat, 140),
    ]
    rest = [replace(c, shown=False) if c.label else c for n, c in known.items() if n not in shown]
    return [*(replace(known[n], shown=True) for n in shown), *own, *(c for c in rest if c.name != "archivedat")]


waiting_list = add_list(
    replace(
        items,
        no="express_waiting_list",
        title="待寄报告",
        permission=p.RELEASE,
        source=select(B),
        visible=to_post,
        indexed=None,  # what waits to be released is not much
        ordered=None,
        url=f"{CALLS}/findWaiting",
        sort="limit_at",
        columns=_columns(),
        segments=[],
        actions=[
            Action("makeMany", "批量制单", p.RELEASE, place="batch", kind="move", needs="many", form=MAKE_MANY.no),
            Action("makeOne", "制单", p.RELEASE, place="row", kind="move", needs="one", form=MAKE_ONE.no),
        ],
    )
)

range_list = add_list(
    ListView(
        no="express_range_list",
        title="快递单号段",
        permission=p.RELEASE,
        source=select(R),
        key=R.id,
        visible=R.visible,
        url=f"{CALLS}/findRanges",
        sort="-createtime",
        columns=[
            col(R.company, 110),
            col(R.firstno, 150, type="code"),
            col(R.lastno, 150, type="code"),
            Col("left", "剩余", R.last - R.next + 1, 90, "number"),
            Col("taken", "已取用", R.next - R.first, 90, "number"),
            col(R.stopped, 70),
            col(R.createtime, 140, label="登记时间"),
            col(R.remark, 180),
        ],
        search=[
            same("company", "快递公司", R.company, widget="select", dict="KDGS", quick=True),
            like("number", "单号", R.firstno, R.lastno),
        ],
        actions=[
            RANGES.add,
            RANGES.edit,
            RANGES.delete,
        ],
    )
)
