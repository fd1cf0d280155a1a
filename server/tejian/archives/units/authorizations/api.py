"""The one question: may this institution inspect?"""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit


def refuse_inspection(db: Session, org: str, equclass: str, areacode: str, unit: str, day: date) -> str | None:
    """Why the institution may not inspect devices of this class, in this area, of this use unit on `day`, or None.

    `org` is the key of an inspection unit or of the organisation that it stands for (ADR 7). An empty class, area or
    unit of an authorisation means every one. A disabled, cancelled or blacklisted institution may not.
    """
    institution = _institution(db, org)
    if sentence := _unfit(institution):
        return sentence
    assert institution is not None
    if any(_covers(a, equclass, areacode, unit) for a in _in_force(db, institution, {unit}, day)):
        return None
    return f"{institution.name}没有该设备的检验授权"


def _institution(db: Session, org: str) -> Unit | None:
    same = or_(Unit.id == org, Unit.orgsysid == org) if org else Unit.id == ""
    return db.scalars(select(Unit).where(same)).first()


def _unfit(found: Unit | None) -> str | None:
    """Why no authorisation would help."""
    if found is None:
        return "检验机构不在单位档案中"
    if not found.enabled:
        return f"{found.name}已停用"
    return f"{found.name}已列入黑名单" if found.blacklist else None


def _in_force(db: Session, found: Unit, units: set[str], day: date) -> Sequence[InspAuthorization]:
    """The authorisations of an institution that hold on a day for everybody, or for one of these use units."""
    a = InspAuthorization
    query = select(a).where(a.unit_id == found.id, a.revoked.is_(None), a.datefrom <= day, a.dateto >= day)
    return db.scalars(query.where(a.useunit_id.in_({"", *units}))).all()


def _covers(a: InspAuthorization, equclass: str, areacode: str, unit: str) -> bool:
    """Whether an authorisation is for this class, in this area or a wider division of it, and for this use unit."""
    areas = ("", areacode, areacode[:6], areacode[:4], f"{areacode[:4]}00", areacode[:2], f"{areacode[:2]}0000")
    classes = a.classes.split(",") if a.classes else [equclass]
    return equclass in classes and a.areacode in areas and a.useunit_id in ("", unit)


def refuse_takeover(db: Session, org: str, devices: Sequence[Equipment], day: date) -> str | None:
    """Why an institution may not become the one that inspects these devices, or None when it may.

    An institution of which the ledger holds no authorisation at all is one that inspects by law (the city's own
    institute): it is not looked up. As soon as one was granted, even if it was taken back since, each device must fall
    under one in force.
    """
    institution = _institution(db, org)
    if institution is None or not devices:
        return None
    if db.scalar(select(InspAuthorization.id).where(InspAuthorization.unit_id == institution.id).limit(1)) is None:
        return None
    if fault := _unfit(institution):
        return fault
    granted = _in_force(db, institution, {e.useorgsysid for e in devices}, day)
    for e in devices:
        if not any(_covers(a, e.equclass, e.areacode, e.useorgsysid) for a in granted):
            return f"{institution.name}没有{e.equname} {e.equcode}的检验授权"
    return None
