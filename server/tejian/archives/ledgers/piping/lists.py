"""Lists of lines and of changes that wait for review."""

from typing import Any

from sqlalchemy import and_, case, func, literal, select

from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import STATE_TONES, unit_search
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import PipeChange as C
from tejian.archives.models.piping import Pipeline as L
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, like, same
from tejian.system.organisations.api import covered_prefix

from .review import ACTIONS, KINDS, STATES, TONES

LINK = "/bsArchives/equipment/pressurePipelineForm?id={id}"
PROJECT = func.coalesce(func.nullif(E.params["projname"].astext, ""), E.equname)


def in_scope(me: User) -> Any:
    return E.visible(me)


def late() -> Any:
    return case((and_(L.linestatus == "1", L.ninspdate < func.current_date()), literal("1")), else_=literal("0"))


line_list = add_list(
    ListView(
        no="eqd_pressurePipeline_list",
        title="压力管线",
        permission=p.EQUIPMENT_QUERY,
        export_permission=p.equipment_code("8000GX", "export"),
        source=select(L).join(E, E.id == L.equdatasysid),
        key=L.id,
        visible=in_scope,
        url="/api/eqd8000GXtpm/eqd8000GXtpm/findListBy8000GX",
        sort="ninspdate",
        late="isNinspdateOverdue",
        columns=[
            col(L.pipeno, 112, type="code", fixed="left", link=LINK),
            col(L.pipename, 130),
            Col("projname", "所属装置", PROJECT, 150),
            Col("useorgname", "使用单位", E.useorgname, 190),
            col(L.pipelevel, 60, label="级别"),
            col(L.nominaldia, 68, label="DN(mm)"),
            col(L.pipelength, 92, label="长度(m)"),
            col(L.medium, 76),
            col(L.designpress, 110, label="设计压力(MPa)", shown=False),
            col(L.workpress, 110, label="工作压力(MPa)", shown=False),
            Col("pipematerial", "材质", L.pipematerial, 90, shown=False),
            col(L.linestatus, 80, label="使用状态", type="state", tones=STATE_TONES),
            col(L.lineregstatus, 90, label="登记状态", shown=False),
            col(L.ssdegree, 99),
            col(L.inspdate, 90, label="上次检验", shown=False),
            col(L.ninspdate, 104, label="下次检验日期"),
            col(L.nyearcheckdate, 110, label="下次年度检查", shown=False),
            col(L.insreportno, REPORT_NO_WIDTH, type="code", shown=False),
            col(E.areacode, 100, label="所在区划", shown=False),
            Col("isNinspdateOverdue", "", late()),
            Col("equdatasysid", "", L.equdatasysid),
        ],
        search=[
            fragment("codes", "管线", L.searchtext,
                placeholder="编号、名称、登记编号",
                quick=True,
            ),
            unit_search(quick=True),
            same("pipelevel", "管道级别", L.pipelevel, widget="select", dict="C616", quick=True),
            Search("overdue", "只看超期", lambda v: and_(L.linestatus == "1", L.ninspdate < clock.today()),
                   widget="checkbox", quick=True),
            Search(
                "areacode",
                "区划",
                lambda v: E.areacode.startswith(covered_prefix(v), autoescape=True),
                widget="area",
            ),
            like("projname", "所属装置", E.params["projname"].astext),
            like("medium", "输送介质", L.medium),
            same("linestatus", "使用状态", L.linestatus, widget="select", dict="C637"),
            dates("ninspdate", "下次检验日期", L.ninspdate),
            same("equdatasysid", "所属装置", L.equdatasysid),
        ],
        actions=[
            Action("importRows", "导入", p.equipment_code("8000GX", "add")),
            Action("view", "查看", p.EQUIPMENT_QUERY, place="row", kind="route", needs="one", route=LINK),
            Action(
                "edit",
                "编辑",
                p.EQUIPMENT_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/equipment/lineForm?id={id}",
            ),
            Action(
                "project",
                "所属装置",
                p.EQUIPMENT_QUERY,
                place="more",
                kind="route",
                needs="one",
                route="/bsArchives/equipment/pressurePipingForm?id={equdatasysid}",
            ),
            Action("lineHistory", "变更记录", p.EQUIPMENT_QUERY, place="more", needs="one"),
        ],
    )
)  # fmt: skip

PAGE = case((C.kind == "line", literal("lineModifyCheckDetail")), else_=literal("pipeModifyCheckDetail"))

change_list = add_list(
    ListView(
        no="pipe_change_list",
        title="管道修改审核",
        permission=p.PIPE_CHECK,
        source=select(C).join(E, E.id == C.equdatasysid),
        key=C.id,
        visible=in_scope,
        url="/api/eqdmodify/eqdModifyCheck/findList",
        sort="-applytime",
        columns=[
            col(C.title, 170, type="code", fixed="left", link="/bsArchives/equipment/{page}?id={id}"),
            Col("kind", "类型", C.kind, 98, "dict", words=KINDS),
            col(C.action, 56, type="dict", words=ACTIONS),
            Col("projname", "所属装置", PROJECT, 150),
            Col("useorgname", "使用单位", E.useorgname, 190),
            col(C.state, 86, type="state", words=STATES, tones=TONES),
            col(C.applyname, 70),
            col(C.applytime, 130),
            col(C.reason, 170),
            col(C.checkname, 70),
            col(C.checktime, 140, shown=False),
            col(C.opinion, 200, shown=False),
            Col("page", "", PAGE, sortable=False),
        ],
        search=[
            same("state", "审核状态", C.state, widget="select", options=STATES, quick=True),
            unit_search(quick=True),
            like("title", "修改对象", C.title, quick=True),
            same("kind", "类型", C.kind, widget="select", options=KINDS),
            dates("applytime", "申请时间", C.applytime, moment=True),
        ],
        actions=[
            Action(
                "check",
                "审核",
                p.PIPE_CHECK,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/equipment/{page}?id={id}",
                when={"state": ["0"]},
            ),
        ],
    )
)
