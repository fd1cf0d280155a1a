"""The demo city: a seeded institute with its units, devices and running business, for trying the platform out."""

from sqlalchemy.orm import Session

from .accounts import PASSWORD

__all__ = ["PASSWORD", "load"]


def load(db: Session) -> None:
    """Fill an empty database with the demo city; does nothing when there are accounts."""
    from tejian.main import prepare_process

    from .city import build

    prepare_process()
    left = build(db)
    if left is not None:
        db.commit()  # lint: allow commits (the business below runs in transactions of its own)
        from .business import run

        run(left)
