"""Persons, their identity numbers (in a table of their own), certificates, and the devices that they look after."""

from datetime import date
from typing import Any, ClassVar

from sqlalchemy import (
    ColumnElement,
    Computed,
    Date,
    ForeignKey,
    Index,
    String,
    case,
    exists,
    func,
    literal,
    select,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.archives.models.units import Unit
from tejian.data import rows
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import phone
from tejian.kit.database.sealed import blind, blind_of, sealed
from tejian.kit.ground.pinyin import KEY_LENGTH, key_of, sorted_by_sound
from tejian.kit.ground.user import User
from tejian.kit.lists.search import by_pieces

SURNAMES = {one["surname"]: one["reading"] for one in rows("surname_readings")}

NUMBERED = "kind = 'person' and idno_blind <> ''"
PERSON_TEXT = "name || '|' || pinyin"


class IdentityNumber(Base):
    """The whole number of an identity document, which no list, history or export reads (ADR 28)."""

    __tablename__ = "identity_number"
    ref_id: Mapped[str] = mapped_column(
        String(32), primary_key=True
    )  # of the person, the unit, the item that was released
    kind: Mapped[str] = mapped_column(String(8))  # person, legal, receiver
    idtype: Mapped[str] = mapped_column(String(4))
    idno: Mapped[str] = sealed("identity_number.idno")
    idno_blind: Mapped[str] = blind_of("identity_number.idno")
    __table_args__ = (
        Index("uq_identity_number_person", "idtype", "idno_blind", unique=True, postgresql_where=NUMBERED),
    )


def digest_of(number: str) -> str:
    """What stands for a number in the index that finds it."""
    return blind("identity_number.idno", number)


class Person(Record, Base):
    """A registered person: safety manager, operator, maintainer, welder."""

    __tablename__ = "person"
    audited = "02"
    named = "人员"
    called = "name"
    name: Mapped[str] = text(64, "姓名", sorted="namesort")
    namesort: Mapped[str] = mapped_column(String(KEY_LENGTH), default=key_of("name", SURNAMES), info={"secret": True})
    pinyin: Mapped[str] = text(64, "拼音首字母")
    idtype: Mapped[str] = text(4, "证件类型", dict="C621")
    idno: Mapped[str] = text(32, "证件号码")  # masked; the number stands in identity_number
    sex: Mapped[str] = text(4, "性别")
    birth: Mapped[date | None] = day("出生日期")
    education: Mapped[str] = text(4, "学历", dict="C671")
    mobile: Mapped[str] = phone("person.mobile", "手机")
    mobile_blind: Mapped[str] = blind_of("person.mobile")
    unit_id: Mapped[str] = mapped_column(
        String(32), default="", info={"label": "所属单位主键", "refers": "unit", "merges": "登记人员"}
    )
    post: Mapped[str] = text(4, "岗位", dict="C741")
    title: Mapped[str] = text(64, "职称")
    workno: Mapped[str] = text(32, "工号")
    startdate: Mapped[date | None] = day("到岗日期")
    status: Mapped[str] = text(4, "状态", dict="C723")
    remark: Mapped[str] = text(500, "备注")
    searchtext: Mapped[str] = mapped_column(
        String(400),
        Computed(f"tj_fold({PERSON_TEXT})", persisted=True),
        deferred=True,
        info={"secret": True, "folded": True},
    )
    __table_args__ = (
        by_pieces("ix_person_grams", "searchtext"),
        Index("ix_person_unit", "unit_id", "post"),
        Index("ix_person_mobile", "mobile_blind", postgresql_where="mobile_blind <> ''"),
        Index("ix_person_name", "namesort", "id"),
        Index("ix_person_post", "post", "namesort", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Staff see every person; an enterprise account those of its own unit."""
        return Person.unit_id == me.unit_id if me.scope in ("unit", "own") and me.unit_id else true()


sorted_by_sound(Person, "name", "namesort", SURNAMES)


class OfPerson:
    """Rows that are seen by whoever sees their person."""

    person_id: Mapped[str]
    part_of: ClassVar[Any] = Person

    @classmethod
    def visible(cls, me: User) -> Any:
        if me.scope not in ("unit", "own") or not me.unit_id:
            return true()
        return cls.person_id.in_(select(Person.id).where(Person.unit_id == me.unit_id))


class PersonCert(OfPerson, Record, Base):
    """A certificate of special-equipment work (作业人员证): one item of C622, four years (TSG Z6001-2019)."""

    __tablename__ = "person_cert"
    audited = "02"
    named = "人员证书"
    called = "certno"
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id", ondelete="CASCADE"), index=True, info={"label": "人员主键"}
    )
    certno: Mapped[str] = text(64, "证书编号")
    item: Mapped[str] = text(8, "作业项目", dict="C622")
    level: Mapped[str] = text(64, "级别与范围")
    firstdate: Mapped[date | None] = day("初次领证日期")
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    issueorg: Mapped[str] = text(200, "发证机关")
    held: Mapped[str] = text(1, "证书处置")  # '' in force, or a state of C673: 1 suspended, 2 revoked, 3 cancelled
    remark: Mapped[str] = text(200, "备注")
    __table_args__ = (
        Index("uq_person_cert_no", "item", "certno", unique=True),
        Index("ix_person_cert_validto", "validto"),
    )


CERT_STATES = {"0": "有效", "s": "临期", "1": "暂扣", "2": "吊销", "3": "注销", "4": "过期"}
CERT_TONES = {"0": "go", "s": "ca", "1": "ca", "2": "no", "3": "ok", "4": "no"}
SOON_DAYS = 90  # shown as 临期; the renewal itself is due a month before the end (TSG Z6001-2019)


def cert_state() -> ColumnElement[str]:
    """The state of a certificate on the business date."""
    today = func.current_date()
    return case(
        (PersonCert.held != "", PersonCert.held),
        (PersonCert.validto < today, literal("4")),
        (PersonCert.validto < today + SOON_DAYS, literal("s")),
        else_=literal("0"),
    )


def holds(item: str) -> ColumnElement[bool]:
    """The person has a certificate of the item that is in force."""
    return exists().where(
        PersonCert.person_id == Person.id,
        PersonCert.item == item,
        PersonCert.held == "",
        PersonCert.validto >= func.current_date(),
    )


class PersonDevice(OfPerson, Record, Base):
    """A device that a person looks after: as safety officer (S, 逐台, Order 74) or as maintainer (M)."""

    __tablename__ = "person_device"
    audited = "02"
    named = "维保人员的电梯"
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), info={"label": "人员主键"})
    equdatasysid: Mapped[str] = mapped_column(
        String(32), index=True, info={"label": "设备主键", "refers": "equipment", "merges": "人员分管设备"}
    )
    duty: Mapped[str] = mapped_column(String(1), info={"label": "职责"})
    since: Mapped[date] = mapped_column(Date, info={"label": "起始日期"})
    __table_args__ = (Index("uq_person_device", "person_id", "duty", "equdatasysid", unique=True),)


def name_of_unit() -> Any:
    """The name of a person's unit, as a column."""
    return select(Unit.name).where(Unit.id == Person.unit_id).scalar_subquery()
