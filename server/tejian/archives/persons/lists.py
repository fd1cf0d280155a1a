"""The lists of persons: everybody registered, and maintainers with their lifts."""

import re
from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, func, literal, or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.common import api as identifiers
from tejian.archives.models.persons import CERT_STATES, CERT_TONES, IdentityNumber, cert_state, digest_of, holds
from tejian.archives.models.persons import Person as P
from tejian.archives.models.persons import PersonCert as C
from tejian.archives.models.persons import PersonDevice as D
from tejian.archives.models.units import Unit as U
from tejian.kit.database.phones import is_number
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.typed import tight
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, same, through
from tejian.system.permissions import EXPORT, PHONE_REVEAL
from tejian.system.settings.api import in_statement

DETAIL = "/bsArchives/person/detail?id={id}"
SEX = {"1": "男", "2": "女"}


def certificate(what: Any, *items: str) -> Any:
    """Of the certificate that ends first among those in force or just over; of these items, or of all."""
    mine = select(what).where(C.person_id == P.id, C.held == "")
    if items:
        mine = mine.where(C.item.in_(items))
    return mine.order_by(C.validto.desc()).limit(1).correlate(P).scalar_subquery()


def any_cert(*where: Any) -> Any:
    return select(C.id).where(C.person_id == P.id, *where).correlate(P).exists()


def has_number(v: str) -> Any:
    """The whole number exactly; parts of it find nothing."""
    text = tight(v).upper()
    found = identifiers.parse_idcard(text, clock.today())
    wanted = found.number if found else text
    same = IdentityNumber.kind == "person", IdentityNumber.idno_blind == digest_of(wanted)
    return P.id.in_(select(IdentityNumber.ref_id).where(*same))


def holds_item(v: str) -> Any:
    return any_cert(C.item.in_(v.split(",")[:30]))


_held = select(func.string_agg(C.item.distinct(), ",")).where(C.person_id == P.id, C.held == "")
items = _held.correlate(P).scalar_subquery()
expired = any_cert(C.held == "", C.validto < func.current_date())
soon = any_cert(C.held == "", C.validto.between(func.current_date(), func.current_date() + 90))
handled = select(func.count()).where(D.person_id == P.id).correlate(P).scalar_subquery()

_named = fragment("name", "姓名", P.searchtext, placeholder="姓名、拼音、完整手机号", quick=True)
_NUMBER = re.compile(r"[0-9+ -]{7,}")  # no name holds so many digits


def _says(v: str) -> Any:
    """A part of the name, or the whole telephone number: parts of a number find nothing (ADR 28)."""
    return is_number(P.mobile, v) if _NUMBER.fullmatch(v) else _named.where(v)


def _points_at(db: Session, v: str) -> Any:
    return is_number(P.mobile, v) if _NUMBER.fullmatch(v) else _named.indexed(db, v) if _named.indexed else None


COLUMNS = [
    col(P.name, 80, fixed="left", link=DETAIL),
    col(P.idno, 146, type="code", sortable=False),
    col(P.sex, 50, type="dict", words=SEX),
    col(P.post, 104),
    Col("unitname", "所属单位", U.name, 220, link="/bsArchives/unit/detail?id={unit_id}"),
    Col("items", "作业项目", items, 170, "dict", dict="C622", sortable=False),
    Col("validto", "证书有效期至", certificate(C.validto), 96, "date", sortable=False),
    Col(
        "certstate",
        "证书",
        certificate(cert_state()),
        76,
        "state",
        words=CERT_STATES,
        tones=CERT_TONES,
        sortable=False,
    ),
    col(P.mobile, 104, type="code", sortable=False),
    col(P.status, 70, type="state", tones={"3": "ca", "4": "ok"}),
    col(P.idtype, 100, shown=False),
    col(P.birth, 100, shown=False),
    col(P.education, 80, shown=False),
    col(P.title, 100, shown=False),
    col(P.workno, 90, type="code", shown=False),
    col(P.startdate, 100, shown=False),
    Col("devices", "负责设备", handled, 80, "number", shown=False, sortable=False),
    Col("late", "", case((and_(P.status != codes.LEFT, expired), literal("1")), else_=literal("0")), sortable=False),
    Col("unit_id", "", P.unit_id),
]
SEARCH = [
    replace(_named, where=_says, indexed=_points_at),
    through(
        "unitname",
        "所属单位",
        P.unit_id,
        U.id,
        U.searchtext,
        placeholder="名称或拼音首字母",
        quick=True,
    ),
    same("post", "岗位", P.post, widget="select", dict="C741", quick=True),
    Search("item", "作业项目", holds_item, widget="select", dict="C622", quick=True),
    Search("idno", "证件号码", has_number, placeholder="完整号码"),
    same("status", "状态", P.status, widget="select", dict="C723"),
    same("education", "学历", P.education, widget="select", dict="C671"),
    dates("birth", "出生日期", P.birth),
    Search("certno", "证书编号", lambda v: any_cert(C.certno.startswith(v.upper(), autoescape=True))),
    same("unit_id", "单位", P.unit_id, widget="unit"),
    Search("expired", "只看证书过期", lambda v: expired, widget="checkbox"),
    Search("soon", "只看90日内到期", lambda v: soon, widget="checkbox"),
]
ACTIONS = [
    Action("add", "新增", p.PERSON_SAVE, kind="form", form="person_form", shortcut="Alt+N"),
    Action("view", "查看", p.PERSON_QUERY, place="row", kind="route", needs="one", route=DETAIL),
    Action("edit", "编辑", p.PERSON_SAVE, place="row", kind="form", needs="one", form="person_form"),
    Action("history", "变更记录", p.PERSON_QUERY, place="more", needs="one"),
    Action("revealNumber", "查看证件号码", p.PERSON_REVEAL, place="more", needs="one"),
    Action("revealPersonPhone", "查看手机", PHONE_REVEAL, place="more", needs="one"),
    Action(
        "delete",
        "删除",
        p.PERSON_DELETE,
        place="more",
        kind="call",
        needs="many",
        url="/api/person/delete",
        confirm="删除后证件号码一并清除，确定要删除所选人员吗？",
    ),
]

