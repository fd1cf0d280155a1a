"""Builds the demo city in an empty database."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import clock
from tejian.kit.user import SYSTEM
from tejian.system.models import SysUser

from . import accounts


def build(db: Session) -> None:
    """Accounts first; then units, devices, instruments, and the business of the last months."""
    if db.scalar(select(SysUser.id).limit(1)):
        return
    from tejian.main import prepare_process

    prepare_process()
    db.info["me"] = SYSTEM
    orgs = accounts.organisations(db)
    accounts.people(db, orgs, clock.today())
