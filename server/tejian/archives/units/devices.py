"""Lists that put units and their devices together: equipment of a use unit, maintainers with their lifts, piping."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Numeric, and_, case, cast, exists, func, literal, or_, select

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.equipment.api import COLUMNS, SEARCH, all_list, due_date
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, holds
from tejian.archives.models.units import MaintContract as C
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, same
from tejian.system.permissions import EXPORT
from tejian.system.settings.api import in_statement

from .lists import AREA, DETAIL, NAME, has_type

MINE = "/bsArchives/unit/businessorgEquList?useorgsysid={id}&useorgsysidName={name}"
LIFTS = "/bsArchives/equipment/elevator?maiorgsysid={id}&maiorgsysidName={name}"
LIMIT = "archives.lifts_per_maintainer"
DIRECTOR = "archives.director_from_devices"


def devices(*where: Any) -> Any:
    """How many living devices of the unit fit."""
    return select(func.count()).where(E.equDel == 0, *where).correlate(U).scalar_subquery()


def of_device(what: Any, *where: Any) -> Any:
    return select(what).where(E.equDel == 0, *where).correlate(U).scalar_subquery()


def as_many_devices(number: Any, own: Any, *where: Any) -> Any:
    """Whether the unit has at least so many living devices of its own that fit. No number: no.

    No more of them are read, and none of a unit that has fewer altogether, as the index over its devices tells.
    """

    def as_many(*conditions: Any) -> Any:
        some = select(literal(1)).where(E.equDel == 0, own, *conditions).correlate(U)
        return exists(some.offset(func.greatest(number - 1, 0)).limit(1))

    return and_(number.is_not(None), as_many(), as_many(*where))


def is_late() -> Any:
    """A device in use whose statutory date has passed, judged by the database's date."""
    now = func.current_date()
    return and_(E.equstatus.in_(codes.RUNNING), ~E.inspecting, or_(due_date() < now, E.ninspdate2 < now))


def contracts(what: Any) -> Any:
    """Over the contracts of the maintainer that run today."""
    running = (C.unit_id == U.id, C.dateto >= func.current_date())
    return select(what).where(*running).correlate(U).scalar_subquery()


# -- equipment of a use unit ----------------------------------------------------------------------------------------

_by = {c.name: c for c in COLUMNS}
_order = [
    "equcode",
    "equname",
    "useorgname",
    "useplace",
    "equinnerno",
    "usecertno",
    "equstatus",
    "ninspdate",
    "inspdate",
    "insresult",
]
HIDDEN = [
    "firstdue",
    "ninspdate2",
    "ndetdate",
    "nextbraketestdate",
    "nwaterdate",
    "maiorgname",
    "areacode",
    "regstatus",
]
_order += HIDDEN
equipment_list = add_list(
    replace(
        all_list,
        no="unit_equipment_list",
        title="使用单位设备",
        permission=p.UNIT_QUERY,
        url="/api/unitbasic/findEquipmentList",
        columns=[
            col(E.equclass, 88),
            *(
                Col(
                    _by[n].name,
                    _by[n].label,
                    _by[n].expr,
                    _by[n].width,
                    _by[n].type,
                    dict=_by[n].dict,
                    tones=_by[n].tones,
                    fixed=_by[n].fixed,
                    shown=n not in (*HIDDEN, "inspdate"),
                )
                for n in _order
            ),
            *(c for c in COLUMNS if not c.label and c.name != "equclass"),
        ],
        search=[
            same("useorgsysid", "使用单位", E.useorgsysid, widget="unit", quick=True),
            same("equclass", "设备种类", E.equclass, widget="select", dict="C601", quick=True),
            *(s for s in SEARCH if s.name not in ("useorgsysid", "equclacode", "useorgname")),
        ],
        actions=[
            Action("printEquipment", "打印设备清单", p.UNIT_QUERY),
            Action("openDevice", "查看", p.EQUIPMENT_QUERY, place="row", needs="one"),
        ],
    )
)

# -- maintainers ----------------------------------------------------------------------------------------------------

