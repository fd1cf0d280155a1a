"""The lists behind the indicators. A cell of a form counts one of them and leads to it, so both say the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import and_, case, func, select

from tejian.archives import codes
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import COLUMNS, all_list, is_overdue
from tejian.archives.models.equipment import Equipment as E
from tejian.inspection import codes as at
from tejian.inspection.models.hazards import CLOSED, OPEN, Hazard
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import issued
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, prefix, same
from tejian.kit.lists.statview import UNKNOWN, flag
from tejian.statistics.models.filed import BY_CLASS, BY_COUNTY
from tejian.statistics.permissions import FORM_QUERY
from tejian.supervision.models.defects import OVER
from tejian.supervision.models.defects import Defect as D
from tejian.system.permissions import EXPORT

BASE, PLACE = "/api/statistics", "/dataStatistics"
COUNTY = 6  # digits of a code of the administrative division


def _stated(base: Search, where: Any) -> Search:
    """A search field by which lines are divided: what is not stated is asked for by the sign of its line."""
    known = base.facet
    if known is None:
        return replace(base, where=where)
    return replace(base, where=where, facet=lambda v: None if UNKNOWN in v.split(",") else known(v))


def _coded(name: str, label: str, column: Any, **more: Any) -> Search:
    """One of some codes."""
    base = same(name, label, column, widget="select", **more)
    return _stated(base, lambda v: column.in_(["" if x == UNKNOWN else x for x in v.split(",")]))


def _county(column: Any) -> Search:
    def within(v: str) -> Any:
        if v == UNKNOWN:
            return column == ""
        # the beginning for the index, the rest for places that are no county themselves
        return and_(column.startswith(v, autoescape=True), func.left(column, COUNTY) == v)

    return _stated(prefix(BY_COUNTY, "区县", column, dict="AREA", widget="area"), within)


@dataclass(frozen=True)
class Told:
    """What a kept row says of its record: five texts and a day; the code of the state with its words or dictionary."""

    number: Any
    title: Any
    unit: Any
    place: Any
    state: Any
    day: Any
    coded: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Behind:
    """A list that indicators count: where it is shown, the search field of its period, how it is divided, the column
    that says where a row belongs, and what is kept of a row."""

    label: str
    view: ListView
    route: str
    period: str
    by: Mapping[str, Any]
    area: Any
    told: Told

    @property
    def searches(self) -> dict[str, Search]:
        """What a condition may ask, by its label: neither the division of a line nor a range of days."""
        return {one.label: one for one in self.view.search if not one.pair and one.name != BY_COUNTY}

    @property
    def when(self) -> str:
        """What the period is called."""
        return next(one.label for one in self.view.search if one.name == self.period)


device_list = add_list(
    replace(
        all_list,
        no="stat_device_list",
        title="统计的设备",
        permission=FORM_QUERY,
        export_permission=EXPORT,
        url=f"{BASE}/findDevices",
        columns=[col(E.equclass, 78), *(c for c in COLUMNS if c.name != "equclass"), col(E.regdate, 100)],
        search=[
            _coded(BY_CLASS, "设备种类", E.equclass, dict="C601", quick=True),
            _county(E.areacode),
            _coded("equstatus", "使用状态", E.equstatus, dict="C637", quick=True),
            _coded("equclacode", "设备类别", E.equclacode, dict="C602"),
            dates("regdate", "登记日期", E.regdate),
            flag("listed", "在册", E.equstatus.not_in((*codes.OFF, codes.MOVED_OUT))),
            flag("overdue", "超期未检", is_overdue(), quick=True),
            flag("unqualified", "检验不合格", E.unqualcode != ""),
            flag("watched", "重点监控", E.exiimpgro.not_in(("", "0"))),
        ],
        actions=[],
    )
)
report_list = add_list(
    ListView(
        no="stat_report_list",
        title="统计的检验报告",
        permission=FORM_QUERY,
        export_permission=EXPORT,
        source=select(B).where(issued()),
        key=B.id,
        visible=B.visible,
        url=f"{BASE}/findIssued",
        sort="-id",
        columns=[
            col(B.reportno, REPORT_NO_WIDTH, type="code", fixed="left"),
            col(B.unitname, 200),
            col(B.equclass, 90),
            col(B.equname, 110),
            col(B.equcode, 158, type="code"),
            col(B.seisort, 110),
            col(B.testsort, 120),
            col(B.inspdate, 100),
            col(B.conclusion, 120),
            col(B.unqualcode, 120),
            col(B.areacode, 110),
            col(B.useplace, 200, shown=False),
        ],
        search=[
            _coded(BY_CLASS, "设备种类", B.equclass, dict="C601", quick=True),
            _county(B.areacode),
            _coded("seisort", "检验类别", B.seisort, dict="C603", quick=True),
            dates("inspdate", "检验日期", B.inspdate, quick=True),
            flag("failed", "不合格", B.unqualcode != "", quick=True),
            flag("periodic", "定期检验", B.seisort == at.PERIODIC),
        ],
    )
)
hazard_list = add_list(
    ListView(
        no="stat_hazard_list",
        title="统计的隐患",
        permission=FORM_QUERY,
        export_permission=EXPORT,
        source=select(Hazard).join(B, B.id == Hazard.appbuss_id).where(Hazard.hazno != ""),
        key=Hazard.id,
        visible=Hazard.visible,
        url=f"{BASE}/findHazards",
        sort="-registered",
        columns=[
            col(Hazard.hazno, 130, type="code", fixed="left"),
            col(Hazard.unitname, 200),
            col(Hazard.equclass, 90),
            col(Hazard.equname, 110),
            col(Hazard.equcode, 158, type="code"),
            col(Hazard.level, 90),
            col(Hazard.content, 240),
            col(Hazard.registered, 100),
            col(Hazard.deadline, 100),
            col(Hazard.closedate, 100),
            col(B.areacode, 110),
        ],
        search=[
            _coded(BY_CLASS, "设备种类", Hazard.equclass, dict="C601", quick=True),
            _county(B.areacode),
            _coded("level", "隐患级别", Hazard.level, dict="C658", quick=True),
            dates("registered", "登记日期", Hazard.registered, quick=True),
            flag("closed", "已销号", Hazard.step == CLOSED, quick=True),
            flag("open", "治理中", Hazard.step.in_(OPEN)),
        ],
    )
)
defect_list = add_list(
    ListView(
        no="stat_defect_list",
        title="统计的现场问题",
        permission=FORM_QUERY,
        export_permission=EXPORT,
        source=select(D).outerjoin(E, E.id == D.equdatasysid).where(D.defectno != "", D.issued.is_not(None)),
        key=D.id,
        visible=D.visible,
        url=f"{BASE}/findDefects",
        sort="-issued",
        columns=[
            col(D.defectno, 130, type="code", fixed="left"),
            col(D.content, 240),
            col(D.unitname, 200),
            Col(BY_CLASS, "设备种类", func.coalesce(E.equclass, ""), 90, "dict", dict="C601"),
            col(D.level, 80),
            col(D.handling, 110),
            col(D.issued, 100),
            col(D.deadline, 100),
            col(D.closed, 100),
            col(D.areacode, 110),
        ],
        search=[
            _coded(*(BY_CLASS, "设备种类", func.coalesce(E.equclass, "")), dict="C601", quick=True),
            _county(D.areacode),
            _coded("level", "问题等级", D.level, dict="C654", quick=True),
            dates("issued", "下达日期", D.issued, quick=True),
            flag("closed", "已了结", D.step.in_(OVER), quick=True),
        ],
    )
)


def _behind(label: str, view: ListView, page: str, period: str, equclass: Any, area: Any, told: Told) -> Behind:
    by = {BY_CLASS: equclass, BY_COUNTY: func.left(area, COUNTY)}
    return Behind(label, view, f"{PLACE}/{page}", period, by, area, told)


BEHIND: dict[str, Behind] = {
    "device": _behind(
        *("设备", device_list, "jcDataStatisticsDevices", "regdate", E.equclass, E.areacode),
        Told(E.equcode, E.equname, E.useorgname, E.useplace, E.equstatus, E.ninspdate, "C637"),
    ),
    "report": _behind(
        *("检验报告", report_list, "jcDataStatisticsIssued", "inspdate", B.equclass, B.areacode),
        Told(B.reportno, B.equname, B.unitname, B.useplace, B.conclusion, B.inspdate, "C605"),
    ),
    "hazard": _behind(
        *("隐患", hazard_list, "jcDataStatisticsHazards", "registered", Hazard.equclass, B.areacode),
        Told(
            *(Hazard.hazno, func.left(Hazard.content, 200), Hazard.unitname, Hazard.useplace),
            *(case((Hazard.step == CLOSED, "1"), else_="0"), Hazard.registered),
            words={"1": "已销号", "0": "未销号"},
        ),
    ),
    "defect": _behind(
        *("现场问题", defect_list, "jcDataStatisticsDefects", "issued", func.coalesce(E.equclass, ""), D.areacode),
        Told(
            *(D.defectno, func.left(D.content, 200), D.unitname, func.coalesce(E.useplace, "")),
            *(case((D.step.in_(OVER), "1"), else_="0"), D.issued),
            words={"1": "已了结", "0": "未了结"},
        ),
    ),
}
