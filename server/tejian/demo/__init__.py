"""The demo city: a seeded institute with its units, devices and running business, for trying the platform out."""

from sqlalchemy.orm import Session

from . import business
from .accounts import PASSWORD
from .business import carry_out
from .city import build

__all__ = ["PASSWORD", "carry_out", "load"]


def load(db: Session) -> None:
    """Fill an empty database with the archives of the demo city; does nothing when there are accounts.

    Its business is planned only: `carry_out` lets it arrive while the platform serves.
    """
    left = build(db)
    if left is not None:
        business.prepare(db, left)
