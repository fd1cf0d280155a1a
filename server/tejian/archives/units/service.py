"""Unit archives: search by any fragment, create with duplicate check, edit, enable, disable and cancel."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import Person
from tejian.archives.models.units import DetectionCapability, Unit, UnitName
from tejian.archives.persons.api import keep_identity, masked
from tejian.kit.database.db import hold, many_visible_or_refuse, new_id
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.folding import folded
from tejian.kit.ground.permission import require
from tejian.kit.ground.pinyin import initials
from tejian.kit.ground.ports import Port, Ports
from tejian.kit.ground.typed import tight
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.records.crud import Hooks, held
from tejian.system.models.organisations import Org

from . import belongings
from .kinds import family, kind_of
from .renaming import carry_name

FORMER_AT_MOST = 1000  # as wide as the column


def saving(kind: str) -> Callable[[Session, User, Unit, dict[str, Any]], None]:
    """The checks before a unit of this kind is saved: permission, types, code, position, identity number."""

    def before(db: Session, me: User, row: Unit, values: dict[str, Any]) -> None:
        require(me, family(kind, "save" if row.id else "add"))
        if row.id and row.orgkind != kind:
            raise Refused(f"{row.name}属于其他类单位，请从相应列表修改")
        if "unittype" in values and kind_of(values["unittype"] or "") != kind:
            raise BadInput("单位类型：与所在列表不符，请重新选择", field="unittype")
        prepare(db, me, row, values)

    return before


def prepare(db: Session, me: User, row: Unit, values: dict[str, Any]) -> None:
    """Judge new values of a unit and add what follows from them; who may save is judged before."""
    if row.canceldate:
        raise Refused(f"{row.name}已注销，不能修改")
    check_code(db, row, values)
    check_name(db, row, values)
    _check_position(row, values)
    _check_organisation(db, row, values)
    _check_blacklist(row, values)
    if number := values.get("legalid"):
        if number == row.legalid:
            values.pop("legalid")
        else:
            values["legalid"] = masked("01", _idcard(number))
            row.id = row.id or _fresh()
            keep_identity(db, row.id, "legal", "01", _idcard(number))
    if name := values.get("name"):
        values["pinyin"] = initials(name)
        if row.name and row.name != name:
            values["formernames"] = _remembered(db, me, row)


def _fresh() -> str:
    return new_id()


def _idcard(number: str) -> str:
    found = identifiers.parse_idcard(tight(number), clock.today())
    if found is None:
        raise BadInput("法定代表人证件号码：请输入有效的身份证号", field="legalid")
    return found.number


def check_code(db: Session, row: Unit, values: dict[str, Any]) -> None:
    """The check digit is judged (GB 32100); a second living unit of the same code is refused."""
    if not (code := values.get("code")):
        return
    values["code"] = code = tight(code).upper().replace("-", "")
    if (fault := identifiers.refuse_uscc(code)) and identifiers.refuse_idcard(code, clock.today()):
        raise BadInput(f"统一社会信用代码：{fault}", field="code")
    hold(db, f"unit {code}")
    query = select(Unit).where(Unit.code == code, Unit.unitDel == 0)
    other = db.scalars(query.where(Unit.id != row.id) if row.id else query).first()
    if other:
        raise Refused(f"该代码已有单位：{other.name}", "DUPLICATE", existing={"id": other.id})


def check_name(db: Session, row: Unit, values: dict[str, Any]) -> None:
    """A second living unit of the same name, however it is written, is refused unless two codes tell them apart."""
    name, code = values.get("name") or row.name, values.get("code", row.code) or ""
    fold = folded(name or "")
    if not fold or (row.id and fold == folded(row.name) and code == row.code):
        return
    hold(db, f"unit name {fold}")
    same = select(Unit).where(Unit.namefold == fold, Unit.unitDel == 0, Unit.id != (row.id or ""))
    if code:
        same = same.where(Unit.code.in_(("", code)))
    if other := db.scalars(same.order_by(Unit.id)).first():
        apart = "" if code and other.code else "；确是另一家的，两家都须填写统一社会信用代码"
        raise Refused(f"已有单位：{other.name}{apart}", "DUPLICATE", existing={"id": other.id})


def _check_position(row: Unit, values: dict[str, Any]) -> None:
    """A position has both numbers or none."""
    lng, lat = values.get("lng", row.lng), values.get("lat", row.lat)
    if (lng is None) != (lat is None):
        raise BadInput("经度与纬度须同时填写", field="lat" if lat is None else "lng")


def _check_organisation(db: Session, row: Unit, values: dict[str, Any]) -> None:
    """One unit stands for one organisation of the account tree (ADR 7)."""
    if not (org := values.get("orgsysid")):
        return
    if db.scalar(select(Org.id).where(Org.id == org)) is None:
        raise BadInput("对应账号机构：请从选项中选择", field="orgsysid")
    taken = db.scalar(select(Unit.name).where(Unit.orgsysid == org, Unit.id != (row.id or "")))
    if taken:
        raise Refused(f"该机构已对应单位：{taken}")


def _check_blacklist(row: Unit, values: dict[str, Any]) -> None:
    if values.get("blacklist") and not values.get("blackreason", row.blackreason):
        raise BadInput("列入黑名单原因：必填", field="blackreason")


def after_save(db: Session, me: User, row: Unit, values: dict[str, Any]) -> None:
    """A new name goes to the devices that state it."""
    if values.get("formernames"):
        carry_name(db, me, row.id, row.name)
        belongings.carry_name(db, row)


def _remembered(db: Session, me: User, row: Unit) -> str:
    """The name that is given up stays in the archive, and can be searched."""
    db.add(UnitName(unit_id=row.id, name=row.name, validto=clock.today(), changedby=me.name))
    known = [n for n in row.formernames.split("、") if n and n != row.name]
    while known and len("、".join([*known, row.name])) > FORMER_AT_MOST:
        known.pop(0)
    return "、".join([*known, row.name])


class UnitChoice(TypedDict):
    """A unit as a field takes it over; key and name under both of the contract's names."""

    id: str
    unitsysid: str
    name: str
    orgname: str
    code: str
    areacode: str
    address: str
    contact: str
    tel: str
    usertype: str
    invoicetitle: str
    taxno: str
    email: str


