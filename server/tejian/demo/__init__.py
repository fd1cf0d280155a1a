"""The demo city: a seeded institute with its units, devices and running business, for trying the platform out."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from .accounts import PASSWORD
from .business import run
from .city import build

__all__ = ["PASSWORD", "load"]


def load(db: Session, prepare_process: Callable[[], None]) -> None:
    """Fill an empty database with the demo city; does nothing when there are accounts.

    `prepare_process` is what every process of the platform does first; the worker processes do it too.
    """
    prepare_process()
    left = build(db)
    if left is not None:
        db.commit()  # lint: allow commit (the business below runs in transactions of its own)
        run(left, prepare_process)
