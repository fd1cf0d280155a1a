"""The page of a unit of any role: its licences and branches, its people, its devices by class, what changed."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session, aliased

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import CERT_STATES, CERT_TONES, Person, PersonCert, PersonDevice, cert_state
from tejian.archives.models.units import (
    EXPIRED,
    LICENCE_STATES,
    LICENCE_TONES,
    VALID,
    MaintContract,
    Unit,
    UnitBranch,
    UnitContact,
    UnitLicence,
    UnitName,
    licence_state,
)
from tejian.kit.database.audit import plain
from tejian.kit.database.phones import hidden, hide
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import number, remaining, tone_of
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, children, of
from tejian.system.permissions import PHONE_REVEAL

from .devices import is_late
from .forms import FORM_OF_KIND
from .kinds import family
from .lists import DETAIL
from .money import ARREARS, standing
from .safety import POSTS

ENDING = 180  # days before its end in which a licence is shown as ending
PERSON_PAGE = "/bsArchives/person/detail?id={id}"
NO_CERT = "n"


def beside(db: Session, me: User, unit: Unit) -> dict[str, Any]:
    """What several facts and parts of a unit share."""
    return {"licences": licences(db, unit.id), "people": people(db, unit.id), "classes": classes(db, me, unit)} | {
        "money": standing(db, me, unit.id)
    }


def licences(db: Session, unit_id: str) -> list[dict[str, Any]]:
    """The licences of a unit with their state, the ones that run longest first."""
    query = select(UnitLicence, licence_state()).where(UnitLicence.unit_id == unit_id)
    out = []
    for row, state in db.execute(query.order_by(UnitLicence.validto.desc()).limit(500)):
        days = (row.validto - clock.today()).days
        left = (remaining(days, "过期"), tone_of(days, ENDING)) if state in (VALID, EXPIRED) else ("", "")
        out.append(record(row) | {"state": state, "days": days, "left": left[0], "leftTone": left[1]})
    return out


def people(db: Session, unit_id: str) -> list[dict[str, Any]]:
    """The safety managers of a unit with their newest certificate A and the devices they cover."""
    held = aliased(PersonCert)
    newest = select(held.id).where(held.person_id == Person.id, held.item == "A").order_by(held.validto.desc())
    covered = select(func.count()).where(PersonDevice.person_id == Person.id, PersonDevice.duty == "S")
    query = (
        select(Person, PersonCert, cert_state(), covered.correlate(Person).scalar_subquery())
        .outerjoin(PersonCert, PersonCert.id == newest.limit(1).correlate(Person).scalar_subquery())
        .where(Person.unit_id == unit_id, Person.post.in_(POSTS))
        .order_by(Person.status, Person.post, Person.name)
    )
    return [
        hide(Person, {n: getattr(person, n) for n in ("id", "name", "post", "mobile", "status")})
        | {"certno": cert.certno if cert else "", "validto": plain(cert.validto) if cert else None}
        | {"certstate": state if cert else NO_CERT, "covered": count}
        for person, cert, state, count in db.execute(query.limit(200))
    ]


def classes(db: Session, me: User, unit: Unit) -> list[dict[str, Any]]:
    """Devices of the unit by class: as user, and as maintainer where it is one."""
    key = Equipment.maiorgsysid if unit.ismaintain else Equipment.useorgsysid
    counted = (
        select(
            Equipment.equclass,
            func.count(),
            func.count(case((Equipment.equstatus.in_(codes.RUNNING), 1))),
            func.count(case((is_late(), 1))),
            func.count(case((Equipment.unqualcode != "", 1))),
            func.min(case((Equipment.equstatus.in_(codes.RUNNING), Equipment.ninspdate))),
        )
        .where(key == unit.id, Equipment.visible(me))
        .group_by(Equipment.equclass)
        .order_by(Equipment.equclass)
    )
    names = ("equclass", "total", "inuse", "overdue", "unqualified", "next")
    return [dict(zip(names, row, strict=True)) for row in db.execute(counted)]


def _devices_at(unit: Unit, **more: str) -> str:
    """The address of the list of a unit's devices."""
    page = "/bsArchives/equipment/allEquipentQuery" if unit.ismaintain else "/bsArchives/unit/businessorgEquList"
    key = "maiorgsysid" if unit.ismaintain else "useorgsysid"
    return f"{page}?{urlencode({key: unit.id, f'{key}Name': unit.name, **more})}"


def _devices(shown: Shown) -> list[dict[str, Any]]:
    """The classes with the way to their devices; what is late or unqualified in red."""
    out = []
    for row in shown.more["classes"]:
        line = {**row, "totalLink": _devices_at(shown.row, equclass=row["equclass"])}
        for name in ("overdue", "unqualified"):
            if row[name]:
                line[f"{name}Tone"] = "no"
                line[f"{name}Link"] = _devices_at(shown.row, equclass=row["equclass"], **{name: "1"})
        out.append(line)
    return out


def _sum(name: str) -> Callable[[Shown], int]:
    return lambda shown: sum(row[name] for row in shown.more["classes"])


