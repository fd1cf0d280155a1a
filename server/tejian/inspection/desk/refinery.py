"""设备检验信息查询: the inspections of the devices of petrochemical units."""

from typing import Any

from sqlalchemy import and_, select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.models.units import Unit
from tejian.archives.permissions import REFINERY_QUERY
from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, prefix, same
from tejian.kit.web.edge import Area
from tejian.system.permissions import EXPORT

area = Area()


def visible(me: User) -> Any:
    return and_(B.visible(me), B.step != at.VOID, B.unitsysid.in_(select(Unit.id).where(Unit.petrochem)))


message_list = add_list(
    ListView(
        no="refinery_inspection_list",
        title="设备检验信息查询",
        permission=REFINERY_QUERY,
        export_permission=EXPORT,
        source=select(B),
        key=B.id,
        visible=visible,
        url="/api/refinery/findInspections",
        sort="-inspdate",
        columns=[
            col(B.reportno, REPORT_NO_WIDTH, type="code", fixed="left"),
            col(B.equname, 100),
            col(B.equcode, 158, type="code"),
            col(B.equclacode, 140, shown=False),
            Col("unitname", "使用单位", B.unitname, 180),
            col(B.useplace, 180, shown=False),
            col(B.testsort, 116),
            col(B.inspdate, 90),
            col(B.conclusion, 110),
            col(B.nextdate, 104),
            Col("inspectornames", "检验人员", B.inspectornames, 120),
            col(B.step, 84, type="dict", words=STEP_NAMES),
            col(B.seisn, 140, type="code", shown=False),
            Col("equclass", "", B.equclass),
            Col("equdatasysid", "", B.equdatasysid),
        ],
        search=[
            same("unitsysid", "使用单位", B.unitsysid, widget="unit", quick=True),
            same("equclass", "设备种类", B.equclass, widget="select", dict="C601", quick=True),
            prefix("reportno", "报告编号", B.reportno, quick=True),
            prefix("equcode", "设备代码", B.equcode),
            same("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
            dates("inspdate", "检验日期", B.inspdate),
            dates("nextdate", "下次检验日期", B.nextdate),
        ],
        actions=[Action("openInspected", "设备档案", REFINERY_QUERY, place="row", needs="one")],
    )
)


@area.call("/api/refinery/findInspections", may=REFINERY_QUERY, reads=True)
def find_inspections(db, me, form):
    return message_list.page(db, me, form)
