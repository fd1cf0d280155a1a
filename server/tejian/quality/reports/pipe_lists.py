"""管道检验业务查询: each line of a piping project with each of its inspections, from acceptance to the report; and
管道检验业务分析, which counts them and sums their lengths (QA25, QA26 of the indicators)."""

from sqlalchemy import and_, func, or_, select

from tejian.archives import codes
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import Pipeline as L
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppItem as I
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, fragment, like, same
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_month, flag, in_month, names_of, stated
from tejian.quality.permissions import QUERY
from tejian.system.permissions import EXPORT

from .lists import BASE, INFO

LINE = "/bsArchives/equipment/pressurePipelineForm?id={lineid}"
PROJECT = func.coalesce(func.nullif(E.params["projname"].astext, ""), E.equname)
# the lines that a declaration names, else all in use of the project
NAMED = func.coalesce(I.lineids, func.jsonb_build_array())
ALL_IN_USE = and_(func.jsonb_array_length(NAMED) == 0, L.linestatus == codes.IN_USE)
LENGTH = func.coalesce(L.pipelength, 0)
DONE = B.step.in_(at.ISSUED)
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
            Col("metres", "", LENGTH),
        ],
        search=[
            fragment("codes", "管线", L.searchtext, placeholder="编号、名称、登记编号", quick=True),
            like("unitname", "使用单位", B.unitname, quick=True),
            like("projname", "所属装置", E.params["projname"].astext),
            stated("project", "所属装置（全称）", PROJECT),
            stated("unitsysid", "使用单位（选定）", B.unitsysid, widget="unit"),
            stated("pipelevel", "管道级别", L.pipelevel, widget="select", dict="C616", quick=True),
            stated("ssdegree", "安全状况等级", L.ssdegree, widget="select", dict="C615"),
            stated("testsort", "检验类型", B.testsort, widget="select", dict="C604"),
            same("step", "当前环节", B.step, widget="select", options=STEP_NAMES),
            dates("acceptdate", "受理日期", B.acceptdate, quick=True),
            in_month("month", "受理月份", B.acceptdate),
            dates("inspdate", "检验日期", B.inspdate),
            flag("inspected", "已出报告", DONE),
            same("seisn", "业务流水号", B.seisn),
        ],
    )
)

ALL = func.sum(LENGTH)
add_stat(
    StatView(
        *("pipe_business", "管道检验业务分析", QUERY, pipe_list, "/pipeChkBusQuery", "acceptdate"),
        (
            By("project", "所属装置", PROJECT),
            By("unitsysid", "使用单位", B.unitsysid, names=names_of(Unit, Unit.name)),
            By("pipelevel", "管道级别", L.pipelevel, "C616"),
            By("ssdegree", "安全状况等级", L.ssdegree, "C615"),
            By("testsort", "检验类型", B.testsort, "C604"),
            by_month("month", "受理月份", B.acceptdate),
        ),
        (
            Measure("lines", "管线（条）", COUNT),
            Measure("length", "应检长度(m)", ALL, kind="decimal", sums="metres"),
            Measure("done", "已检长度(m)", ALL.filter(DONE), {"inspected": "1"}, "length", "decimal", sums="metres"),
            Measure("open", "未检长度(m)", ALL.filter(~DONE), {"inspected": "0"}, "length", "decimal", sums="metres"),
        ),
        "按受理日期计，同一管线每检验一次计一次；报告批准后算已检，应检长度＝已检＋未检。没有填写长度的管线按0计。",
    )
)
