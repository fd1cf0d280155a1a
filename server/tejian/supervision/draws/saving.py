"""What declarations cannot say of a draw: whose it is, and that its area is one of the office's own."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.supervision.models.draws import DRAFT, Draw
from tejian.system.organisations.api import covered_prefix

from .process import DRAW


def _before(db: Session, me: User, row: Draw, values: dict[str, Any]) -> None:
    if not row.id:
        row.org_id, row.createby = me.org_id, me.id
        row.publicday = values["publicday"]
        DRAW.put(db, row, DRAFT)
    area = values.get("areacode")
    if area and me.area and not area.startswith(covered_prefix(me.area)):
        raise BadInput("抽查区域：不在您的管辖区域内", field="areacode")


HOOKS = Hooks(_before)
