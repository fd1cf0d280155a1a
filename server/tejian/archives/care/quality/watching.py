"""Devices that a transaction changes are checked again soon after it, whoever changed them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment
from tejian.kit import bulk, jobs

from .running import refresh

CHANGED = "quality.changed"  # key in Session.info
AT_ONCE = 2_000  # devices of one job


@jobs.job("archives.quality_of")
def check_again(db: Session, ids: list[str]) -> None:
    refresh(db, ids)


@event.listens_for(Session, "after_flush")
def _note(db: Session, _context: Any) -> None:
    changed = [row.id for row in [*db.new, *db.dirty] if isinstance(row, Equipment)]
    if changed:
        db.info.setdefault(CHANGED, set()).update(changed)


def _note_written(db: Session, model: type[Any], ids: Sequence[str]) -> None:
    if model is Equipment:
        db.info.setdefault(CHANGED, set()).update(ids)


bulk.WRITTEN.append(_note_written)


@event.listens_for(Session, "before_commit")
def _enqueue(db: Session) -> None:
    db.flush()  # what is still pending may change devices too
    changed = sorted(db.info.pop(CHANGED, ()))
    for start in range(0, len(changed), AT_ONCE):
        jobs.enqueue(db, "archives.quality_of", ids=changed[start : start + AT_ONCE])


@event.listens_for(Session, "after_rollback")
def _forget(db: Session) -> None:
    db.info.pop(CHANGED, None)


def settle(db: Session) -> None:
    """Check everything now instead of soon: for whoever builds an archive in one go."""
    db.flush()
    db.info.pop(CHANGED, None)
    refresh(db)