def _state(shown: Shown) -> str:
    return "注销" if shown.row.canceldate else "正常" if shown.row.enabled else "停用"


def _licence_note(shown: Shown) -> tuple[str, str]:
    rows = shown.more["licences"]
    if dead := sum(r["state"] == EXPIRED for r in rows):
        return f"过期 {dead} 项", "no"
    ending = sum(r["state"] == VALID and r["days"] <= ENDING for r in rows)
    return (f"{ENDING}日内到期 {ending} 项", "ca") if ending else ("", "")


def _officers(shown: Shown) -> int:
    return sum(r["status"] != codes.LEFT for r in shown.more["people"])


def _lacks_officers(shown: Shown) -> bool:
    """A use unit with devices must have safety managers (Order 74)."""
    unit = shown.row
    using = unit.orgkind == codes.BUSINESS and not unit.ismaintain and not unit.ismaker
    return using and _officers(shown) == 0 and _sum("total")(shown) > 0


def _may(shown: Shown) -> str:
    return family(shown.row.orgkind, "save")


def _owner(shown: Shown) -> dict[str, Any]:
    return {"unit_id": shown.row.id, "unit_idName": shown.row.name}


PORTRAITS: Sequence[tuple[str, str, Callable[[Unit], bool]]] = (
    ("superviseUnitCount", "监察画像", lambda u: u.orgkind == codes.AUTHORITY),
    ("inspUnitCount", "检验画像", lambda u: u.orgkind == codes.INSPECTION),
    ("useUnitCount", "使用画像", lambda u: u.orgkind == codes.BUSINESS and u.isuse),
    ("maintenanceUnitCount", "维保画像", lambda u: u.ismaintain),
    ("installUnitCount", "安装画像", lambda u: u.isinstall),
)


def _actions(shown: Shown) -> list[Action]:
    """A portrait for each role; the number of the legal person where there is one."""
    portraits = [
        Action(path, word, p.UNIT_QUERY, kind="route", needs="one", route=f"/bsArchives/unit/{path}?id={{id}}")
        for path, word, fits in PORTRAITS
        if fits(shown.row)
    ]
    reveal = [Action("revealLegal", "法人证件号码", p.PERSON_REVEAL, needs="one")] if shown.row.legalid else []
    reveal += [Action("revealUnitPhone", "查看电话", PHONE_REVEAL, needs="one")]
    edit = Action("edit", "编辑", _may(shown), kind="route", needs="one", route=f"{DETAIL}&edit=1")
    return [*portraits, *reveal, edit]


PARTS = (
    Part(
        "licences",
        "许可",
        columns=[
            of(UnitLicence.lictype, 130),
            of(UnitLicence.licno, 150, type="code"),
            of(UnitLicence.items),
            of(UnitLicence.scope),
            of(UnitLicence.level, 60),
            of(UnitLicence.issueorg, 170),
            of(UnitLicence.issuedate, 92),
            of(UnitLicence.validto, 92),
            Col("state", "状态", None, 70, "state", words=LICENCE_STATES, tones=LICENCE_TONES),
            Col("left", "余期", None, 96),
        ],
        rows=lambda s: s.more["licences"],
        noun="许可证",
        hint="证书扫描件在「附件」页上传",
        form="unit_licence_form",
        delete="/api/unitlicence/delete",
        permission=_may,
        owner=_owner,
    ),
    Part(
        "branches",
        "分支机构",
        columns=[
            of(UnitBranch.branchname),
            of(UnitBranch.areacode, 110),
            of(UnitBranch.address),
            of(UnitBranch.contact, 80),
            of(UnitBranch.tel, 120, type="code"),
            of(UnitBranch.superorgname, 190),
            Col("enabled", "状态", None, 76, "state", words={True: "启用", False: "停用"}, tones={False: "ok"}),
        ],
        rows=lambda s: [
            r | {"superorgname": r["superorgname"] or "未找到"}
            for r in children(UnitBranch.unit_id, UnitBranch.branchname)(s)
        ],
        noun="分支机构",
        hint="所在区划决定由哪个监察单位监管",
        form="unit_branch_form",
        delete="/api/unitnbranch/delete",
        permission=_may,
        owner=_owner,
    ),
    Part(
        "people",
        "安全管理人员",
        columns=[
            of(Person.name, 90, link=PERSON_PAGE),
            of(Person.post, 130),
            of(Person.mobile, 130, type="code"),
            Col("certno", "A证编号", None, 0, "code"),
            of(PersonCert.validto, 110),
            Col(
                "certstate",
                "证书",
                None,
                90,
                "state",
                words={**CERT_STATES, NO_CERT: "无A证"},
                tones={**CERT_TONES, NO_CERT: "ca"},
            ),
            Col("covered", "负责台数", None, 90, "number"),
        ],
        rows=lambda s: s.more["people"],
        empty="没有登记安全管理人员，可在「人员信息」新增",
        link=lambda s: ("全部登记人员", f"/bsArchives/person/corapply?{urlencode(_owner(s))}"),
    ),
    Part(
        "contacts",
        "其他联系人",
        columns=[
            of(UnitContact.name, 100),
            of(UnitContact.post, 140),
            of(UnitContact.tel, 130, type="code"),
            of(UnitContact.mobile, 130, type="code"),
            of(UnitContact.email),
            of(UnitContact.remark),
        ],
        rows=children(UnitContact.unit_id, UnitContact.name),
        actions=[Action("revealContactPhone", "查看电话", PHONE_REVEAL, place="row", needs="one")],
        noun="联系人",
        form="unit_contact_form",
        delete="/api/unitcontact/delete",
        permission=_may,
        owner=_owner,
        tab="people",
    ),
    Part(
        "devices",
        "设备种类",
        columns=[
            of(Equipment.equclass),
            Col("total", "台数", None, 110, "number"),
            Col("inuse", "在用", None, 110, "number"),
            Col("overdue", "超期未检", None, 110, "number"),
            Col("unqualified", "不合格", None, 110, "number"),
            Col("next", "最早到期", None, 120, "date"),
        ],
        rows=_devices,
        empty="没有设备",
        link=lambda s: ("全部设备", _devices_at(s.row)),
    ),
    Part(
        "contracts",
        "维保合同",
        columns=[
            of(MaintContract.contractno, 150, type="code"),
            of(MaintContract.useunitname),
            of(MaintContract.lifts, 84),
            of(MaintContract.datefrom, 100),
            of(MaintContract.dateto, 100),
            of(MaintContract.remark),
        ],
        rows=children(MaintContract.unit_id, MaintContract.dateto.desc()),
        noun="合同",
        form="unit_contract_form",
        delete="/api/maintcontract/delete",
        permission=_may,
        owner=_owner,
        when=lambda s: s.row.ismaintain,
    ),
    Part(
        "names",
        "曾用名",
        columns=[of(UnitName.name), of(UnitName.validto, 110), of(UnitName.changedby, 110)],
        rows=children(UnitName.unit_id, UnitName.validto.desc()),
        empty="没有曾用名",
        tab="history",
    ),
)

