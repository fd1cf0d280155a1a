"""What declarations cannot say of an application: whose it is, which authority decides, which vehicles are offered."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.cylinders import CylinderCar
from tejian.archives.models.equipment import Equipment
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.registration.models.use import BY_CAR, DRAFT, FIRST, MODES, UseRegistration

from .devices import car_of, unit_of
from .process import REGISTER


def _before(db: Session, me: User, row: UseRegistration, values: dict[str, Any], *, mode: str) -> None:
    if not row.id:
        row.mode, row.createby = mode, me.id
        REGISTER.put(db, row, DRAFT)
    elif row.mode != mode:
        raise BadInput(f"这是{MODES[row.mode]}的申请，不能改为{MODES[mode]}")
    if me.unit_id:
        values["unitsysid"] = me.unit_id
    unit = unit_of(db, values.get("unitsysid") or row.unitsysid or "")
    if unit is None:
        raise BadInput("使用单位：必填", field="unitsysid")
    row.unitname, values["unitsysid"] = unit.name, unit.id
    if mode != "B":
        row.regtype = FIRST
    _place(db, row, values)


def _place(db: Session, row: UseRegistration, values: dict[str, Any]) -> None:
    """The area of the devices, and the authority that decides there: one application goes to one authority."""
    if row.mode == BY_CAR:
        row.carid = values.get("carid") or row.carid
        car = car_of(db, row)
        areas = {car.areacode} if car else set()
    elif "equipment" in values:
        keys = [one["equdatasysid"] for one in values["equipment"]]
        areas = set(db.scalars(select(Equipment.areacode).where(Equipment.id.in_(keys))))
    else:
        return
    authorities = {area: authority_of(db, area) for area in areas if area}
    if len({one.id if one else "" for one in authorities.values()}) > 1:
        raise BadInput("所选设备分属不同的登记机关，请分开申请", field="equipment")
    authority = next(iter(authorities.values()), None)
    row.areacode, row.regorg = min(authorities, default=""), authority.org_id or authority.id if authority else ""


def hooks_of(mode: str) -> Hooks:
    """What is done when an application of this mode is saved."""
    before: Callable[..., None] = partial(_before, mode=mode)
    return Hooks(before)


def cars(db: Session, me: User) -> list[Option]:
    """The vehicles with cylinders that have no certificate yet, of those that one sees."""
    query = select(CylinderCar).where(
        CylinderCar.visible(me), CylinderCar.usecertno == "", CylinderCar.status != codes.SCRAPPED
    )
    rows = db.scalars(query.order_by(CylinderCar.carno, CylinderCar.vin).limit(500))
    return [{"value": one.id, "label": f"{one.carno or one.vin} {one.ownername}".strip()} for one in rows]
