"""The lifts of the platform with their code and who answers for them; the units that maintain with what they have."""

from dataclasses import replace
from typing import Any

from sqlalchemy import case, exists, func, literal, select

from tejian.archives import codes
from tejian.archives.equipment.api import CLASS_LISTS, SEARCH, STATE_TONES, late_mark
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.lists.listview import Col, Search, add_list, col, like, listing, same
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import BOUND, RescueStation
from tejian.lifts.models.binding import LiftBinding as C
from tejian.lifts.models.filing import MaintFiling, in_force
from tejian.system.permissions import EXPORT

LIFT = "/bsArchives/equipment/elevatorForm?id={id}"
BY_FIELD = {one.name: one for one in SEARCH}


def _bound(what: Any) -> Any:
    """Of the binding of a lift that is in force."""
    return select(what).where(C.equdatasysid == E.id, C.step == BOUND).correlate(E).scalar_subquery()


def is_bound() -> Any:
    return exists().where(C.equdatasysid == E.id, C.step == BOUND).correlate(E)


def is_unbound() -> Any:
    """A lift in use for which nobody is bound."""
    return E.equstatus.in_(codes.RUNNING) & ~is_bound()


STATION = select(RescueStation.name).join(C, C.station_id == RescueStation.id)
STATION = STATION.where(C.equdatasysid == E.id, C.step == BOUND).correlate(E)
lift_list = add_list(
    replace(
        CLASS_LISTS[codes.LIFT],
        no="lift_management_list",
        title="应急电梯管理",
        permission=p.BINDING_QUERY,
        export_permission=EXPORT,
        url="/api/liftBinding/lifts/findList",
        late="isLate",
        due=["binding"],
        columns=[
            Col("ele96333code", "应急识别码", E.ele96333code, 100, "code", fixed="left", link=LIFT),
            col(E.equcode, 164, type="code", link=LIFT),
            Col("useplace", "使用地点", E.useplace, 200),
            Col("useorgname", "使用单位", E.useorgname, 180),
            col(E.equstatus, 76, label="使用状态", type="state", tones=STATE_TONES),
            Col(
                "binding",
                "绑定",
                case((is_bound(), literal("1")), (is_unbound(), literal("0")), else_=literal("2")),
                76,
                "state",
                words={"1": "生效", "0": "未绑定", "2": "未在用"},
                tones={"1": "go", "0": "no", "2": "ok"},
                sortable=False,
            ),
            Col("maintainer", "维保单位", _bound(C.maiorgname), 200, sortable=False),
            Col("station", "救援站", STATION.scalar_subquery(), 140, sortable=False),
            Col("contractto", "合同截止", _bound(C.contractto), 100, "date", sortable=False),
            Col("bindno", "绑定编号", _bound(C.bindno), 130, "code", sortable=False),
            col(E.ninspdate, 96, label="下次检验", shown=False),
            Col("isLate", "", case((is_unbound(), literal("1")), else_=literal("0")), sortable=False),
            Col("isNinspdateOverdue", "", late_mark(), sortable=False),
        ],
        search=[
            *(BY_FIELD[n] for n in ("codes", "useorgname")),
            Search("unbound", "只看未绑定", lambda v: is_unbound(), widget="checkbox", quick=True),
            *(BY_FIELD[n] for n in ("useplace", "maiorgsysid")),
        ],
        actions=[],
    )
)


def _count(model: Any, *where: Any) -> Any:
    return select(func.count()).select_from(model).where(*where).correlate(Unit).scalar_subquery()


unit_list = listing(
    Unit,
    no="lift_maintainer_list",
    title="维保单位",
    permission=p.BINDING_QUERY,
    export_permission=EXPORT,
    source=select(Unit).where(Unit.ismaintain),
    sort="name",
    url="/api/liftBinding/units/findList",
    columns=[
        col(Unit.name, 240, fixed="left", link="/query-settings/maintenanceDetails?id={id}"),
        col(Unit.areacode, 110),
        Col("filings", "有效备案", _count(MaintFiling, MaintFiling.unitsysid == Unit.id, in_force()), 90, "number"),
        Col("lifts", "绑定电梯", _count(C, C.maiorgsysid == Unit.id, C.step == BOUND), 90, "number"),
        Col(
            "ending",
            "30日内合同到期",
            _count(C, C.maiorgsysid == Unit.id, C.step == BOUND, C.contractto < func.current_date() + 30),
            130,
            "number",
        ),
        Col(
            "stations",
            "驻点",
            _count(RescueStation, RescueStation.unitsysid == Unit.id, RescueStation.enabled),
            76,
            "number",
        ),
        col(Unit.licencevalidto, 110),
        col(Unit.contact, 90),
        col(Unit.createtime, 140, shown=False),
    ],
    search=[
        like("text", "单位名称", Unit.name, quick=True),
        same("areacode", "所在区划", Unit.areacode, widget="area"),
    ],
    actions=[],
)
