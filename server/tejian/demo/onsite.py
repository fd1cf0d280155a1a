"""Some declarations of the demo city are made by an inspector at the machine."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection.onsite.api import OnsiteForm, declare
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

OFF = 0.0003  # degrees between the phone and the place of the archive


def declared(db: Session, me: User, devices: Sequence[str], earlyreason: str) -> str:
    """The key of the declaration that an inspector makes; '' when he does not see all of the devices."""
    own = select(Equipment).where(Equipment.id.in_(devices), Equipment.visible(me))
    rows = db.scalars(own.order_by(Equipment.equcode)).all()
    if len(rows) < len(devices):
        return ""
    first = rows[0]
    form = OnsiteForm(
        unitsysid=first.useorgsysid,
        devices=[one.id for one in rows],
        seisort="02",
        testsort="0211",
        earlyreason=earlyreason,
        remark="现场检查时发现临近到期，与物业当面确认后申报",
        noplace="1",
    )
    if first.latitude is not None and first.longitude is not None:
        form.latitude, form.longitude = float(first.latitude) + OFF, float(first.longitude)
        form.accuracy, form.located = 15, clock.now()
    return declare(db, me, form)["id"]
