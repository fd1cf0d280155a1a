"""检验预警分析, 到龄检验列表: devices in use by the day on which they are due, and those that reached their age."""

from dataclasses import replace

from sqlalchemy import ColumnElement, and_, case, func, literal, select

from tejian.archives import codes
from tejian.archives.equipment.api import COLUMNS, SEARCH
from tejian.archives.models.equipment import Equipment as E
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_month, flag, in_month, stated
from tejian.system.permissions import EXPORT
from tejian.system.settings.api import in_statement

from .lists import API, expiry_list, idle

COUNTY = func.left(E.areacode, 6)
PAST = E.ninspdate < func.current_date()
ROUTE = "/assistMng/equInspectMng/warnDevices"
AGE_PAGE = "/assistMng/dljydetail?id={id}"

device_list = add_list(
    replace(
        expiry_list,
        no="expiry_device_list",
        title="到期设备",
        source=select(E).where(E.ninspdate.is_not(None), E.equstatus.in_(codes.RUNNING)),
        visible=E.visible,
        indexed=None,
        url=f"{API}/findDevices",
        search=[
            *(one for one in SEARCH if one.name not in ("ninspdate", "keyword", "equclass")),
            dates("due", "下次检验日期", E.ninspdate, quick=True),
            in_month("month", "到期月份", E.ninspdate),
            stated("equclass", "设备种类", E.equclass, widget="select", dict="C601"),
            stated("county", "区县", COUNTY),
            stated("cheorg", "检验机构", E.cheorgsysid),
            flag("past", "已超期", PAST),
            flag("idle", "没有在办业务", idle()),
        ],
        segments=[],
    )
)
add_stat(
    StatView(
        *("expiry_analysis", "检验预警分析", p.APPLY_QUERY, device_list, ROUTE, "due"),
        (
            by_month("month", "到期月份", E.ninspdate),
            By("county", "区县", COUNTY, "AREA"),
            By("equclass", "设备种类", E.equclass, "C601"),
        ),
        (
            Measure("due", "到期设备", COUNT),
            Measure("past", "已超期", COUNT.filter(PAST), {"past": "1"}, of="due", alarm=True),
            Measure("hand", "已申报在办", COUNT.filter(~idle()), {"idle": "0"}, of="due"),
            Measure("idle", "没有在办业务", COUNT.filter(idle()), {"idle": "1"}, of="due"),
        ),
        "在用设备按档案的下次检验日期计；检验完的设备日期已经后移，不再算在里面。",
        ahead=True,
    )
)


# days before the end of the design life
AHEAD = func.coalesce(in_statement("inspection.age.ahead_days"), 180)


def of_age() -> ColumnElement[bool]:
    """At the end of the design life, or near it; read from the index over that day."""
    return E.designenddate <= func.current_date() + AHEAD


ASSESSED = (
    select(func.max(B.inspdate))
    .where(B.equdatasysid == E.id, B.seisort == at.ASSESSMENT, B.step.in_(at.ISSUED))
    .correlate(E)
    .scalar_subquery()
)
WHY = case((E.designenddate < func.current_date(), literal("3")), else_=literal("2"))
REASONS = {"3": "已达设计使用年限", "2": "将达设计使用年限"}
_own = {one.name: one for one in COLUMNS}
age_list = add_list(
    ListView(
        no="expiry_age_list",
        title="到龄检验列表",
        permission=p.APPLY_QUERY,
        export_permission=EXPORT,
        source=select(E).where(E.equstatus.in_(codes.RUNNING)),
        key=E.id,
        visible=lambda me: and_(E.visible(me), of_age()),
        url=f"{API}/findOfAge",
        sort="designenddate",
        late=E.designenddate < func.current_date(),
        due=["designenddate"],
        columns=[
            *(_own[name] for name in ("equcode", "equname", "useorgname")),
            Col("why", "到龄情形", WHY, 140, "state", words=REASONS, tones={"3": "no", "2": "ca"}),
            col(E.designenddate, 120, label="设计年限届满"),
            Col("assessed", "最近安全评估", ASSESSED, 110, "date", sortable=False),
            *(_own[name] for name in ("ninspdate", "insresult", "useplace", "usecertno", "equclass", "areacode")),
        ],
        search=[
            *(one for one in SEARCH if one.name not in ("ninspdate", "keyword")),
            dates("designenddate", "设计使用年限届满日期", E.designenddate),
            Search("unassessed", "只看没有安全评估", lambda v: ASSESSED.is_(None), widget="checkbox"),
        ],
        segments=[
            Segment("past", "已达设计使用年限", lambda me: E.designenddate < clock.today()),
            Segment("soon", "将达到", lambda me: E.designenddate >= clock.today()),
        ],
        actions=[
            Action(
                "ageDetail",
                "详情",
                p.APPLY_QUERY,
                place="row",
                kind="route",
                needs="one",
                route=f"{AGE_PAGE}?id={{id}}",
            ),
            Action("openDevice", "档案", p.APPLY_QUERY, place="row", needs="one"),
        ],
    )
)
