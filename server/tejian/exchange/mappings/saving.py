"""Where a new edition begins."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.exchange.models import EDITING
from tejian.kit.ground.user import User

from . import judging
from .process import MAPPING


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    judging.before_save(db, me, row, values)
    if not row.id:
        MAPPING.put(db, row, EDITING)