UNIT = RecordView(
    no="unit",
    title="单位详情",
    permission=p.UNIT_QUERY,
    model=Unit,
    url="/api/unitbasic/record",
    form=lambda s: FORM_OF_KIND[s.row.orgkind],
    more=beside,
    heading=lambda s: s.row.name,
    subtitle=lambda s: s.text("unittype"),
    identity=lambda s: "　".join(filter(None, [s.row.code, s.text("areacode"), s.row.address])),
    facts=[
        Fact(
            label="状态",
            text=_state,
            dot=True,
            tone=lambda s: "go" if _state(s) == "正常" else "ok",
            note=lambda s: (f"黑名单：{s.row.blackreason}", "no") if s.row.blacklist else s.row.cancelreason,
        ),
        Fact(
            label=lambda s: "在保设备" if s.row.ismaintain else "设备",
            text=lambda s: f"{number(_sum('total')(s))} 台",
            note=lambda s: f"{len(s.more['classes'])} 个种类" if s.more["classes"] else "没有设备",
            link=lambda s: _devices_at(s.row) if _sum("total")(s) else "",
        ),
        Fact(
            label="超期未检",
            text=lambda s: number(_sum("overdue")(s)),
            tone=lambda s: "no" if _sum("overdue")(s) else "",
            note=lambda s: (f"不合格 {n} 台", "no") if (n := _sum("unqualified")(s)) else "没有不合格",
            link=lambda s: _devices_at(s.row, overdue="1") if _sum("overdue")(s) else "",
        ),
        Fact(
            label="安全管理人员",
            text=lambda s: "未配备" if _lacks_officers(s) else f"{_officers(s)} 人",
            tone=lambda s: "no" if _lacks_officers(s) else "",
            note=lambda s: s.row.safemanager and f"{s.row.safemanager} {hidden(s.row.safetel)}",
        ),
        Fact(
            label="许可证",
            text=lambda s: f"{len(s.more['licences'])} 项",
            note=_licence_note,
        ),
        Fact(
            label="欠费",
            text=lambda s: f"{s.more['money'].owed} 元" if s.more["money"].count else "没有",
            tone=lambda s: "no" if s.more["money"].count else "",
            note=lambda s: s.more["money"].note,
            link=lambda s: ARREARS.format(id=s.row.id) if s.more["money"].count and not s.me.unit_id else "",
            when=lambda s: s.more["money"] is not None,
        ),
        Fact("contact", text=lambda s: s.row.contact or "没有登记", note=lambda s: s.row.tel),
    ],
    parts=PARTS,
    actions=_actions,
    prints={"DWSBQD": "设备清单"},
    refuses={"DWSBQD": lambda s: "" if s.row.isuse and _sum("total")(s) else "该单位没有使用的设备"},
    any_day=True,
    history=True,
    files=Files("unit", ["02", "06", "07", "17", "26", "99"]),
)
