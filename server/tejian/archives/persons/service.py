"""Persons and certificates: numbers checked and masked, doubles refused, devices given to look after."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

from pydantic import Field
from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber, Person, PersonCert, PersonDevice, cert_state
from tejian.archives.models.units import Unit
from tejian.kit.database.db import hold, many_visible_or_refuse, new_id, visible_or_refuse
from tejian.kit.forms.form import Ids, OneId
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.pinyin import initials
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, shaped

from .identity import IDCARD, holder_of, keep_identity, masked, normalised

YOUNGEST = 18  # TSG Z6001-2019 第十六条: at least 18 years
YEARS = 4  # a certificate runs at most four years (TSG Z6001-2019)
AT_ONCE = 500
SAFETY_POSTS = ("01", "02", "03")  # of C741


def before_save(db: Session, me: User, row: Person, values: dict[str, Any]) -> None:
    """Keep the number whole in its table and masked in the record; derive birthday and sex; refuse a double."""
    if unit_id := values.get("unit_id"):
        visible_or_refuse(db, me, Unit, unit_id)
    idtype = values.get("idtype") or row.idtype
    number = values.get("idno")
    if row.id and number == row.idno:  # the mask came back: the number was not touched
        if values.get("idtype", row.idtype) != row.idtype:
            raise BadInput("证件号码：改证件类型时须重新填写号码", field="idno")
        values.pop("idno")
    elif number:
        _take_number(db, row, values, idtype, number)
    if idtype == IDCARD:
        for name in ("birth", "sex"):  # they follow from the number
            if values.get(name) is None:
                values.pop(name, None)
    if values.get("name"):
        values["pinyin"] = initials(values["name"])[:64]
    _check_age(row, values)


def _take_number(db: Session, row: Person, values: dict[str, Any], idtype: str, number: str) -> None:
    whole = normalised(idtype, number)
    hold(db, f"identity {idtype} {whole}")
    if (holder := holder_of(db, idtype, whole)) and holder != row.id:
        raise Refused("该证件号码已有人员档案", "DUPLICATE", existing={"id": holder})
    row.id = row.id or new_id()
    keep_identity(db, row.id, "person", idtype, whole)
    values["idno"] = masked(idtype, whole)
    if idtype == IDCARD:
        card = identifiers.parse_idcard(whole, clock.today())
        assert card is not None
        values["birth"], values["sex"] = card.birth, "1" if card.male else "2"


def _check_age(row: Person, values: dict[str, Any]) -> None:
    born, today = values.get("birth") or row.birth, clock.today()
    if isinstance(born, date) and (today.year - born.year - ((today.month, today.day) < (born.month, born.day))) < 0:
        raise BadInput("出生日期：不得晚于今天", field="birth")
    start = values.get("startdate")
    if start and born and start < born:
        raise BadInput("到岗日期：不得早于出生日期", field="startdate")


NAMED_BY: Ports[Callable[[Session, Person], str | None]] = Ports("why a person must stay")
ISSUED: Ports[Callable[[Session, str], str | None]] = Ports("why a certificate of a number is not typed in")


def before_delete(db: Session, me: User, row: Person) -> None:
    """The number goes with the person; what the trail keeps is masked."""
    if db.scalar(select(PersonDevice.id).where(PersonDevice.person_id == row.id).limit(1)):
        raise Refused(f"{row.name}仍有负责的设备，请先移交")
    for why in NAMED_BY:
        if reason := why(db, row):
            raise Refused(reason)
    db.execute(delete(IdentityNumber).where(IdentityNumber.ref_id == row.id))


HOOKS = Hooks(before_save, before_delete=before_delete)


def before_cert(db: Session, me: User, row: PersonCert, values: dict[str, Any]) -> None:
    """A certificate of a person: the number once an item, dates in order, at most four years, of full age."""
    if row.id:
        values.pop("person_id", None)  # it stays with its person
    person = visible_or_refuse(db, me, Person, row.person_id or values["person_id"])
    item, number = values.get("item") or row.item, values.get("certno") or row.certno
    hold(db, f"certificate {item} {number}")
    _refuse_issued(db, {row.certno or number, number})
    same = select(PersonCert.id).where(PersonCert.item == item, PersonCert.certno == number)
    if db.scalar(same.where(PersonCert.id != (row.id or ""))):
        raise Refused(f"证书编号{number}已登记", "DUPLICATE")
    first, until = values.get("firstdate", row.firstdate), values.get("validto") or row.validto
    if first and first > clock.today():
        raise BadInput("初次领证日期：不得晚于今天", field="firstdate")
    if first and until <= first:
        raise BadInput(f"有效期至：须晚于初次领证日期（{first}）", field="validto")
    if until > _years_on(clock.today(), YEARS):
        raise BadInput(f"有效期至：证书有效期最长{YEARS}年", field="validto")
    if first and person.birth and first < _years_on(person.birth, YOUNGEST):
        raise BadInput(f"初次领证日期：领证时须年满{YOUNGEST}周岁", field="firstdate")


def before_cert_delete(db: Session, me: User, row: PersonCert) -> None:
    _refuse_issued(db, {row.certno})


def _refuse_issued(db: Session, numbers: Iterable[str]) -> None:
    """What the platform has issued is changed by its process alone."""
    for number in sorted(numbers):
        for why in ISSUED:
            if reason := why(db, number):
                raise Refused(reason)


def _years_on(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return day.replace(year=day.year + years, day=28)


def certificates(db: Session, person_id: str) -> list[tuple[PersonCert, str]]:
    """The certificates of a person with their state, the one that runs longest first."""
    query = select(PersonCert, cert_state()).where(PersonCert.person_id == person_id)
    return [(cert, state) for cert, state in db.execute(query.order_by(PersonCert.validto.desc()))]


def devices_of(db: Session, me: User, person_id: str) -> list[tuple[PersonDevice, Equipment]]:
    """The devices that a person looks after, the next due first."""
    query = (
        select(PersonDevice, Equipment)
        .join(Equipment, Equipment.id == PersonDevice.equdatasysid)
        .where(PersonDevice.person_id == person_id, Equipment.visible(me))
        .order_by(Equipment.ninspdate, Equipment.id)
    )
    return [(link, device) for link, device in db.execute(query.limit(AT_ONCE))]


class FreeDevice(TypedDict):
    """A device that somebody could look after; `others` do already."""

    id: str
    equcode: str
    equname: str
    useorgname: str
    useplace: str
    others: int


def free_devices(db: Session, me: User, person_id: str, text: str) -> list[FreeDevice]:
    """Devices of the person's unit that the person does not look after yet, for the picker."""
    person = visible_or_refuse(db, me, Person, person_id)
    duty, key = _duty(person)
    mine = select(PersonDevice.equdatasysid).where(PersonDevice.person_id == person.id, PersonDevice.duty == duty)
    query = select(Equipment).where(
        Equipment.visible(me), key == person.unit_id, Equipment.id.not_in(mine), Equipment.equstatus.in_(codes.RUNNING)
    )
    if duty == "M":
        query = query.where(Equipment.equclass == codes.LIFT)
    if text.strip():
        wanted = text.strip()[:40]
        query = query.where(
            or_(
                Equipment.equcode.contains(wanted.upper(), autoescape=True),
                Equipment.useplace.contains(wanted, autoescape=True),
                Equipment.useorgname.contains(wanted, autoescape=True),
            )
        )
    taken = (
        select(func.count())
        .where(PersonDevice.equdatasysid == Equipment.id, PersonDevice.duty == duty)
        .scalar_subquery()
    )
    rows = db.execute(query.add_columns(taken).order_by(taken, Equipment.useplace, Equipment.id).limit(200))
    return [shaped(FreeDevice, e, others=count) for e, count in rows]