person_list = add_list(
    ListView(
        no="person_list",
        title="人员信息",
        permission=p.PERSON_QUERY,
        export_permission=EXPORT,
        source=select(P).outerjoin(U, U.id == P.unit_id),
        key=P.id,
        visible=P.visible,
        url="/api/person/findList",
        sort="name",
        late="late",
        due=["validto"],
        columns=COLUMNS,
        search=SEARCH,
        actions=[ACTIONS[0], Action("importRows", "导入", p.PERSON_SAVE), *ACTIONS[1:]],
    )
)

_lifts = select(func.count()).where(D.person_id == P.id, D.duty == "M").correlate(P).scalar_subquery()
_limit = in_statement("archives.lifts_per_maintainer")
_without = and_(P.status != codes.LEFT, ~holds("T"))


def _maintainers(me: User) -> Any:
    return and_(P.visible(me), P.post == "12")


maintainer_list = add_list(
    replace(
        person_list,
        no="person_maintainer_list",
        title="维保人员",
        visible=_maintainers,
        url="/api/person/findMaintainerList",
        columns=[
            COLUMNS[0],
            Col("unitname", "维保单位", U.name, 200, link="/bsArchives/unit/detail?id={unit_id}"),
            Col("certno", "T证编号", certificate(C.certno, "T"), 124, "code", sortable=False),
            Col("validto", "有效期至", certificate(C.validto, "T"), 96, "date", sortable=False),
            Col(
                "certstate",
                "证书状态",
                case((certificate(C.id, "T").is_(None), literal("n")), else_=certificate(cert_state(), "T")),
                80,
                "state",
                words={**CERT_STATES, "n": "无T证"},
                tones={**CERT_TONES, "n": "no"},
                sortable=False,
            ),
            Col("lifts", "负责电梯", _lifts, 72, "number"),
            Col("limit", "台数上限", _limit, 72, "number", sortable=False),
            Col(
                "load",
                "台数",
                case((_lifts > _limit, literal("1")), else_=literal("0")),
                76,
                "state",
                words={"0": "未超", "1": "超上限"},
                tones={"0": "go", "1": "ca"},
                sortable=False,
            ),
            *(c for c in COLUMNS if c.name in ("mobile", "status", "startdate", "education")),
            col(P.idno, 146, type="code", sortable=False, shown=False),
            Col("late", "", case((or_(_without, _lifts > _limit), literal("1")), else_=literal("0")), sortable=False),
            *(c for c in COLUMNS if c.name == "unit_id"),
        ],
        search=[
            *(s for s in SEARCH if s.name not in ("post", "item")),
            Search("noT", "只看无有效T证", lambda v: _without, widget="checkbox"),
            Search("over", "只看超上限", lambda v: _lifts > _limit, widget="checkbox"),
        ],
        actions=[
            *ACTIONS[:3],
            Action("assignDevices", "分配电梯", p.PERSON_SAVE, place="row", needs="one"),
            *ACTIONS[3:5],
        ],
    )
)
