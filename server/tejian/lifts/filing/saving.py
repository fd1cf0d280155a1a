"""What declarations cannot say of a filing: whose it is, what it replaces, which authority decides, who is offered."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.files import Attachment
from tejian.archives.models.persons import Person, holds
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, record
from tejian.lifts.models.filing import DRAFT, FIRST, MaintFiling

from .forms import of_maintainers
from .judging import ITEM, licence_of, lifts_there, per_person, standing_of, unit_of
from .process import FILING, resume


def _before(db: Session, me: User, row: MaintFiling, values: dict[str, Any]) -> None:
    if not row.id:
        row.createby = me.id
        FILING.put(db, row, DRAFT)
    if me.unit_id:
        values["unitsysid"] = me.unit_id
    unit = unit_of(db, values.get("unitsysid") or row.unitsysid or "")
    if unit is None:
        raise BadInput("维保单位：必填", field="unitsysid")
    row.unitname, values["unitsysid"] = unit.name, unit.id
    area = values.get("areacode") or row.areacode
    authority = authority_of(db, area)
    row.regorg = authority.org_id or authority.id if authority else ""
    _replaces(db, me, row, values.get("filkind") or row.filkind, unit.id, area)


def _replaces(db: Session, me: User, row: MaintFiling, kind: str, unit: str, area: str) -> None:
    """A change and a renewal begin with the filing that stands for the area."""
    if kind == FIRST:
        if row.replaces_id:
            resume(db, row, me)
        row.replaces_id = ""
        return
    before = standing_of(db, unit, area)
    if before is None:
        raise BadInput("备案类别：该区域没有有效的备案，请选择首次备案", field="filkind")
    if row.replaces_id and row.replaces_id != before.id:
        resume(db, row, me)
    row.replaces_id = before.id


def _before_delete(db: Session, me: User, row: MaintFiling) -> None:
    resume(db, row, me)


HOOKS = Hooks(_before, before_delete=_before_delete)


def renewed(row: MaintFiling, kind: str) -> dict[str, Any]:
    """What a change or a renewal begins with: the words of the filing that it replaces."""
    names = ("unitsysid", "areacode", "address", "hotline", "contact", "contacttel", "lifts", "tools", "promise")
    return {name: getattr(row, name) for name in names} | {"filkind": kind}


def people(db: Session, me: User) -> list[Option]:
    """The maintainers with a certificate in force whom one may name."""
    query = select(Person).where(of_maintainers(me), holds(ITEM)).order_by(Person.namesort, Person.id).limit(1000)
    return [{"value": one.id, "label": f"{one.name} {one.workno}".strip()} for one in db.scalars(query)]


class Readiness(TypedDict):
    """What a unit has for a filing of an area, before it writes one."""

    licno: str
    persons: int
    lifts: int
    needed: int
    standing: str


def readiness(db: Session, me: User, area: str) -> Readiness:
    """checkMai: licence, maintainers with a certificate, lifts there, and the filing that stands."""
    key = me.unit_id
    if not key:
        raise Refused("由维保单位的账号查询")
    licence = licence_of(db, key)
    mine = Person.unit_id == key, of_maintainers(me), holds(ITEM), Person.visible(me)
    persons = len(db.scalars(select(Person.id).where(*mine)).all())
    lifts, standing = lifts_there(db, key, area), standing_of(db, key, area)
    return {
        "licno": licence.licno if licence else "",
        "persons": persons,
        "lifts": lifts,
        "needed": -(-lifts // per_person(db)),
        "standing": standing.filno if standing else "",
    }


def attachments(db: Session, me: User, key: str) -> list[dict[str, Any]]:
    """queryChangeGroupAtt: the files of a filing and of the one that it replaces, the newest filing first."""
    row = visible_or_refuse(db, me, MaintFiling, key)
    keys = [one for one in (row.id, row.replaces_id) if one]
    query = select(Attachment).where(Attachment.owner == "maintFiling", Attachment.attrefsysid.in_(keys))
    found = db.scalars(query.where(~Attachment.deleted).order_by(Attachment.id)).all()
    hidden = ("key", "mime")
    return [record(one, *hidden) for key in keys for one in found if one.attrefsysid == key]
