"""The list of maintenance visits."""

from sqlalchemy import case, literal, select

from tejian.archives import permissions as p
from tejian.archives.models.maintenance import Maintenance as M
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, prefix, same, through
from tejian.system import permissions as system

LATE = case((M.overdue, literal("1")), else_=literal("0"))

visit_list = add_list(
    ListView(
        no="maintenance_list",
        title="电梯维保记录",
        permission=p.MAINTENANCE_QUERY,
        export_permission=system.EXPORT,
        source=select(M),
        key=M.id,
        visible=M.visible,
        url="/api/maintenance/findList",
        sort="-visitday",
        late="isOverdue",
        due=["intervaldays"],
        columns=[
            col(M.visitday, 96, fixed="left"),
            col(M.equcode, 158, type="code"),
            Col("ele96333code", "应急识别码", M.ele96333code, 90, "code", shown=False),
            col(M.useplace, 200),
            col(M.useorgname, 190, shown=False),
            col(M.maiorgname, 180),
            col(M.maitype, 64, label="类型"),
            col(M.persons),
            col(M.intervaldays, 66, label="间隔(天)"),
            col(M.limitdays, 66, label="规定(天)"),
            col(M.faults, 66, label="问题数"),
            col(M.signed, 66, label="用户签字"),
            col(M.score, 52),
            col(M.starttime, 140, shown=False),
            col(M.endtime, 140, shown=False),
            Col("isOverdue", "", LATE),
            Col("equdatasysid", "", M.equdatasysid),
        ],
        search=[
            prefix("equcode", "设备代码", M.equcode, quick=True),
            through(
                "maiorgname",
                "维保单位名称",
                M.maiorgsysid,
                U.id,
                U.searchtext,
                placeholder="名称或拼音首字母",
                quick=True,
            ),
            same("maitype", "类型", M.maitype, widget="select", dict="C661", quick=True),
            Search("overdue", "只看超期", lambda v: M.overdue.is_(True), widget="checkbox", quick=True),
            Search("faulty", "只看有问题", lambda v: M.faults > 0, widget="checkbox"),
            Search("unsigned", "只看未签字", lambda v: ~M.signed, widget="checkbox"),
            like("useplace", "使用地点", M.useplace),
            like("persons", "维保人员", M.persons),
            prefix("ele96333code", "应急识别码", M.ele96333code),
            same("maiorgsysid", "维保单位", M.maiorgsysid, widget="unit"),
            dates("visitday", "维保日期", M.visitday),
        ],
        actions=[
            Action("maintenanceAdd", "登记维保", p.MAINTENANCE_SAVE, shortcut="Alt+N"),
            Action("maintenanceView", "查看", p.MAINTENANCE_QUERY, place="row", needs="one"),
            Action("maintenanceEdit", "编辑", p.MAINTENANCE_SAVE, place="row", needs="one"),
            Action(
                "lift",
                "电梯档案",
                p.EQUIPMENT_QUERY,
                place="more",
                kind="route",
                needs="one",
                route="/bsArchives/equipment/elevatorForm?id={equdatasysid}",
            ),
        ],
    )
)
