"""What declarations cannot say of a collection: whose it is."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.supervision.models.opinions import DRAFT, OpinionCall

from .process import OPINIONS


def _before(db: Session, me: User, row: OpinionCall, values: dict[str, Any]) -> None:
    if not row.id:
        row.org_id, row.createby, row.deadline = me.org_id, me.id, values["deadline"]
        OPINIONS.put(db, row, DRAFT)


HOOKS = Hooks(_before)
