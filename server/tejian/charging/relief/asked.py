"""Which policies of relief are in force, and why one does not apply."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.fees.api import in_force, why_not
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.kit.ground.errors import NoPermission
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record


def policies_for(db: Session, me: User, equclacode: str, unit: str | None, equ: str | None) -> list[dict[str, Any]]:
    """The policies in force, and of each why it does not apply to this class, unit or device."""
    item = AppBuss(equclass=f"{equclacode[:1]}000", equclacode=equclacode, unitsysid=unit or "")
    if equ:
        row = db.scalars(select(AppBuss).where(AppBuss.id == equ, AppBuss.visible(me))).first()
        if row is None:
            raise NoPermission
        item = row
    own = [one for one in in_force(db, clock.today()) if not me.unit_id or one.unitsysid == me.unit_id]
    return [record(p) | {"why": why_not(p, item, unit or "") or ""} for p in own]
