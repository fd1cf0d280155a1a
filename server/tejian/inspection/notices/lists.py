"""The notices: all of them with where they stand, and the rectification notices among them."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, func, literal, select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.notices import CLOSED, DRAFT, MEND, OPEN, PASSED_ON, RECTIFY, SIGN
from tejian.inspection.models.notices import InspectionNotice as N
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.lists.statview import flag, in_month, stated
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import HANDLINGS, KINDS, SEVERE, STOP
from .process import NOTICE, PAGE


def overdue() -> Any:
    """Issued, not answered, and past its term."""
    return N.step.in_((SIGN, MEND, PASSED_ON)) & (N.due < clock.today())


def urgency() -> Any:
    """The order of work: late ones first, of both those of devices that may not run, then the newest."""
    unsafe = (N.handling == STOP) | (N.kind == SEVERE)
    first = case(
        (overdue() & unsafe, literal("4")),
        (overdue(), literal("3")),
        (N.step.in_(OPEN) & unsafe, literal("2")),
        (N.step.in_(OPEN), literal("1")),
        else_=literal("0"),
    )
    return func.concat(first, func.to_char(N.createtime, "YYYYMMDDHH24MISSUS"))


def late() -> Any:
    return case((overdue(), literal("1")), else_=literal("0"))


VIEW = Action("view", "查看", p.NOTICE_QUERY, place="row", kind="route", needs="one", route=PAGE)
notice_list = add_list(
    ListView(
        no="opinion_list",
        title="检验意见通知书",
        permission=p.NOTICE_QUERY,
        export_permission=EXPORT,
        source=select(N),
        key=N.id,
        visible=N.visible,
        url="/api/opinion/findList",
        sort="-urgency",
        late="late",
        due=["due"],
        columns=[
            col(N.noticeno, 130, type="code", fixed="left", link=PAGE),
            col(N.unitname, 200),
            col(N.equname, 100),
            col(N.due, 100, label="反馈期限"),
            col(N.step, 100, label="状态", type="state", words=NOTICE.names, tones=NOTICE.tones),
            Col("kind", "类型", N.kind, 130, "dict", words=KINDS),
            col(N.equcode, 158, type="code"),
            col(N.inspdate, 100),
            Col("handling", "处理方式", N.handling, 170, "state", words=HANDLINGS, tones={STOP: "no", "monitor": "ca"}),
            col(N.noticedate, 100),
            col(N.issuer, 80, shown=False),
            col(N.receiver, 80, shown=False),
            col(N.receivedate, 100, shown=False),
            col(N.feedbackdate, 100, shown=False),
            col(N.confirmby, 80, shown=False),
            col(N.confirmdate, 100, shown=False),
            col(N.seisn, 120, type="code", shown=False),
            col(N.reportno, REPORT_NO_WIDTH, type="code", shown=False),
            col(N.useplace, 180, shown=False),
            col(N.equclass, 100, shown=False),
            col(N.createtime, 140, shown=False),
            Col("urgency", "", urgency()),
            Col("late", "", late()),
            Col("appbuss_id", "", N.appbuss_id),
        ],
        search=[
            like(
                "noticeno", "编号", N.noticeno, N.seisn, N.reportno, placeholder="通知书、流水号、报告编号", quick=True
            ),
            like("unitname", "受检单位", N.unitname, quick=True),
            same("step", "状态", N.step, widget="select", options=NOTICE.names, quick=True),
            same("kind", "类型", N.kind, widget="select", options=KINDS),
            same("equclass", "设备种类", N.equclass, widget="select", dict="C601"),
            like("equcode", "设备代码", N.equcode, N.equname),
            dates("due", "反馈期限", N.due),
            dates("noticedate", "签发日期", N.noticedate),
            Search("late", "只看逾期", lambda v: overdue(), widget="checkbox"),
            stated("handling", "处理方式", N.handling, widget="select", options=HANDLINGS),
            stated("issuer_id", "签发人", N.issuer_id),
            in_month("month", "签发月份", N.noticedate),
            flag("closed", "已关闭", N.step == CLOSED),
            flag("answered", "已反馈", N.feedbackdate.is_not(None)),
            flag("intime", "期限内反馈", and_(N.feedbackdate.is_not(None), N.feedbackdate <= N.due)),
        ],
        segments=[
            Segment("open", "未关闭", lambda me: N.step.in_(OPEN)),
            Segment("draft", "待签发", lambda me: N.step == DRAFT),
            Segment("late", "逾期未反馈", lambda me: overdue()),
        ],
        actions=[
            VIEW,
            *buttons(NOTICE),
            Action("print", "打印", p.NOTICE_QUERY, place="batch", kind="print", needs="many", print="YJTZS"),
        ],
    )
)
rectify_list = add_list(
    replace(
        notice_list,
        no="opinion_rectify_list",
        title="整改通知书",
        url="/api/opinion/findRectifyList",
        fixed=[N.kind == RECTIFY],
    )
)
