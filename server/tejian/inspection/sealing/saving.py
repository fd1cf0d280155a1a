"""Whose a request is."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.inspection.models.seals import ASKED
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks

from .process import SEAL


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    if row.id:
        return
    if not me.org_id or me.unit_id:
        raise Refused("电子印章由检验机构的人员申请")
    row.orgid, row.asker_id = me.org_id, me.id
    SEAL.put(db, row, ASKED)


HOOKS = Hooks(before_save)
