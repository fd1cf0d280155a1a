"""The lists of warnings: units by the worst of their dates, lapsed certificates, idle devices, licences that end."""

from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Date, and_, case, func, or_, select

from tejian.archives import codes
from tejian.archives import permissions as archive
from tejian.archives.equipment.api import all_list
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import CERT_STATES, CERT_TONES, cert_state
from tejian.archives.models.persons import Person as P
from tejian.archives.models.persons import PersonCert as C
from tejian.archives.models.units import LICENCE_STATES, LICENCE_TONES, licence_state
from tejian.archives.models.units import Unit as U
from tejian.archives.models.units import UnitLicence as L
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import (
    Col,
    ListView,
    Search,
    Segment,
    add_list,
    col,
    dates,
    fragment,
    like,
    listing,
    same,
)
from tejian.supervision.models.warnings import UnitWarning as W
from tejian.system.models.organisations import in_scope
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .nightly import lapsed

BASE = "/api/supervision/warnings"
UNIT = "/bsArchives/unit/detail?id={unitsysid}"
MINE = "/bsArchives/unit/businessorgEquList?useorgsysid={unitsysid}&useorgsysidName={unitname}"
PERSON = "/bsArchives/person/detail?id={person_id}"
SOON, HALF_YEAR = 90, 180
IDLE_COLUMNS = ("equcode", "equname", "useorgname", "equstatus", "areacode", "useplace", "ninspdate", "useorgsysid")


def _area(column: Any) -> Search:
    """Of an area and all below it."""

    def within(v: str) -> ColumnElement[bool]:
        return column.startswith(covered_prefix(v), autoescape=True)  # type: ignore[no-any-return]

    return Search("areacode", "区划", within, widget="area", quick=True)


unit_warning_list = listing(
    W,
    no="unit_warning_list",
    title="单位预警",
    permission=archive.UNIT_QUERY,
    export_permission=EXPORT,
    url=f"{BASE}/findUnits",
    sort="worst",
    late=or_(W.overdue > 0, W.unqualified > 0),
    due=["worst"],
    columns=[
        col(W.unitname, 230, fixed="left", link=UNIT),
        col(W.areacode, 90),
        col(W.worst, 104),
        col(W.overdue, 66, link=f"{MINE}&overdue=1"),
        col(W.unqualified, 92),
        col(W.stopped, 84),
        col(W.licences, 84, link="/bsArchives/unit/licences?unit_id={unitsysid}&unit_idName={unitname}"),
        col(W.certs, 84),
        col(W.nostaff, 120),
        col(W.duties, 110),
        col(W.devices, 66, link=MINE),
        col(W.since, 100),
        Col("unitsysid", "", W.unitsysid),
    ],
    search=[like("unitname", "单位", W.unitname, quick=True), _area(W.areacode)],
    segments=[
        Segment("overdue", "设备超期", lambda me: W.overdue > 0),
        Segment("unqualified", "不合格在用", lambda me: W.unqualified > 0),
        Segment("nostaff", "无安全管理人员", lambda me: W.nostaff.is_(True)),
        Segment("licences", "许可过期", lambda me: W.licences > 0),
        Segment("certs", "证书过期", lambda me: W.certs > 0),
        Segment("duties", "缺日管控", lambda me: W.duties > 0),
        Segment("stopped", "停用过长", lambda me: W.stopped > 0),
    ],
    actions=[
        Action("view", "单位", archive.UNIT_QUERY, place="row", kind="route", needs="one", route=UNIT),
        Action("devices", "设备", archive.UNIT_QUERY, place="row", kind="route", needs="one", route=MINE),
    ],
)


def _persons(me: User) -> ColumnElement[bool]:
    """Certificates of people of the units in one's area; staff without an area see all, a unit its own."""
    if me.unit_id:
        return P.unit_id == me.unit_id
    return in_scope(me, own=C.createby, area=U.areacode) if me.scope == "area" else C.visible(me)


def _ends_soon(me: User) -> ColumnElement[bool]:
    return and_(_persons(me), P.status != codes.LEFT, or_(lapsed(), _soon()))


def _soon() -> ColumnElement[bool]:
    today = func.current_date()
    return and_(C.held == "", C.validto.between(today, today + SOON))


