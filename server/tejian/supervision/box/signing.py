"""A visit to a lift, signed by the unit that uses it: who signs is who is logged in."""

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.maintenance import Maintenance
from tejian.kit.database.db import check_version, visible_or_refuse
from tejian.kit.forms.form import Known
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.user import User

from .devices import own_devices

SCORES = (0, 100)


class Signing(Known):
    """The visit, and how good the unit found it."""

    score: int | None = Field(None, title="评分", ge=SCORES[0], le=SCORES[1])


def sign(db: Session, me: User, form: Signing) -> None:
    """Note who signed. Refuses a visit to a lift of another unit, and one that was signed."""
    row = visible_or_refuse(db, me, Maintenance, form.id, lock=True)
    mine = select(E.id).where(E.id == row.equdatasysid, own_devices(me))
    if not me.unit_id or db.scalar(mine) is None:
        raise NoPermission("维保记录由电梯的使用单位签字")
    check_version(row, form.version)
    if row.signed:
        raise Refused(f"{row.visitday}的维保记录已由{row.signedby or '使用单位'}签字")
    row.signed, row.signedby = True, me.name
    if form.score is not None:
        row.score = form.score