def find(db: Session, me: User, name: str, most: int = 30, kind: str = "") -> list[UnitChoice]:
    """Units in use whose name, code, initials or former name contain the text."""
    query = select(Unit).where(Unit.visible(me), Unit.enabled)
    if kind:
        query = query.where(Unit.orgkind == kind)
    if name.strip():
        query = query.where(search.contains(name.strip()[:60], Unit.searchtext))
    return [summary(u) for u in db.scalars(query.order_by(Unit.name).limit(most))]


class DetectionOrg(TypedDict):
    """A unit that may detect (自行检测): an institute, or a maintainer whose capability was passed and is valid."""

    id: str
    orgname: str
    code: str


def detection_orgs(db: Session, me: User, name: str, most: int = 50) -> list[DetectionOrg]:
    """findOrgnameList: who may be named as the detecting unit today, by a part of the name."""
    able = select(DetectionCapability.unit_id).where(
        DetectionCapability.state == codes.CAPABLE, DetectionCapability.validto >= clock.today()
    )
    query = select(Unit).where(Unit.visible(me), Unit.enabled, or_(Unit.orgkind == codes.INSTITUTE, Unit.id.in_(able)))
    if name.strip():
        query = query.where(search.contains(name.strip()[:60], Unit.searchtext))
    return [{"id": u.id, "orgname": u.name, "code": u.code} for u in db.scalars(query.order_by(Unit.name).limit(most))]


class LicensedUnit(TypedDict):
    """What the register of licences publishes of a maker or maintainer."""

    id: str
    name: str
    code: str


