"""Lists that read across areas: devices that did not qualify, and the reports behind a portrait's figures."""

from typing import Any

from sqlalchemy import and_, case, exists, func, literal, literal_column, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import STATE_TONES, unit_search
from tejian.archives.models.equipment import Equipment as E
from tejian.inspection.codes import ENDS, ISSUED
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.reports import OriginalRecord as O
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.lists.listview import Col, ListView, Search, add_list, begun, col, dates, like, prefix, same
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

STATES = {"0": "待整改", "1": "整改逾期", "2": "复检中", "3": "已停用"}
TONES = {"0": "ca", "1": "no", "2": "go", "3": "ok"}


def in_hand() -> Any:
    """Inspection business of the device is under way."""
    open_ = B.__table__.alias("open_business")
    return exists().where(open_.c.equdatasysid == E.id, open_.c.step.not_in(ENDS))


closing = case(
    (in_hand(), literal("2")),
    (E.equstatus.not_in(codes.RUNNING), literal("3")),
    (O.rectifydue < func.current_date(), literal("1")),
    else_=literal("0"),
)


def _area(column: Any) -> Any:
    return lambda v: column.startswith(covered_prefix(v), autoescape=True)


def _unqualified(me: User) -> Any:
    return and_(E.visible(me), E.unqualcode != "")


unqualified_list = add_list(
    ListView(
        no="equipment_unqualified_list",
        title="不合格设备列表",
        permission=p.EQUIPMENT_QUERY,
        export_permission=EXPORT,
        # the report that said so: unique by its number, so that the join is one step a row
        source=select(E)
        .outerjoin(B, and_(B.reportno == E.insreportno, B.reportno != ""))
        .outerjoin(O, O.appbuss_id == B.id),
        key=E.id,
        visible=_unqualified,
        url="/api/statistics/findUnqualifiedList",
        sort="-inspdate",
        late=closing == "1",
        due=["rectifydue", "days"],
        columns=[
            col(E.equcode, 158, type="code", fixed="left"),
            col(E.equname, 90),
            col(E.equclass, 90, shown=False),
            Col("useorgname", "使用单位", E.useorgname, 190, link="/bsArchives/unit/detail?id={useorgsysid}"),
            col(E.inspdate, 96, label="检验日期"),
            Col("reportno", "报告编号", E.insreportno, REPORT_NO_WIDTH, "code"),
            col(E.unqualcode, 110, label="不合格结果"),
            Col("opinionno", "意见通知书", O.opinionno, 130, "code", shown=False),
            col(O.rectifydue, 96, label="整改期限"),
            Col("days", "余期", O.rectifydue - func.current_date(), 84, "left"),
            Col("closing", "关闭状态", closing, 90, "state", words=STATES, tones=TONES),
            col(E.equstatus, 98, label="使用状态", type="state", tones=STATE_TONES, shown=False),
            col(O.problems, 200, shown=False),
            Col("useplace", "使用地点", E.useplace, 180, shown=False),
            col(E.areacode, 90, label="区划", shown=False),
            Col("maiorgname", "维保单位", E.maiorgname, 160, shown=False),
            col(E.scinspectorname, 80, shown=False),
            Col("useorgsysid", "", E.useorgsysid),
            Col("seisn", "", B.seisn),
        ],
        search=[
            same("equclass", "设备种类", E.equclass, widget="select", dict="C601", quick=True),
            Search("areacode", "区划", _area(E.areacode), widget="area", quick=True),
            unit_search(quick=True),
            Search(
                "closing",
                "关闭状态",
                lambda v: closing.in_(v.split(",")[:9]),
                widget="select",
                options=STATES,
                quick=True,
            ),
            dates("inspdate", "检验日期", E.inspdate),
            dates("rectifydue", "整改期限", O.rectifydue),
            same("unqualcode", "不合格结果", E.unqualcode, widget="select", dict="C606"),
            like("reportno", "报告编号", E.insreportno),
            same("useorgsysid", "单位", E.useorgsysid, widget="unit"),
        ],
        actions=[
            Action("openDevice", "设备", p.EQUIPMENT_QUERY, place="row", needs="one"),
            Action("jyjg", "检验结果", p.EQUIPMENT_QUERY, place="more", needs="one"),
            Action(
                "flow",
                "办理经过",
                p.EQUIPMENT_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/flowLog?seisn={seisn}",
            ),
        ],
    )
)


def _issued(me: User) -> Any:
    return and_(B.visible(me), B.step.in_(ISSUED))


def _of_devices(name: str, label: str, column: Any, **kw: Any) -> Search:
    """The reports of the devices that say so of themselves."""

    def devices(v: str) -> Any:
        return select(E.id).where(column == v)

    def indexed(db: Session, v: str) -> Any:
        keys = search.few(db, devices(v))
        return None if keys is None else search.among(B.equdatasysid, keys)

    return Search(name, label, lambda v: B.equdatasysid.in_(devices(v)), indexed=indexed, selective=True, **kw)


report_list = add_list(
    ListView(
        no="portrait_report_list",
        title="检验报告",
        permission=p.PORTRAIT,
        export_permission=EXPORT,
        source=select(B),
        key=B.id,
        visible=_issued,
        indexed=B.indexed,
        ordered=B.ordered,
        url="/api/statistics/findReportList",
        sort="-id",
        late=B.unqualcode != "",
        due=["conclusion"],
        columns=[
            col(B.reportno, REPORT_NO_WIDTH, type="code", fixed="left"),
            col(B.inspdate, 100),
            col(B.testsort, 130),
            col(B.conclusion, 130),
            col(B.equcode, 158, type="code"),
            col(B.equname, 100),
            col(B.unitname, 220),
            col(B.useplace, 200),
            Col("inspectornames", "检验人员", B.inspectornames, 110),
            col(B.nextdate, 104),
            col(B.seisn, 140, type="code", shown=False),
            Col("equclass", "", B.equclass),
            Col("equdatasysid", "", B.equdatasysid),
        ],
        search=[
            begun("reportno", "报告编号", (B.reportno, B.reportno != ""), quick=True),
            dates("inspdate", "检验日期", B.inspdate, quick=True),
            same(
                "equclass",
                "设备种类",
                B.equclass,
                widget="select",
                dict="C601",
                quick=True,
                facet=lambda v: B.facets.any([f"k={one[:1]}" for one in v.split(",")]),  # kinds begin as their class
            ),
            prefix("areacode", "区划", B.areacode, beginning=covered_prefix, widget="area", quick=True),
            same("unitsysid", "受检单位", B.unitsysid, widget="unit"),
            _of_devices("maiorgsysid", "维保单位", E.maiorgsysid, widget="unit"),
            _of_devices("insorgname", "安装单位", E.insorgname),
            Search(
                "unqualified",
                "只看不合格",
                lambda v: B.unqualcode != "",
                widget="checkbox",
                facet=lambda v: B.unqualcode != literal_column("''"),  # as the index over them says it
            ),
        ],
        actions=[Action("openReportDevice", "设备", p.EQUIPMENT_QUERY, place="row", needs="one")],
    )
)
