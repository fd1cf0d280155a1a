"""Devices that a transaction changes are checked again soon after it, whoever changed them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, event, insert, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.quality import QualityWaiting
from tejian.kit.database import bulk, jobs

from .running import refresh

CHANGED = "quality.changed"  # key in Session.info
AT_ONCE = 2_000  # devices of one transaction


@jobs.job("archives.quality_waiting", retry=0, cron="* * * * * */10")
def check_waiting(_db: Session) -> None:
    """Check what was changed since the last time, each device once: a job for each change costs as much as the change.

    What cannot be checked stays and is tried again.
    """
    while True:
        with jobs.new_session() as db:
            if not (changed := taken(db)):
                return
            refresh(db, changed)


def taken(db: Session) -> Sequence[str]:
    """Take the next devices that wait; none when there are none that nobody else has taken."""
    waiting = QualityWaiting.seq
    first = select(waiting).order_by(waiting).limit(AT_ONCE).with_for_update(skip_locked=True)
    found = db.scalars(delete(QualityWaiting).where(waiting.in_(first)).returning(QualityWaiting.equdatasysid))
    return sorted(set(found))


@event.listens_for(Session, "after_flush")
def _note(db: Session, _context: Any) -> None:
    moved = (row for row in db.dirty if isinstance(row, Equipment) and db.is_modified(row))
    changed = [row.id for row in [*db.new, *moved] if isinstance(row, Equipment)]
    if changed:
        db.info.setdefault(CHANGED, set()).update(changed)


def _note_written(db: Session, model: type[Any], ids: Sequence[str]) -> None:
    if model is Equipment:
        db.info.setdefault(CHANGED, set()).update(ids)


bulk.WRITTEN.append(_note_written)


@event.listens_for(Session, "before_commit")
def _keep(db: Session) -> None:
    db.flush()  # what is still pending may change devices too
    if changed := sorted(db.info.pop(CHANGED, ())):
        db.execute(insert(QualityWaiting), [{"equdatasysid": key} for key in changed])


@event.listens_for(Session, "after_rollback")
def forget(db: Session) -> None:
    """Nothing was changed after all: the transaction, or a savepoint around everything, was taken back."""
    db.info.pop(CHANGED, None)


def settle(db: Session) -> None:
    """Check everything now instead of soon: for whoever builds an archive in one go."""
    db.flush()
    db.info.pop(CHANGED, None)
    refresh(db)
