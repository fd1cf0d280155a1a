"""What a load makes, noted while it is made: so it can be taken away again, row by row, and nothing else with it.

A load only adds. A statement that would change a record that was here before ends it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event, inspect, select
from sqlalchemy.orm import Session

from tejian.kit.database import bulk
from tejian.kit.database.audit import AuditLog, SecurityLog
from tejian.kit.database.db import Record
from tejian.kit.database.flowlog import FlowLog

JOURNAL = "moving journal"
LOGS = (AuditLog, SecurityLog, FlowLog)  # they tell of the load, and stay
CHUNK = 5_000
Made = tuple[type[Any], str]


class Journal:
    """The records that were made, in their order."""

    def __init__(self) -> None:
        self.made: list[Made] = []
        self.known: set[Made] = set()

    def note(self, model: type[Any], key: str) -> None:
        one = (model, key)
        if one not in self.known:
            self.known.add(one)
            self.made.append(one)

    def cut(self, place: int) -> None:
        """Forget what was made since a place: it was taken back."""
        for one in self.made[place:]:
            self.known.discard(one)
        del self.made[place:]

    def last_of(self, table: str, since: int) -> str:
        """The newest record of a table since a place; '' for none."""
        return next((key for model, key in reversed(self.made[since:]) if model.__tablename__ == table), "")

    def by_model(self) -> dict[type[Any], list[str]]:
        out: dict[type[Any], list[str]] = {}
        for model, key in self.made:
            out.setdefault(model, []).append(key)
        return out


def _key(row: Any) -> str:
    return str(inspect(row).mapper.primary_key_from_instance(row)[0])


def _own(model: type[Any]) -> bool:
    return model.__module__.startswith("tejian.moving.") or issubclass(model, LOGS)


@contextmanager
def noting(db: Session, before: Sequence[Made] = ()) -> Iterator[Journal]:
    """Note what this session makes. `before` are records that the same project made: they may still be completed."""
    journal = Journal()
    journal.known.update(before)

    def after_flush(session: Session, _context: Any) -> None:
        for row in session.new:
            if not _own(type(row)):
                journal.note(type(row), _key(row))
        for row in [*session.deleted, *(one for one in session.dirty if session.is_modified(one))]:
            if not _own(type(row)) and (type(row), _key(row)) not in journal.known:
                raise RuntimeError(f"a load would change {type(row).__tablename__} {_key(row)}")

    event.listen(db, "after_flush", after_flush)
    db.info[JOURNAL] = journal
    try:
        yield journal
    finally:
        event.remove(db, "after_flush", after_flush)
        db.info.pop(JOURNAL, None)


def _written(db: Session, model: type[Any], ids: Sequence[str]) -> None:
    """Many at once, past the session: new ones, or changes of those that this load made."""
    journal: Journal | None = db.info.get(JOURNAL)
    if journal is None or _own(model):
        return
    fresh = [key for key in ids if (model, key) not in journal.known]
    for at in range(0, len(fresh) if issubclass(model, Record) else 0, CHUNK):
        old = select(model.id).where(model.id.in_(fresh[at : at + CHUNK]), model.version > 1)
        if (key := db.scalar(old.limit(1))) is not None:
            raise RuntimeError(f"a load would change {model.__tablename__} {key}")
    for key in fresh:
        journal.note(model, key)


bulk.WRITTEN.append(_written)
