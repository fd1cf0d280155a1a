"""What a registered device of a kind must state and a case leaves open: an ordinary value for each."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common import api as common
from tejian.archives.equipment.api import EquipmentField, Limit, fields_of, limits_of, missing
from tejian.archives.models.equipment import Equipment
from tejian.kit.ground.dictionary import words
from tejian.system.settings.api import version

from .cases import NotAsked

NO = "0"  # of a field that says yes or no
YEAR = 2016
HIGH = ("A", "3.9")  # a boiler of that level, and its pressure in MPa
# what the limits of key items read of an archive that a record was made of
READ = {"boilermedium": "01", "fueltype": "01", "ratedpress": "1.25", "ratedevap": "2", "chamberpress": "0.2"}
READ |= {"chamberkind": "01", "cylnum": "1", "designpress_shell": "0.8", "wallthick": "5.7", "nominalspeed": "0.5"}
CERTIFICATES = 99_999  # numbers of a year
SMALL = 64  # most devices are small ones of their range


def complete(db: Session, kind: str, values: Mapping[str, Any], serial: int = 1) -> dict[str, Any]:
    """The values with those that the kind requires besides."""
    fields, limits = fields_of(common.class_of(kind), kind), limits_of(db, common.class_of(kind), kind)
    known = words(db, version(db, "dict"))
    empty = [name for name in missing(limits, kind, values) if name in fields]
    more = {name: _ordinary(fields[name], limits[name], known.get(fields[name].dict, {})) for name in empty}
    if "usecertno" in fields and not values.get("usecertno"):
        more["usecertno"] = _free_certificate(db, kind, serial)
    read = {name: value for name, value in READ.items() if name in fields}
    if values.get("boilerlevel") == HIGH[0]:
        read["ratedpress"] = HIGH[1]
    return {**read, **more, **values}


def _free_certificate(db: Session, kind: str, serial: int) -> str:
    """A certificate number that no device of the platform has."""
    for tried in range(CERTIFICATES):
        number = common.make_usecertno(kind, "浙B", (serial + tried) % CERTIFICATES + 1, YEAR)
        if db.scalar(select(Equipment.id).where(Equipment.usecertno == number).limit(1)) is None:
            return number
    raise NotAsked("使用登记证编号已用完，不能造案例设备")


def _ordinary(one: EquipmentField, limit: Limit, options: Mapping[str, str]) -> Any:
    if one.dict:
        return NO if NO in options else next(iter(options), "")
    if one.type in ("int", "decimal"):
        low = limit.low or 0
        value = low + ((limit.high if limit.high is not None else low + 1) - low) / SMALL
        return str(int(value)) if one.type == "int" else f"{value:.3f}"
    return f"{YEAR}-06-01" if one.type == "date" else "按铭牌"
