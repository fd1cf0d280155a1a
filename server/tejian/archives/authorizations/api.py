"""The one question: may this institution inspect?"""

from datetime import date

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from tejian.archives.models import Unit

from .models import InspAuthorization


def may_inspect(db: Session, org: str, equclass: str, areacode: str, unit: str, day: date) -> bool:
    """Whether the institution is authorised on `day` for devices of this class, in this area, of this use unit.

    `org` is the key of an inspection unit or of the organisation that it stands for (ADR 0007). An empty class, area or
    unit of an authorisation means every one. A disabled, cancelled or blacklisted institution may not.
    """
    return refuse_inspection(db, org, equclass, areacode, unit, day) is None


def refuse_inspection(db: Session, org: str, equclass: str, areacode: str, unit: str, day: date) -> str | None:
    """Why the institution may not inspect, or None when it may."""
    same = or_(Unit.id == org, Unit.orgsysid == org) if org else Unit.id == ""
    found = db.scalars(select(Unit).where(same)).first()
    if found is None:
        return "检验机构不在单位档案中"
    if not found.enabled:
        return f"{found.name}已停用"
    if found.blacklist:
        return f"{found.name}已列入黑名单"
    a = InspAuthorization
    areas = ["", areacode, areacode[:6], areacode[:4], f"{areacode[:4]}00", areacode[:2], f"{areacode[:2]}0000"]
    granted = exists().where(
        a.unit_id == found.id,
        a.revoked.is_(None),
        a.datefrom <= day,
        a.dateto >= day,
        or_(a.classes == "", ("," + a.classes + ",").contains(f",{equclass},", autoescape=True)),
        a.areacode.in_(areas),
        or_(a.useunit_id == "", a.useunit_id == unit),
    )
    return None if db.scalar(select(granted)) else f"{found.name}没有该设备的检验授权"
