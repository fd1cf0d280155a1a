"""Loads the reference data of a new installation, and what a new version adds to an old one."""

from sqlalchemy.orm import Session

from tejian.kit.user import SYSTEM


def install(db: Session) -> None:
    """Bring reference data up to date. Rows that administrators changed are left alone."""
    from tejian import areas
    from tejian.archives.iot.install import install as iot
    from tejian.messages.install import install as messages
    from tejian.system.install import install as system

    areas.load()
    db.info["me"] = SYSTEM
    system(db)
    messages(db)
    iot(db)