def _duty(person: Person) -> tuple[str, Any]:
    """What a person does for devices, and the column that names the unit doing it."""
    if person.post in SAFETY_POSTS:
        return "S", Equipment.useorgsysid
    if person.post == codes.MAINTAINER:
        return "M", Equipment.maiorgsysid
    raise Refused("只有安全管理人员和维保人员可以分配设备")


class Assignment(OneId):
    """Devices that a person is to look after."""

    equipment: Ids = Field([], title="设备")


def assign(db: Session, me: User, form: Assignment) -> int:
    """Give devices to a person to look after; they must belong to the person's unit. Returns how many were added."""
    person = visible_or_refuse(db, me, Person, form.id, lock=True)
    duty, key = _duty(person)
    if person.status == codes.LEFT:
        raise Refused(f"{person.name}已离职，不能分配设备")
    if len(form.equipment) > AT_ONCE:
        raise Refused(f"一次最多分配{AT_ONCE}台")
    rows = many_visible_or_refuse(db, me, Equipment, form.equipment)
    for row in rows:
        if getattr(row, key.key) != person.unit_id:
            raise Refused(f"{row.equname}{row.equcode}不属于{person.name}所在单位，不能分配")
        if duty == "M" and row.equclass != codes.LIFT:
            raise Refused("维保人员只能分配电梯")
    same = select(PersonDevice.equdatasysid).where(PersonDevice.person_id == person.id, PersonDevice.duty == duty)
    have = set(db.scalars(same))
    fresh = [r for r in rows if r.id not in have]
    today = clock.today()
    db.add_all(PersonDevice(person_id=person.id, equdatasysid=r.id, duty=duty, since=today) for r in fresh)
    return len(fresh)


def release(db: Session, me: User, ids: Sequence[str]) -> int:
    """Take devices away from whoever looks after them."""
    rows = many_visible_or_refuse(db, me, PersonDevice, ids, lock=True)
    for row in rows:
        db.delete(row)
    return len(rows)