# one walk through the lifts of a maintainer, who may have many thousands: an index holds all that is asked of them
figures: Any = (
    select(
        func.count().filter(E.equstatus.in_(codes.RUNNING)).label("lifts"),
        func.count().filter(is_late()).label("overdue"),
        func.count().filter(E.ndetdate < func.current_date()).label("detoverdue"),
    )
    .where(E.equDel == 0, E.maiorgsysid == U.id, E.equclass == codes.LIFT)
    .correlate(U)
    .lateral("figures")
)
lifts = figures.c.lifts
staff = (
    select(func.count())
    .where(Person.unit_id == U.id, Person.status != codes.LEFT, holds("T"))
    .correlate(U)
    .scalar_subquery()
)
people_needed = func.ceil(cast(lifts, Numeric) / func.nullif(in_statement(LIMIT), 0))
too_many = as_many_devices(
    staff * in_statement(LIMIT) + 1, E.maiorgsysid == U.id, E.equclass == codes.LIFT, E.equstatus.in_(codes.RUNNING)
)


def _maintainers(me: User) -> Any:
    return and_(U.visible(me), U.ismaintain)


maintainer_list = add_list(
    ListView(
        no="unit_maintainer_list",
        title="维保单位设备",
        permission=p.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(U),
        key=U.id,
        visible=_maintainers,
        counts=E.facets,
        url="/api/unitbasic/findMaintainerList",
        sort="name",
        columns=[
            Col("name", "维保单位", U.name, 180, fixed="left", link=DETAIL),
            Col("lifts", "在保电梯", lifts, 70, "number", link=LIFTS),
            Col("overdue", "检验超期", figures.c.overdue, 70, "number", link=f"{LIFTS}&overdue=1"),
            Col("detoverdue", "检测超期", figures.c.detoverdue, 70, "number", link=f"{LIFTS}&detoverdue=1"),
            Col(
                "staff",
                "持证维保人员",
                staff,
                92,
                "number",
                link="/bsArchives/person/wbperson?unit_id={id}&unit_idName={name}",
            ),
            Col("perperson", "人均台数", func.round(cast(lifts, Numeric) / func.nullif(staff, 0), 1), 70, "number"),
            Col("limit", "每人上限", in_statement(LIMIT), 70, "number", sortable=False),
            Col(
                "load",
                "人员配备",
                case((too_many, literal("1")), (lifts == 0, literal("2")), else_=literal("0")),
                80,
                "state",
                words={"0": "满足", "1": "不足", "2": "无在保"},
                tones={"0": "go", "1": "ca", "2": "ok"},
            ),
            Col("needed", "应配人数", people_needed, 80, "number", shown=False),
            Col("contracts", "有效合同", contracts(func.count()), 70, "number"),
            Col("contractend", "最近到期合同", contracts(func.min(C.dateto)), 100, "date"),
            col(U.licencevalidto, 100, label="许可有效期至"),
            col(U.safemanager, 96, shown=False),
            col(U.tel, 118, type="code", shown=False),
            col(U.areacode, 84, shown=False),
        ],
        search=[
            NAME,
            AREA,
            Search("short", "只看人员不足", lambda v: too_many, widget="checkbox"),
            Search(
                "contract30",
                "只看合同30日内到期",
                lambda v: exists().where(
                    C.unit_id == U.id, C.dateto.between(func.current_date(), func.current_date() + 30)
                ),
                widget="checkbox",
            ),
        ],
        actions=[
            Action("lifts", "电梯", p.EQUIPMENT_QUERY, place="row", kind="route", needs="one", route=LIFTS),
            Action(
                "people",
                "人员",
                p.PERSON_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/person/wbperson?unit_id={id}&unit_idName={name}",
            ),
            Action(
                "details",
                "维保详情",
                p.MAINTENANCE_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/query-settings/maintenanceDetails/{id}",
            ),
            Action(
                "portrait",
                "画像",
                p.PORTRAIT,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/unit/maintenanceUnitCount?id={id}",
            ),
        ],
    )
)

# -- piping and petrochemical units -------------------------------------------------------------------------------

