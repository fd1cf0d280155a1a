"""The list of safety valves, due ones first."""

from datetime import timedelta
from typing import Any

from sqlalchemy import and_, case, func, literal, select

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import STATE_TONES
from tejian.archives.models.valves import SafetyValve as V
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, same
from tejian.system import permissions as system
from tejian.system.organisations.api import covered_prefix

PAGE = "/bsArchives/safety/samvalveAdd?id={id}"
SOON = 30  # days


def late() -> Any:
    return case((and_(V.status == codes.IN_USE, V.nextcaldate < func.current_date()), literal("1")), else_=literal("0"))


valve_list = add_list(
    ListView(
        no="samvalve_list",
        title="安全阀",
        permission=p.VALVE_QUERY,
        export_permission=system.EXPORT,
        source=select(V),
        key=V.id,
        visible=V.visible,
        url="/api/samvalve/findList",
        sort="nextcaldate",
        late="isOverdue",
        columns=[
            col(V.valveno, 92, type="code", fixed="left", link=PAGE),
            Col("valvemodel", "型号", V.valvemodel, 92, "code"),
            col(V.valvetype, 132, label="类型"),
            col(V.nominaldia, 72, label="通径(mm)", shown=False),
            col(V.setpress, 104, label="整定压力(MPa)"),
            Col("hostequname", "安装设备", V.hostequname, 190),
            col(V.installpos, 110, shown=False),
            Col("useorgname", "使用单位", V.useorgname, 170),
            col(V.areacode, 100, shown=False),
            col(V.status, 76, type="state", tones=STATE_TONES),
            col(V.caldate, 90, shown=False),
            col(V.calresult, 80, shown=False),
            col(V.nextcaldate, 104),
            col(V.calreportno, REPORT_NO_WIDTH, type="code", shown=False),
            Col("labelno", "标牌号", V.labelno, 100, "code", shown=False),
            col(V.makername, 160, shown=False),
            Col("useorgsysid", "", V.useorgsysid),
            Col("isOverdue", "", late()),
        ],
        search=[
            fragment(
                "codes",
                "安全阀",
                V.searchtext,
                placeholder="编号、型号、设备、单位",
                quick=True,
            ),
            same("valvetype", "类型", V.valvetype, widget="select", dict="C719", quick=True),
            Search(
                "overdue",
                "只看超期",
                lambda v: and_(V.status == codes.IN_USE, V.nextcaldate < clock.today()),
                widget="checkbox",
                quick=True,
            ),
            Search(
                "soon",
                f"{SOON}天内到期",
                lambda v: and_(
                    V.status == codes.IN_USE,
                    V.nextcaldate >= clock.today(),
                    V.nextcaldate <= clock.today() + timedelta(days=SOON),
                ),
                widget="checkbox",
                quick=True,
            ),
            same("useorgsysid", "使用单位", V.useorgsysid, widget="unit"),
            Search(
                "areacode",
                "区划",
                lambda v: V.areacode.startswith(covered_prefix(v), autoescape=True),
                widget="area",
            ),
            same("status", "使用状态", V.status, widget="select", dict="C637"),
            dates("nextcaldate", "下次校验日期", V.nextcaldate),
            dates("caldate", "校验日期", V.caldate),
            same("hostequid", "安装设备", V.hostequid),
        ],
        actions=[
            Action(
                "add",
                "新增",
                p.VALVE_SAVE,
                kind="route",
                route="/bsArchives/safety/samvalveAdd",
                shortcut="Alt+N",
            ),
            Action("importRows", "导入", p.VALVE_SAVE),
            Action("view", "查看", p.VALVE_QUERY, place="row", kind="route", needs="one", route=PAGE),
            Action("edit", "编辑", p.VALVE_SAVE, place="row", kind="form", needs="one", form="samvalve_form"),
            Action(
                "calibrate",
                "校验登记",
                p.VALVE_SAVE,
                place="row",
                kind="form",
                needs="one",
                form="samvalve_calibration_form",
            ),
            Action("label", "打印校验标牌", p.VALVE_QUERY, place="batch", kind="print", needs="many", print="AQFBP"),
        ],
    )
)
