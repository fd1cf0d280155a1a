"""Loads the reference data of a new installation, and what a new version adds to an old one."""

from sqlalchemy.orm import Session

from tejian.archives.ledgers.iot.install import install as iot
from tejian.kit.ground.user import SYSTEM
from tejian.messages.install import install as messages
from tejian.system.desk.install import install as system

from . import areas


def install(db: Session) -> None:
    """Bring reference data up to date. Rows that administrators changed are left alone."""
    areas.load()
    db.info["me"] = SYSTEM
    system(db)
    messages(db)
    iot(db)
