"""Whose a new declaration is, and to which institutes it may go."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.quality.models.conformity import DRAFT
from tejian.system.organisations.api import named_by

from .forms import INSTITUTES
from .process import CONFORMITY

institutes = named_by(INSTITUTES)  # the institutes that issue reports


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    if row.id:
        return
    unit = db.scalars(select(Unit).where(Unit.id == me.unit_id)).first() if me.unit_id else None
    if unit is None:
        raise Refused("符合性声明由制造、使用或维保单位的账号填写")
    row.unitsysid, row.unitname, row.createby = unit.id, unit.name, me.id
    CONFORMITY.put(db, row, DRAFT)


HOOKS = Hooks(before_save)