_pipes = (E.useorgsysid == U.id, E.equclass == codes.PIPING)


def has_piping() -> Any:
    return exists().where(E.equDel == 0, *_pipes, E.regstatus == codes.REGISTERED)


def _piping_users(me: User) -> Any:
    return and_(U.visible(me), has_piping())


def _number(name: str) -> Any:
    """A number of the technical document; what is no number counts as nothing."""
    text = E.params[name].astext
    return case((text.op("~")(r"^\d+(\.\d+)?$"), cast(text, Numeric)), else_=literal(0))


piping_list = add_list(
    ListView(
        no="unit_piping_list",
        title="压力管道单位",
        permission=p.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(U),
        key=U.id,
        visible=_piping_users,
        url="/api/unitbasic/findPipingList",
        sort="name",
        columns=[
            col(U.name, 210, fixed="left", link=DETAIL),
            col(U.code, 176, type="code"),
            col(U.areacode, 84),
            Col("projects", "管道工程", devices(*_pipes), 72, "number", link=f"{MINE}&equclass=8000"),
            Col("lines", "管线条数", of_device(func.coalesce(func.sum(_number("pipenum")), 0), *_pipes), 72, "number"),
            Col(
                "length",
                "总长度（m）",
                of_device(func.coalesce(func.sum(_number("pipetotallen")), 0), *_pipes),
                92,
                "number",
            ),
            Col("inspdate", "最近检验", of_device(func.max(E.inspdate), *_pipes), 90, "date", shown=False),
            Col("ninspdate", "最早到期", of_device(func.min(E.ninspdate), *_pipes), 90, "date"),
            Col(
                "overdue",
                "超期",
                devices(*_pipes, is_late()),
                52,
                "number",
                link=f"{MINE}&equclass=8000&overdue=1",
            ),
            col(U.safemanager, 96),
            col(U.tel, 118, type="code"),
        ],
        late=exists().where(E.equDel == 0, *_pipes, is_late()),
        due=["ninspdate"],
        search=[NAME, AREA],
        actions=[
            Action(
                "devices", "管道", p.UNIT_QUERY, place="row", kind="route", needs="one", route=f"{MINE}&equclass=8000"
            ),
            Action("view", "单位", p.UNIT_QUERY, place="row", kind="route", needs="one", route=DETAIL),
        ],
    )
)


def _petrochemical(me: User) -> Any:
    return and_(U.visible(me), U.enabled, has_type("15"))


def _pressure(equclass: str) -> Any:
    return devices(E.useorgsysid == U.id, E.equclass == equclass)


petrochemical_list = add_list(
    ListView(
        no="unit_petrochemical_list",
        title="重点石化企业",
        permission=p.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(U),
        key=U.id,
        visible=_petrochemical,
        url="/api/unitbasic/findPetrochemicalList",
        sort="name",
        columns=[
            col(U.name, 210, fixed="left", link=DETAIL),
            col(U.code, 176, type="code"),
            col(U.areacode, 84),
            Col("boilers", "锅炉", _pressure("1000"), 66, "number", link=f"{MINE}&equclass=1000"),
            Col("vessels", "压力容器", _pressure("2000"), 72, "number", link=f"{MINE}&equclass=2000"),
            Col("pipes", "压力管道", _pressure("8000"), 72, "number", link=f"{MINE}&equclass=8000"),
            Col("total", "设备合计", devices(E.useorgsysid == U.id), 72, "number", link=MINE),
            Col(
                "overdue",
                "超期",
                devices(E.useorgsysid == U.id, is_late()),
                52,
                "number",
                link=f"{MINE}&overdue=1",
            ),
            col(U.safedirector, 70),
            col(U.safedirectortel, 118, type="code"),
            col(U.safedept, 100, shown=False),
            col(U.credit, 76),
        ],
        search=[NAME, AREA],
        actions=[
            Action("devices", "设备", p.UNIT_QUERY, place="row", kind="route", needs="one", route=MINE),
            Action("view", "单位", p.UNIT_QUERY, place="row", kind="route", needs="one", route=DETAIL),
        ],
    )
)
