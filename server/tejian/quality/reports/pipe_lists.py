"""管道检验业务查询: each line of a piping project with each of its inspections, from acceptance to the report."""

from sqlalchemy import and_, func, or_, select

from tejian.archives import codes
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import Pipeline as L
from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppItem as I
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, fragment, like, same
from tejian.kit.lists.statview import flag
from tejian.quality.permissions import QUERY
from tejian.system.permissions import EXPORT

from .lists import BASE, INFO

LINE = "/bsArchives/equipment/pressurePipelineForm?id={lineid}"
PROJECT = func.coalesce(func.nullif(E.params["projname"].astext, ""), E.equname)
# the lines that a declaration names, else all in use of the project
NAMED = func.coalesce(I.lineids, func.jsonb_build_array())
ALL_IN_USE = and_(func.jsonb_array_length(NAMED) == 0, L.linestatus == codes.IN_USE)
CHOSEN = or_(NAMED.contains(func.to_jsonb(L.id)), ALL_IN_USE)

pipe_list = add_list(
    ListView(
        no="pipe_business_list",
        title="管道检验业务查询",
        permission=QUERY,
        export_permission=EXPORT,
        source=select(B)
        .join(E, E.id == B.equdatasysid)
        .outerjoin(I, I.id == B.appitem_id)
        .join(L, and_(L.equdatasysid == B.equdatasysid, CHOSEN)),
        fixed=(B.equclass == codes.PIPING, B.step != at.VOID),
        key=B.id + "-" + L.id,
        visible=B.visible,
        url=f"{BASE}/findPipeBusiness",
        sort="-acceptdate",
        columns=[
            col(L.pipeno, 112, type="code", fixed="left", link=LINE),
            col(L.pipename, 130),
            Col("projname", "所属装置", PROJECT, 150),
            col(B.unitname, 190),
            col(L.pipelevel, 70, label="级别"),
            col(L.nominaldia, 80, label="DN(mm)"),
            col(L.pipelength, 92, label="长度(m)"),
            col(L.medium, 80, shown=False),
            col(L.ssdegree, 110),
            Col("seisn", "业务流水号", B.seisn, 140, "code", link=INFO),
            col(B.testsort, 120),
            Col("step", "当前环节", B.step, 100, "dict", words=STEP_NAMES),
            col(B.acceptdate, 100),
            col(B.chedept, 120, shown=False),
            col(B.scinspectorname, 80, label="主检"),
            col(B.inspdate, 100),
            col(B.reportno, REPORT_NO_WIDTH, type="code"),
            col(B.conclusion, 110),
            col(L.ninspdate, 110, label="下次检验日期"),
            col(B.areacode, 100, shown=False),
            Col("lineid", "", L.id),
        ],
        search=[
            fragment("codes", "管线", L.searchtext, placeholder="编号、名称、登记编号", quick=True),
            like("unitname", "使用单位", B.unitname, quick=True),
            like("projname", "所属装置", E.params["projname"].astext),
            same("pipelevel", "管道级别", L.pipelevel, widget="select", dict="C616", quick=True),
            same("ssdegree", "安全状况等级", L.ssdegree, widget="select", dict="C615"),
            same("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
            same("step", "当前环节", B.step, widget="select", options=STEP_NAMES),
            dates("acceptdate", "受理日期", B.acceptdate, quick=True),
            dates("inspdate", "检验日期", B.inspdate),
            flag("inspected", "已出报告", B.step.in_(at.ISSUED)),
            same("seisn", "业务流水号", B.seisn),
        ],
    )
)
