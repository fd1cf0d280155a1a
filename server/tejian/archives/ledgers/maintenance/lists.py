"""The list of maintenance visits."""

from sqlalchemy import case, literal, select

from tejian.archives import permissions as p
from tejian.archives.units.models import Unit as U
from tejian.kit import search
from tejian.kit.actions import Action
from tejian.kit.listview import Col, ListView, Search, add_list, dates, like, prefix, same
from tejian.system import permissions as system

from .models import Maintenance as M

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
        columns=[
            Col("visitday", "维保日期", M.visitday, 96, "date", fixed="left"),
            Col("equcode", "设备代码", M.equcode, 146, "code"),
            Col("ele96333code", "应急识别码", M.ele96333code, 90, "code", shown=False),
            Col("useplace", "使用地点", M.useplace, 200),
            Col("useorgname", "使用单位", M.useorgname, 190, shown=False),
            Col("maiorgname", "维保单位", M.maiorgname, 180),
            Col("maitype", "类型", M.maitype, 64, "dict", dict="C661"),
            Col("persons", "维保人员", M.persons, 120),
            Col("intervaldays", "间隔(天)", M.intervaldays, 66, "number"),
            Col("limitdays", "规定(天)", M.limitdays, 66, "number"),
            Col("faults", "问题数", M.faults, 58, "number"),
            Col("signed", "用户签字", M.signed, 66, "bool"),
            Col("score", "评分", M.score, 52, "number"),
            Col("starttime", "开始时间", M.starttime, 140, "datetime", shown=False),
            Col("endtime", "结束时间", M.endtime, 140, "datetime", shown=False),
            Col("isOverdue", "", LATE),
            Col("equdatasysid", "", M.equdatasysid),
            Col("id", "", M.id),
            Col("version", "", M.version),
        ],
        search=[
            prefix("equcode", "设备代码", M.equcode, quick=True),
            Search(
                "maiorgname",
                "维保单位名称",
                lambda v: search.through(M.maiorgsysid, U.id, v, U.searchtext).find,
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
