"""Portraits of units: figures that open their rows, twelve months, and what happened last. One page, five roles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal
from urllib.parse import urlencode

from sqlalchemy import and_, case, false, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment.api import FIRST_DUE
from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit, UnitLicence
from tejian.archives.units.api import is_late
from tejian.exchange.models import ThirdReport
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.records.crud import shaped
from tejian.system.organisations.api import covered_prefix

from .events import Event, recent
from .lists import ISSUED
from .months import by_month, month_starts

ALL = "/bsArchives/equipment/allEquipentQuery"
FigureTone = Literal["", "ca", "no"]
MINE = "/bsArchives/unit/businessorgEquList"
REPORTS = "/bsArchives/unit/reports"


@dataclass(frozen=True)
class Role:
    """A view of a unit: which units have it, which devices and business are its own, and where its figures lead."""

    name: str
    units: Callable[[], Any]
    devices: Callable[[Unit], Any]
    items: Callable[[Unit], Any]
    page: str
    search: Callable[[Unit], Mapping[str, str]]
    reports: Callable[[Unit], Mapping[str, str]]


class PortraitUnit(TypedDict):
    id: str
    name: str
    code: str
    areacode: str
    areacodeName: str
    address: str


class PortraitFigure(TypedDict):
    """A figure and the address of its rows."""

    key: str
    label: str
    value: int
    route: str
    note: str
    tone: FigureTone


class PortraitClass(TypedDict):
    equclass: str
    name: str
    total: int
    inuse: int
    overdue: int
    unqualified: int
    detoverdue: int
    soon: int
    route: str


class Series(TypedDict):
    name: str
    values: list[int]


class PortraitChart(TypedDict):
    key: str
    title: str
    months: list[str]
    series: list[Series]
    routes: list[str]


class PortraitHead(TypedDict):
    id: str
    name: str
    code: str
    contact: str
    tel: str
    blacklist: bool
    areacodeName: str
    creditName: str
    unittypeName: str


class Portrait(TypedDict):
    role: str
    roleName: str
    unit: PortraitHead
    figures: list[PortraitFigure]
    classes: list[PortraitClass]
    charts: list[PortraitChart]
    events: list[Event]


def _area(unit: Unit) -> str:
    return covered_prefix(unit.areacode)


def _examined(unit: Unit) -> Any:
    """Devices of an institution: its own, or those that it reported on."""
    if unit.orgsysid:
        return E.cheorgsysid == unit.orgsysid
    return E.id.in_(select(ThirdReport.equdatasysid).where(ThirdReport.unit_id == unit.id))


def named(field: str, unit: Unit) -> dict[str, str]:
    """A search by a unit with the name that the screen shows for it."""
    return {field: unit.id, f"{field}Name": unit.name}


def _its_devices(condition: Any) -> Any:
    return B.equdatasysid.in_(select(E.id).where(condition))


ROLES = {
    "supervise": Role(
        "监察单位",
        lambda: Unit.orgkind == codes.AUTHORITY,
        lambda u: E.areacode.startswith(_area(u), autoescape=True) if u.areacode else false(),
        lambda u: B.areacode.startswith(_area(u), autoescape=True) if u.areacode else false(),
        ALL,
        lambda u: {"areacode": u.areacode},
        lambda u: {"areacode": u.areacode},
    ),
    "use": Role(
        "使用单位",
        lambda: and_(Unit.orgkind == codes.BUSINESS, Unit.isuse),
        lambda u: E.useorgsysid == u.id,
        lambda u: B.unitsysid == u.id,
        MINE,
        lambda u: named("useorgsysid", u),
        lambda u: named("unitsysid", u),
    ),
    "install": Role(
        "安装单位",
        lambda: Unit.isinstall,
        lambda u: E.insorgname == u.name,
        lambda u: _its_devices(E.insorgname == u.name),
        ALL,
        lambda u: {"insorgname": u.name},
        lambda u: {"insorgname": u.name},
    ),
    "inspect": Role(
        "检验单位",
        lambda: Unit.orgkind == codes.INSPECTION,
        _examined,
        lambda u: B.cheorg == u.orgsysid if u.orgsysid else false(),
        ALL,
        lambda u: {"cheorgsysname": u.name},
        lambda u: {},
    ),
    "maintain": Role(
        "维保单位",
        lambda: Unit.ismaintain,
        lambda u: E.maiorgsysid == u.id,
        lambda u: _its_devices(E.maiorgsysid == u.id),
        ALL,
        lambda u: named("maiorgsysid", u),
        lambda u: named("maiorgsysid", u),
    ),
}


def role_of(name: Any) -> Role:
    if str(name) not in ROLES:
        raise BadInput("画像类型不正确")
    return ROLES[str(name)]


def candidates(db: Session, me: User, role: str, name: str) -> list[PortraitUnit]:
    """Units that have the role, for the picker: by any fragment of the name."""
    wanted = role_of(role)
    query = select(Unit).where(Unit.visible(me), Unit.enabled, wanted.units())
    if name.strip():
        query = query.where(search.contains(name.strip()[:60], Unit.searchtext))
    areas = words(db, me.dict_version).get("AREA", {})
    rows = db.scalars(query.order_by(Unit.name).limit(50))
    return [shaped(PortraitUnit, u, areacodeName=areas.get(u.areacode, "")) for u in rows]


def portrait(db: Session, me: User, role: str, unit_id: str) -> Portrait:
    """Everything of the page in a fixed number of statements; each figure carries the address of its rows."""
    wanted = role_of(role)
    unit = visible_or_refuse(db, me, Unit, unit_id)
    if db.scalar(select(Unit.id).where(Unit.id == unit.id, wanted.units())) is None:
        raise Refused(f"{unit.name}不是{wanted.name}")
    devices = and_(E.visible(me), wanted.devices(unit))
    items = and_(B.visible(me), B.step.in_(ISSUED), wanted.items(unit))
    lead = _links(wanted, unit)
    classes = _classes(db, me, devices, lead)
    starts = month_starts(clock.today())
    made = by_month(db, B.inspdate, items, starts, B.unqualcode != "")
    running = and_(devices, E.equstatus.in_(codes.RUNNING))
    due = by_month(db, FIRST_DUE, running, month_starts(clock.today(), ahead=True))
    return {
        "role": role,
        "roleName": wanted.name,
        "unit": _head(db, me, unit),
        "figures": [*_device_figures(classes, lead), *_report_figures(made, wanted, unit), *_others(db, unit, role)],
        "classes": classes,
        "charts": [
            {
                "key": "reports",
                "title": "近12个月检验报告",
                "months": [m.strftime("%Y-%m") for m in starts],
                "series": [
                    {"name": "合格", "values": [t - b for t, b in made]},
                    {"name": "不合格", "values": [b for _, b in made]},
                ],
                "routes": [_month_route(wanted, unit, m) for m in starts],
            },
            {
                "key": "due",
                "title": "未来12个月到期设备",
                "months": [m.strftime("%Y-%m") for m in month_starts(clock.today(), ahead=True)],
                "series": [{"name": "到期", "values": [t for t, _ in due]}],
                "routes": [
                    lead(firstdueStart=plain(m), firstdueEnd=plain(_next(m)))
                    for m in month_starts(clock.today(), ahead=True)
                ],
            },
        ],
        "events": recent(db, me, unit, items),
    }


def _next(month: date) -> date:
    return (month + timedelta(days=32)).replace(day=1)


def _head(db: Session, me: User, unit: Unit) -> PortraitHead:
    known = words(db, me.dict_version)
    return shaped(
        PortraitHead,
        unit,
        areacodeName=known.get("AREA", {}).get(unit.areacode, unit.areacode),
        creditName=known.get("C686", {}).get(unit.credit, ""),
        unittypeName="、".join(known.get("C618", {}).get(c, c) for c in unit.unittype.split(",") if c),
    )


def _links(role: Role, unit: Unit) -> Callable[..., str]:
    def lead(**more: Any) -> str:
        return f"{role.page}?{urlencode({**role.search(unit), **more})}"

    return lead


def _month_route(role: Role, unit: Unit, month: date) -> str:
    conditions = {**role.reports(unit), "inspdateStart": plain(month), "inspdateEnd": plain(_next(month))}
    return f"{REPORTS}?{urlencode(conditions)}"


def _classes(db: Session, me: User, devices: Any, lead: Callable[..., str]) -> list[PortraitClass]:
    query = (
        select(
            E.equclass,
            func.count(),
            func.count(case((E.equstatus.in_(codes.RUNNING), 1))),
            func.count(case((is_late(), 1))),
            func.count(case((E.unqualcode != "", 1))),
            func.count(case((and_(E.equclass == codes.LIFT, E.ndetdate < func.current_date()), 1))),
            func.count(
                case((and_(E.equstatus.in_(codes.RUNNING), FIRST_DUE.between(clock.today(), _soon())), 1)),
            ),
        )
        .where(devices)
        .group_by(E.equclass)
        .order_by(func.count().desc())
    )
    known = words(db, me.dict_version).get("C601", {})
    return [
        {
            "equclass": equclass,
            "name": known.get(equclass, equclass),
            "total": total,
            "inuse": inuse,
            "overdue": overdue,
            "unqualified": unqualified,
            "detoverdue": detoverdue,
            "soon": soon,
            "route": lead(equclass=equclass),
        }
        for equclass, total, inuse, overdue, unqualified, detoverdue, soon in db.execute(query)
    ]


def _soon() -> date:
    return clock.today() + timedelta(days=30)


def _figure(key: str, label: str, value: Any, route: str, tone: FigureTone = "", note: str = "") -> PortraitFigure:
    return {"key": key, "label": label, "value": value, "route": route, "note": note, "tone": tone if value else ""}


def _device_figures(classes: list[PortraitClass], lead: Callable[..., str]) -> list[PortraitFigure]:
    def total(name: Literal["total", "inuse", "overdue", "soon", "unqualified", "detoverdue"]) -> int:
        return sum(row[name] for row in classes)

    today = clock.today()
    return [
        _figure("devices", "设备", total("total"), lead(), note=f"在用 {total('inuse')}"),
        _figure("overdue", "超期未检", total("overdue"), lead(overdue=1), "no"),
        _figure(
            "soon",
            "30日内到期",
            total("soon"),
            lead(firstdueStart=plain(today), firstdueEnd=plain(_soon() + timedelta(days=1))),
            "ca",
        ),
        _figure("unqualified", "不合格", total("unqualified"), lead(unqualified=1), "no"),
        _figure("detoverdue", "检测超期", total("detoverdue"), lead(equclass="3000", detoverdue=1), "ca"),
    ]


def _report_figures(made: list[tuple[int, int]], role: Role, unit: Unit) -> list[PortraitFigure]:
    total, bad = sum(t for t, _ in made), sum(b for _, b in made)
    starts = month_starts(clock.today())
    conditions = {**role.reports(unit), "inspdateStart": plain(starts[0]), "inspdateEnd": plain(_next(starts[-1]))}
    note = f"不合格 {bad}" if bad else ""
    return [_figure("reports", "近12个月报告", total, f"{REPORTS}?{urlencode(conditions)}", note=note)]


def _others(db: Session, unit: Unit, role: str) -> list[PortraitFigure]:
    """Persons, licences, outside reports and authorisations of the unit itself."""
    today, mine = clock.today(), urlencode(named("unit_id", unit))
    expired = select(PersonCert.person_id).where(PersonCert.held == "", PersonCert.validto < today)
    persons, late = db.execute(
        select(func.count(), func.count(case((Person.id.in_(expired), 1)))).where(
            Person.unit_id == unit.id, Person.status != codes.LEFT
        )
    ).one()
    out = []
    if role != "supervise":
        note = f"证书过期 {late}" if late else ""
        out.append(_figure("persons", "登记人员", persons, f"/bsArchives/person/corapply?{mine}", note=note))
        ends = UnitLicence.validto
        count, ending, over = db.execute(
            select(
                func.count(),
                func.count(case((ends.between(today, today + timedelta(days=180)), 1))),
                func.count(case((ends < today, 1))),
            ).where(UnitLicence.unit_id == unit.id, UnitLicence.held == "")
        ).one()
        expiry = "、".join(f"{label} {n}" for label, n in (("半年内到期", ending), ("过期", over)) if n)
        tone: FigureTone = "no" if over else "ca" if ending else ""
        route = f"/bsArchives/unit/licences?{mine}"
        out.append(_figure("licences", "许可证", count, route, tone, note=expiry))
    if role in ("inspect", "maintain"):
        third = db.scalar(select(func.count()).where(ThirdReport.unit_id == unit.id))
        path = "eqmchdSearch" if role == "inspect" else "eqmDetSearch"
        route = f"/bsArchives/InspectionManagement/{path}?{mine}"
        out.append(_figure("third", "第三方报告", third or 0, route))
    if role == "inspect":
        a = InspAuthorization
        live = and_(a.unit_id == unit.id, a.revoked.is_(None), a.dateto >= today)
        granted = db.scalar(select(func.count()).where(live))
        route = f"/bsArchives/InspectionManagement/authorization?{mine}"
        out.append(_figure("authorizations", "有效授权", granted or 0, route))
    return out
