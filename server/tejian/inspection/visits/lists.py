"""The visits that units booked, as the institute sees them, and the applications that each is made of."""

from typing import Any

from sqlalchemy import false, func, select

from tejian.inspection import permissions as p
from tejian.inspection.models.online import OnlineApplication as A
from tejian.inspection.models.visits import AGREED, ASKED, OTHER, WAIT
from tejian.inspection.models.visits import UnitVisit as V
from tejian.inspection.online.api import ONLINE
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from .forms import CALL
from .process import VISIT

PARTS = "/businessPro/visits/parts?visitno={visitno}"


def of_institute(me: User) -> Any:
    return false() if me.unit_id else V.visible(me)


def parts_of_institute(me: User) -> Any:
    return false() if me.unit_id else A.visible(me)


def _days(column: Any) -> Any:
    return func.array_to_string(column, "、")


visit_list = add_list(
    ListView(
        no="visit_list",
        title="单位约检",
        permission=p.ARRANGE,
        export_permission=EXPORT,
        source=select(V),
        key=V.id,
        visible=of_institute,
        url=f"{CALL}/findList",
        sort="-visitno",
        columns=[
            col(V.visitno, 140, type="code", fixed="left", link=PARTS),
            col(V.step, 90, label="状态", type="state", words=VISIT.names, tones=VISIT.tones),
            col(V.unitname, 220),
            col(V.equcount, 66),
            Col("wished", "期望日期", _days(V.wished), 200),
            Col("closed", "不便日期", _days(V.closed), 180),
            Col("days", "安排日期", _days(V.days), 180),
            col(V.reason, 220),
            col(V.answeredby, 90),
            col(V.answered, 140),
            col(V.createtime, 140, label="约检时间"),
        ],
        search=[
            like("visitno", "约检编号", V.visitno, quick=True),
            like("unitname", "单位", V.unitname, quick=True),
            same("step", "状态", V.step, widget="select", options=VISIT.names),
            dates("createtime", "约检时间", V.createtime, moment=True),
        ],
        segments=[
            Segment("wait", "待安排", lambda _me: V.step == WAIT),
            Segment("asked", "待确认", lambda _me: V.step == ASKED),
            Segment("agreed", "已确认", lambda _me: V.step == AGREED),
            Segment("other", "改期", lambda _me: V.step == OTHER),
        ],
    )
)
part_list = add_list(
    ListView(
        no="visit_part_list",
        title="约检的申报",
        permission=p.ARRANGE,
        export_permission=EXPORT,
        source=select(A).join(V, V.id == A.visit_id),
        fixed=(A.visit_id != "",),
        key=A.id,
        visible=parts_of_institute,
        url=f"{CALL}/parts/findList",
        sort="-onlineno",
        columns=[
            col(A.onlineno, 150, type="code", fixed="left"),
            col(A.step, 90, label="状态", type="state", words=ONLINE.names, tones=ONLINE.tones),
            Col("visitno", "约检编号", V.visitno, 140, "code"),
            col(A.unitname, 220),
            col(A.equclass, 90),
            col(A.testsort, 150),
            col(A.equcount, 66),
            col(A.plandate, 110),
            col(A.appno, 140, type="code", link="/businessPro/applyInfo?id={appmain_id}"),
            col(A.handler, 90),
            col(A.handled, 140),
            col(A.reason, 220),
            Col("appmain_id", "", A.appmain_id),
        ],
        search=[
            same("visitno", "约检编号", V.visitno, quick=True),
            like("unitname", "单位", A.unitname, quick=True),
            same("step", "状态", A.step, widget="select", options=ONLINE.names),
        ],
    )
)