cert_list = add_list(
    ListView(
        no="person_cert_list",
        title="作业人员",
        permission=archive.PERSON_QUERY,
        export_permission=EXPORT,
        source=select(C).join(P, P.id == C.person_id).outerjoin(U, U.id == P.unit_id),
        key=C.id,
        visible=_persons,
        url="/api/supervision/persons/findCerts",
        sort="validto",
        late=lapsed(),
        due=["validto"],
        columns=[
            Col("name", "姓名", P.name, 90, fixed="left", link=PERSON),
            Col("unitname", "单位", U.name, 220),
            col(C.item, 200),
            col(C.level, 140, shown=False),
            col(C.certno, 150, type="code"),
            col(C.firstdate, 104, shown=False),
            col(C.validto, 104),
            Col("left", "余期", C.validto - func.current_date(), 84, "left"),
            Col("state", "状态", cert_state(), 80, "state", words=CERT_STATES, tones=CERT_TONES),
            col(C.issueorg, 180, shown=False),
            Col("person_id", "", C.person_id),
        ],
        search=[
            like("name", "姓名", P.name, quick=True),
            fragment("unitname", "单位", U.searchtext, quick=True),
            same("item", "作业项目", C.item, widget="select", dict="C622", quick=True),
            dates("validto", "有效期至", C.validto),
            like("certno", "证书编号", C.certno),
        ],
        actions=[Action("view", "人员", archive.PERSON_QUERY, place="row", kind="route", needs="one", route=PERSON)],
    )
)
person_warning_list = add_list(
    replace(cert_list, no="person_warning_list", title="人员预警", visible=_ends_soon, url=f"{BASE}/findPersons")
)

_stopped = func.tj_day(E.params["stopdate"].astext).cast(Date)
_since = case((E.equstatus == codes.STOPPED, _stopped), else_=E.regdate)


def _idle(me: User) -> ColumnElement[bool]:
    """Registered a year ago and never used, or stopped: neither runs, and both have to be told."""
    year = func.current_date() - 365
    unused = and_(E.regstatus == codes.REGISTERED, E.equstatus == codes.UNREGISTERED, E.regdate <= year)
    return and_(E.visible(me), E.equstatus != codes.IN_USE, or_(E.equstatus == codes.STOPPED, unused))


idle_list = add_list(
    replace(
        all_list,
        no="equipment_idle_list",
        title="未投用设备",
        url=f"{BASE}/findIdle",
        indexed=None,  # few devices are not in use, and an index holds them
        visible=_idle,
        late="",
        due=[],
        columns=[
            *(one for one in all_list.columns if one.name in IDLE_COLUMNS),
            Col("since", "停用或登记日期", _since, 120, "date"),
            Col("idle", "已停天数", func.current_date() - _since, 84, "number"),
        ],
    )
)


def _ends(me: User) -> ColumnElement[bool]:
    seen = L.visible(me) if me.scope != "area" else in_scope(me, own=L.createby, area=U.areacode)
    return and_(seen, L.held == "", L.validto < func.current_date() + HALF_YEAR)


licence_warning_list = add_list(
    ListView(
        no="unit_licence_warning_list",
        title="单位许可预警",
        permission=archive.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(L).join(U, U.id == L.unit_id),
        key=L.id,
        visible=_ends,
        url=f"{BASE}/findLicences",
        sort="validto",
        late=L.validto < func.current_date(),
        due=["validto"],
        columns=[
            Col("unitname", "单位名称", U.name, 240, fixed="left", link="/bsArchives/unit/detail?id={unit_id}"),
            Col("areacode", "区划", U.areacode, 90, "dict", dict="AREA"),
            col(L.lictype, 150),
            col(L.licno, 150, type="code"),
            col(L.items, 200),
            col(L.validto, 104),
            Col("left", "余期", L.validto - func.current_date(), 84, "left"),
            Col("state", "状态", licence_state(), 80, "state", words=LICENCE_STATES, tones=LICENCE_TONES),
            Col("unit_id", "", L.unit_id),
        ],
        search=[
            fragment("unitname", "单位名称", U.searchtext, quick=True),
            same("lictype", "许可类别", L.lictype, widget="select", dict="C740", quick=True),
            dates("validto", "有效期至", L.validto, quick=True),
        ],
        segments=[
            Segment("expired", "已过期", lambda me: L.validto < func.current_date()),
            Segment("month", "30日内", lambda me: _within(30)),
            Segment("quarter", "90日内", lambda me: _within(90)),
            Segment("half", "180日内", lambda me: _within(HALF_YEAR)),
        ],
    )
)


def _within(days: int) -> ColumnElement[bool]:
    return L.validto.between(func.current_date(), func.current_date() + days)
