"""Safety managers of use units: who they are, their certificate A, what they cover; and units that have none."""

from typing import Any

from sqlalchemy import and_, case, exists, func, literal, select

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import CERT_STATES, CERT_TONES, Person, PersonCert, PersonDevice, cert_state
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, fragment, same
from tejian.system.permissions import EXPORT
from tejian.system.settings.api import in_statement

from .devices import DIRECTOR, MINE, as_many_devices, devices
from .lists import AREA

POSTS = ("01", "02", "03")  # C741: safety director, safety officer, person in charge
OF_UNIT = MINE.replace("{id}", "{unit_id}").replace("{name}", "{unitname}")
PERSON = "/bsArchives/person/detail?id={person_id}"

_in_use = (E.useorgsysid == U.id, E.equstatus.in_(codes.RUNNING))


def nobody(*posts: str) -> Any:
    """No person at work in these posts."""
    at = Person.__table__.alias("at_work")
    return ~exists().where(at.c.unit_id == U.id, at.c.post.in_(posts), at.c.status != codes.LEFT)


covered = (
    select(func.count())
    .where(PersonDevice.person_id == Person.id, PersonDevice.duty == "S")
    .correlate(Person)
    .scalar_subquery()
)


def certificate(what: Any) -> Any:
    """Of the person's newest certificate A."""
    mine = select(what).where(PersonCert.person_id == Person.id, PersonCert.item == "A")
    return mine.order_by(PersonCert.validto.desc()).limit(1).correlate(Person).scalar_subquery()


no_director = and_(nobody("01"), as_many_devices(in_statement(DIRECTOR), *_in_use))
lacks = case(
    (Person.id.is_(None), literal("1")),
    (no_director, literal("2")),
    (certificate(PersonCert.id).is_(None), literal("3")),
    (certificate(cert_state()).in_(("1", "2", "3", "4")), literal("4")),
    else_=literal("0"),
)
LACKS = {"0": "已配备", "1": "未配备安全员", "2": "缺安全总监", "3": "无A证", "4": "证书失效"}
LACK_TONES = {"0": "go", "1": "ca", "2": "ca", "3": "ca", "4": "no"}


def _users(me: User) -> Any:
    return and_(U.visible(me), U.enabled, U.orgkind == codes.BUSINESS, U.isuse)


safety_list = add_list(
    ListView(
        no="person_safety_list",
        title="特种设备使用安全管理人员查询",
        permission=p.PERSON_QUERY,
        export_permission=EXPORT,
        source=select(U).outerjoin(
            Person, and_(Person.unit_id == U.id, Person.post.in_(POSTS), Person.status != codes.LEFT)
        ),
        key=func.coalesce(Person.id, U.id),
        visible=_users,
        counts=E.facets,
        url="/api/person/findSafetyList",
        sort="unitname",
        late=lacks == "4",
        due=["validto"],
        columns=[
            Col("unitname", "使用单位", U.name, 216, fixed="left", link="/bsArchives/unit/detail?id={unit_id}"),
            col(U.areacode, 86),
            col(Person.name, 76, link=PERSON),
            col(Person.post, 104),
            Col("certno", "A证编号", certificate(PersonCert.certno), 130, "code", sortable=False),
            Col("validto", "有效期至", certificate(PersonCert.validto), 96, "date", sortable=False),
            Col(
                "certstate",
                "证书状态",
                certificate(cert_state()),
                80,
                "state",
                words=CERT_STATES,
                tones=CERT_TONES,
                sortable=False,
            ),
            Col("devices", "在用设备", devices(*_in_use), 80, "number", link=OF_UNIT, sortable=False),
            Col("covered", "负责台数", covered, 80, "number", sortable=False),
            Col("lacks", "配备情况", lacks, 124, "state", words=LACKS, tones=LACK_TONES, sortable=False),
            col(U.safedept, 110, shown=False),
            Col("unittel", "单位电话", U.tel, 116, "code", shown=False),
            Col("person_id", "", Person.id),
            Col("unit_id", "", U.id),
        ],
        search=[
            fragment(
                "unitname",
                "使用单位",
                U.searchtext,
                placeholder="名称或拼音首字母",
                quick=True,
            ),
            AREA,
            same("post", "岗位", Person.post, widget="select", dict="C741", quick=True),
            fragment("name", "姓名", Person.searchtext),
            # by the column of the join: so a database knows that it looks for units without a partner
            Search("missing", "只看未配备单位", lambda v: Person.unit_id.is_(None), widget="checkbox"),
            Search("nodirector", "只看缺安全总监", lambda v: no_director, widget="checkbox"),
            Search(
                "expired",
                "只看证书失效",
                # of somebody: so the few persons are read, not all units
                lambda v: and_(Person.id.is_not(None), certificate(cert_state()).in_(("1", "2", "3", "4"))),
                widget="checkbox",
            ),
            Search("unit_id", "单位", lambda v: U.id == v, widget="unit"),
        ],
        actions=[
            Action(
                "unit",
                "单位",
                p.UNIT_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/unit/detail?id={unit_id}",
            ),
            Action(
                "devices",
                "设备",
                p.EQUIPMENT_QUERY,
                place="row",
                kind="route",
                needs="one",
                route=OF_UNIT,
            ),
        ],
    )
)
