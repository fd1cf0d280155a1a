"""Which extensions of its design life a device has on file: changes of its registration of use."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.registration.models.use import LONGER, RegisteredDevice, UseRegistration

from .process import REGISTER


def extensions_of(db: Session, device: str) -> list[dict[str, Any]]:
    """The applications for a longer design life that were handed in, the newest first; `done` says which were granted.

    Who inspects the device reads number, days and step alone: the application is between its unit and the authority.
    """
    of_device = select(RegisteredDevice.reg_id).where(RegisteredDevice.equdatasysid == device)
    query = select(UseRegistration).where(UseRegistration.id.in_(of_device), UseRegistration.regtype == LONGER)
    handed_in = query.where(UseRegistration.applied.is_not(None)).order_by(UseRegistration.applied.desc())
    return [
        {
            "id": one.id,
            "number": one.regapplyno,
            "applied": one.applied.astimezone(clock.SHANGHAI).date().isoformat() if one.applied else "",
            "until": str(one.newdesignend or ""),
            "stepname": REGISTER.name_of(one.step),
            "issued": str(one.issued or ""),
            "done": one.issued is not None,
        }
        for one in db.scalars(handed_in)
    ]
