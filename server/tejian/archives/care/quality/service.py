"""The faults of one device, and checking again."""

from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment.api import labels
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.quality import EquipmentQuality
from tejian.kit.database import jobs
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped

from .conditions import checks
from .running import refresh


class DeviceFault(TypedDict):
    code: str
    title: str
    weight: int
    clause: str
    field: str
    label: str
    value: Any


class DeviceFaults(TypedDict):
    id: str
    equclass: str
    locked: bool
    score: int | None
    checked: datetime | None
    faults: list[DeviceFault]


def of_device(db: Session, me: User, row_id: str) -> DeviceFaults:
    """Score and faults of a device as they were found last, each with its field and the clause it follows."""
    device = visible_or_refuse(db, me, Equipment, row_id)
    quality = db.scalars(select(EquipmentQuality).where(EquipmentQuality.equdatasysid == device.id)).first()
    known = {c.code: c for c in checks(db)}
    faults = [known[code] for code in (quality.faults if quality else []) if code in known]
    return {
        "id": device.id,
        "equclass": device.equclass,
        "locked": device.regstatus == codes.REGISTERED,
        "score": quality.score if quality else None,
        "checked": quality.checked if quality else None,
        "faults": [
            shaped(DeviceFault, c, label=labels().get(c.field, ("", ""))[0], value=_value(device, c.field))
            for c in sorted(faults, key=lambda c: -c.weight)
        ],
    }


def _value(device: Equipment, field: str) -> Any:
    return device.params.get(field, "") if not hasattr(Equipment, field) else getattr(device, field)


def recheck(db: Session, me: User, ids: list[str]) -> None:
    devices = many_visible_or_refuse(db, me, Equipment, ids)
    refresh(db, [d.id for d in devices])


def recheck_all(db: Session) -> None:
    jobs.enqueue(db, "archives.quality", lock="quality")
