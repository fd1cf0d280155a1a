"""A unit as its page shows it: the record, what belongs to it, and its devices by class."""

from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session, aliased

from tejian.archives.equipment.api import IN_USE
from tejian.archives.equipment.models import Equipment
from tejian.archives.persons.models import Person, PersonCert, PersonDevice, cert_state
from tejian.kit import clock, dictionary
from tejian.kit.crud import record
from tejian.kit.db import visible_or_refuse
from tejian.kit.user import User
from tejian.system.organisations.models import Org

from .devices import is_late
from .models import (
    LICENCE_STATES,
    DetectionCapability,
    MaintContract,
    Unit,
    UnitBranch,
    UnitContact,
    UnitLicence,
    UnitName,
    licence_state,
)
from .safety import POSTS

HIDDEN = ("searchtext",)


def detail(db: Session, me: User, unit_id: str) -> dict[str, Any]:
    """Everything that the page of a unit needs, in a dozen statements whatever the unit's size."""
    unit = visible_or_refuse(db, me, Unit, unit_id)
    areas = dictionary.words(db, me.dict_version).get("AREA", {})
    org = db.scalar(select(Org.name).where(Org.id == unit.orgsysid)) if unit.orgsysid else ""
    return {
        "unit": record(unit, *HIDDEN) | {"areacodeName": areas.get(unit.areacode, ""), "orgsysidName": org or ""},
        "licences": licences(db, unit.id),
        "branches": [
            row | {"areacodeName": areas.get(row["areacode"], "")}
            for row in _parts(db, UnitBranch, unit.id, UnitBranch.branchname)
        ],
        "contacts": _parts(db, UnitContact, unit.id, UnitContact.name),
        "contracts": _parts(db, MaintContract, unit.id, MaintContract.dateto.desc()),
        "capability": _parts(db, DetectionCapability, unit.id, DetectionCapability.id),
        "names": _parts(db, UnitName, unit.id, UnitName.validto.desc()),
        "people": people(db, unit.id),
        "classes": classes(db, me, unit),
    }


def _parts(db: Session, model: Any, unit_id: str, order: Any) -> list[dict[str, Any]]:
    return [record(r) for r in db.scalars(select(model).where(model.unit_id == unit_id).order_by(order).limit(500))]


def licences(db: Session, unit_id: str) -> list[dict[str, Any]]:
    """The licences of a unit with their state, the ones in force first."""
    query = select(UnitLicence, licence_state()).where(UnitLicence.unit_id == unit_id)
    today = clock.today()
    return [
        record(row) | {"state": state, "stateName": LICENCE_STATES[state], "days": (row.validto - today).days}
        for row, state in db.execute(query.order_by(UnitLicence.validto.desc()).limit(500))
    ]


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
        {
            "id": person.id,
            "name": person.name,
            "post": person.post,
            "mobile": person.mobile,
            "status": person.status,
            "certno": cert.certno if cert else "",
            "validto": cert.validto.isoformat() if cert else None,
            "certstate": state if cert else "",
            "covered": count,
        }
        for person, cert, state, count in db.execute(query.limit(200))
    ]


def classes(db: Session, me: User, unit: Unit) -> list[dict[str, Any]]:
    """Devices of the unit by class: as user, and as maintainer where it is one."""
    key = Equipment.maiorgsysid if unit.ismaintain else Equipment.useorgsysid
    counted = (
        select(
            Equipment.equclass,
            func.count(),
            func.count(case((Equipment.equstatus.in_(IN_USE), 1))),
            func.count(case((is_late(), 1))),
            func.count(case((Equipment.unqualcode != "", 1))),
            func.min(case((Equipment.equstatus.in_(IN_USE), Equipment.ninspdate))),
        )
        .where(key == unit.id, Equipment.visible(me))
        .group_by(Equipment.equclass)
        .order_by(Equipment.equclass)
    )
    names = ("equclass", "total", "inuse", "overdue", "unqualified", "next")
    return [dict(zip(names, row, strict=True)) for row in db.execute(counted)]
