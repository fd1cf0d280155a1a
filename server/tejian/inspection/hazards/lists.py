"""隐患登记: what waits for registration, what is being mended, and what is closed."""

from typing import Any

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.hazards import ANSWERED, MEND, NEW, SECOND
from tejian.inspection.models.hazards import Hazard as H
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import SOURCES
from .process import HAZARD, PAGE


def overdue() -> Any:
    """Registered, not mended, and past its term."""
    return (H.step == MEND) & (H.deadline < clock.today())


hazard_list = add_list(
    ListView(
        no="hazard_list",
        title="隐患登记",
        permission=p.HAZARD_QUERY,
        export_permission=EXPORT,
        source=select(H),
        key=H.id,
        visible=H.visible,
        url="/api/hazard/findList",
        sort="-createtime",
        late=overdue(),
        due=["deadline"],
        columns=[
            col(H.hazno, 130, type="code", fixed="left", link=PAGE),
            col(H.unitname, 200),
            col(H.equname, 100),
            col(H.equcode, 158, type="code"),
            col(H.step, 90, label="状态", type="state", words=HAZARD.names, tones=HAZARD.tones),
            col(H.deadline, 100),
            col(H.level, 80),
            col(H.reportno, REPORT_NO_WIDTH, type="code"),
            col(H.content, 220),
            Col("source", "来源", H.source, 90, "dict", words=SOURCES),
            col(H.registered, 100),
            col(H.receiver, 80, shown=False),
            col(H.receivedate, 100, shown=False),
            col(H.donedate, 100, shown=False),
            col(H.doneby, 80, shown=False),
            col(H.verifier, 80, shown=False),
            col(H.second, 80, shown=False),
            col(H.closedate, 100),
            col(H.place, 140, shown=False),
            col(H.useplace, 180, shown=False),
            col(H.equclass, 100, shown=False),
            col(H.seisn, 120, type="code", shown=False),
            col(H.createtime, 140, shown=False),
        ],
        search=[
            like("number", "编号", H.hazno, H.reportno, H.seisn, placeholder="隐患、报告编号、流水号", quick=True),
            like("unitname", "责任单位", H.unitname, quick=True),
            same("step", "状态", H.step, widget="select", options=HAZARD.names, quick=True),
            same("level", "隐患级别", H.level, widget="select", dict="C658"),
            same("source", "来源", H.source, widget="select", options=SOURCES),
            same("equclass", "设备种类", H.equclass, widget="select", dict="C601"),
            like("equcode", "设备", H.equcode, H.equname),
            dates("deadline", "治理期限", H.deadline),
            dates("registered", "登记日期", H.registered),
        ],
        segments=[
            Segment("new", "待登记", lambda me: H.step == NEW),
            Segment("mend", "治理中", lambda me: H.step == MEND),
            Segment("late", "逾期未治理", lambda me: overdue()),
            Segment("check", "待核实、复核", lambda me: H.step.in_((ANSWERED, SECOND))),
        ],
        actions=[
            Action("view", "查看", p.HAZARD_QUERY, place="row", kind="route", needs="one", route=PAGE),
            *buttons(HAZARD),
        ],
    )
)
