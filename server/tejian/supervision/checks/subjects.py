"""The unit and the devices that a check is about."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.supervision.models.checks import BY_TOWN, MAINTENANCE, USE, CheckedDevice, SupervisionCheck
from tejian.system.organisations.api import covered_prefix

MOST = 2_000  # devices of a unit that one check looks through


def unit_of(db: Session, key: str) -> Unit | None:
    return db.scalars(select(Unit).where(Unit.id == key)).first()


def chosen(db: Session, row: SupervisionCheck) -> list[str]:
    return list(db.scalars(select(CheckedDevice.equdatasysid).where(CheckedDevice.check_id == row.id)))


def devices_of(db: Session, row: SupervisionCheck) -> list[E]:
    """The chosen devices, else all that the unit uses (or maintains); a town only sees those of its own area."""
    keys = chosen(db, row)
    query = select(E).where(E.equDel == 0, E.equstatus.not_in(codes.OFF))
    if keys:
        query = select(E).where(E.id.in_(keys))
    elif row.target in (USE, MAINTENANCE):
        query = query.where((E.useorgsysid if row.target == USE else E.maiorgsysid) == row.unitsysid)
    else:
        return []
    if row.town == BY_TOWN:
        query = query.where(E.areacode.startswith(covered_prefix(row.areacode), autoescape=True))
    return list(db.scalars(query.order_by(E.equcode, E.id).limit(MOST)))