def licensed(db: Session, name: str, most: int = 30) -> list[LicensedUnit]:
    """Makers and maintainers whose name, code, initials or former name contain the text; anybody may name one."""
    query = select(Unit).where(Unit.unitDel == 0, Unit.enabled, or_(Unit.ismaker, Unit.ismaintain))
    if name.strip():
        query = query.where(search.contains(name.strip()[:60], Unit.searchtext))
    return [{"id": u.id, "name": u.name, "code": u.code} for u in db.scalars(query.order_by(Unit.name).limit(most))]


def summary(u: Unit) -> UnitChoice:
    return {
        "id": u.id,
        "unitsysid": u.id,
        "orgname": u.name,
        "name": u.name,
        "code": u.code,
        "areacode": u.areacode,
        "address": u.address,
        "contact": u.contact,
        "tel": u.tel,
        "usertype": u.usertype,
        "invoicetitle": u.invoicetitle,
        "taxno": u.taxno,
        "email": u.email,
    }


def organisations(db: Session, me: User) -> list[dict[str, str]]:
    """The organisations of the account tree that a unit may stand for."""
    kinds = ("institute", "station", "bureau", "office")
    rows = db.scalars(select(Org).where(Org.kind.in_(kinds), Org.enabled).order_by(Org.sort, Org.code))
    return [{"value": o.id, "label": o.name} for o in rows]


def set_use(db: Session, me: User, ids: list[str]) -> dict[str, bool]:
    """Enable or disable units; one with devices in use cannot be disabled. Gives the state of the last one."""
    rows = many_visible_or_refuse(db, me, Unit, ids, lock=True)
    for row in rows:
        require(me, family(row.orgkind, "setUse"))
        if row.canceldate:
            raise Refused(f"{row.name}已注销，不能启用")
    stopped = [r.id for r in rows if r.enabled]
    if using := db.scalar(_in_use(stopped)):
        raise Refused(f"{using}名下有在用设备，不能停用")
    for row in rows:
        row.enabled = not row.enabled
    return {"enabled": rows[-1].enabled}


def _in_use(ids: list[str]) -> Select[str]:
    """The name of one of these units that still has devices in use."""
    alive = (Equipment.equDel == 0, Equipment.equstatus.in_(codes.RUNNING))
    return select(Unit.name).join(Equipment, Equipment.useorgsysid == Unit.id).where(Unit.id.in_(ids), *alive).limit(1)


def cancel(db: Session, me: User, sent: Input) -> None:
    """注销: the unit is no longer; it keeps its archive and can be chosen nowhere."""
    row = held(db, me, Unit, sent)
    require(me, family(row.orgkind, "setUse"))
    if row.canceldate:
        raise Refused(f"{row.name}已注销")
    if db.scalar(_in_use([row.id])):
        raise Refused(f"{row.name}名下有在用设备，不能注销")
    row.enabled, row.canceldate, row.cancelreason = False, clock.today(), sent["cancelreason"]


remove: Port[[Session, User, Unit], None] = Port("how a unit is taken away, with its trace")
NAMED_BY: Ports[Callable[[Session, Unit], str | None]] = Ports("why a unit must stay")


def before_delete(db: Session, me: User, row: Unit) -> None:
    """A unit that a device, a person or a record of a higher area names cannot be deleted."""
    require(me, family(row.orgkind, "del"))
    named = select(Equipment.id).where(
        or_(Equipment.useorgsysid == row.id, Equipment.maiorgsysid == row.id, Equipment.porgaosysid == row.id),
        Equipment.equDel == 0,
    )
    if db.scalar(named.limit(1)):
        raise Refused(f"{row.name}名下有设备，不能删除")
    if people := db.scalar(select(func.count()).where(Person.unit_id == row.id)):
        raise Refused(f"{row.name}名下有{people}名登记人员，不能删除")
    for why in (belongings.why_unit_stays, *NAMED_BY):
        if reason := why(db, row):
            raise Refused(reason)


def hooks(kind: str) -> Hooks:
    """What the saving and the deleting of a unit of this kind do besides."""
    return Hooks(saving(kind), after_save, before_delete, remove)
