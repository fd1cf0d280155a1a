"""The demo city: a seeded institute with its units, devices and running business, for trying the platform out."""

from sqlalchemy.orm import Session

from .accounts import PASSWORD

__all__ = ["PASSWORD", "load"]


def load(db: Session) -> None:
    """Fill an empty database with the demo city; does nothing when there are accounts."""
    from .city import build

    build(db)
