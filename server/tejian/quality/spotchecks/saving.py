"""Whose a new draw is."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.quality.models.spotchecks import DRAFT

from .process import SPOT


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    if values["dateto"] < values["datefrom"]:
        raise Refused(f"批准日期止{values['dateto']}早于起{values['datefrom']}")
    if row.id:
        return
    if not me.org_id:
        raise Refused("报告抽查由检验机构的人员制定")
    row.orgid = me.org_id
    SPOT.put(db, row, DRAFT)


HOOKS = Hooks(before_save)
