"""What of a unit stands outside its devices: products, safety valves, vehicles, maintenance visits."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.cylinders import CylinderCar
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve

# (what it is called, the column with the unit's key, the column that repeats its name)
NAMED: tuple[tuple[str, Any, str], ...] = (
    ("产品", Product.makersysid, "makername"),
    ("安全阀", SafetyValve.useorgsysid, "useorgname"),
    ("车用气瓶", CylinderCar.unitsysid, ""),
    ("维保记录", Maintenance.maiorgsysid, ""),
)


def why_unit_stays(db: Session, unit: Unit) -> str | None:
    """Why a unit that one of these records names cannot be deleted."""
    for what, key, _name in NAMED:
        if db.scalar(select(key).where(key == unit.id).limit(1)):
            return f"{unit.name}有{what}，不能删除，可以停用"
    return None


def carry_name(db: Session, unit: Unit) -> None:
    """Carry a new name to the records that repeat it; a visit keeps the name of its day."""
    for _what, key, name in NAMED:
        for row in db.scalars(select(key.class_).where(key == unit.id)) if name else ():
            setattr(row, name, unit.name)
