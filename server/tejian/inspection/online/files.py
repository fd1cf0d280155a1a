"""Until when files may be added to an application."""

from sqlalchemy.orm import Session

from tejian.inspection.models.online import OPEN, OnlineApplication
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .process import ONLINE


def takes_files(db: Session, me: User, row: OnlineApplication) -> None:
    """Reports of the unit and other papers go with it until it is sent."""
    if row.step not in OPEN:
        raise Refused(f"网上申报{row.onlineno}{ONLINE.name_of(row.step)}，不能再变更附件")
