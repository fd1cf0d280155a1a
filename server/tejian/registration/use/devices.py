"""The devices that an application is about."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.cylinders import CylinderCar
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.registration.models.use import RegisteredDevice, UseRegistration


def devices_of(db: Session, row: UseRegistration) -> list[Equipment]:
    """The devices of an application, in their order."""
    of = select(RegisteredDevice.equdatasysid).where(RegisteredDevice.reg_id == row.id)
    return list(db.scalars(select(Equipment).where(Equipment.id.in_(of)).order_by(Equipment.equcode, Equipment.id)))


def lines_of(db: Session, row: UseRegistration) -> dict[str, RegisteredDevice]:
    """What an application keeps of each device, by its key."""
    found = db.scalars(select(RegisteredDevice).where(RegisteredDevice.reg_id == row.id))
    return {one.equdatasysid: one for one in found}


def unit_of(db: Session, key: str) -> Unit | None:
    """The unit of an application, of which its record keeps the key."""
    return db.scalars(select(Unit).where(Unit.id == key)).first()


def car_of(db: Session, row: UseRegistration, *, lock: bool = False) -> CylinderCar | None:
    """The vehicle of an application."""
    query = select(CylinderCar).where(CylinderCar.id == row.carid)
    return db.scalars(query.with_for_update() if lock else query).first()
