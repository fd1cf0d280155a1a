"""Which contents of the file store rows still name, and the end of those that none does.

A column says that it names a content (`info={"content": True}`). What ends the life of a row hands its contents to
`free`: those that no row names any more are set aside, and a day later the nightly job drops them. Whoever names one
meanwhile keeps it.
"""

from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import Column, select
from sqlalchemy.orm import Session

from tejian.kit.database.db import Base
from tejian.kit.ground import clock

from . import blobs as files

WAIT = timedelta(days=1)  # no request and no job takes longer from a content to its row
AT_ONCE = 5_000


def columns() -> list["Column[str]"]:
    """All columns that name contents."""
    tables = sorted(Base.metadata.tables.values(), key=lambda t: t.name)
    return [column for table in tables for column in table.columns if column.info.get("content")]


def named(db: Session, keys: Iterable[str]) -> set[str]:
    """Which of these contents a row names. Each column is read once."""
    asked = list({one for one in keys if one})
    found = set[str]()
    for column in columns():
        for at in range(0, len(asked), AT_ONCE):
            found |= set(db.scalars(select(column).where(column.in_(asked[at : at + AT_ONCE])).distinct()))
    return found


def free(db: Session, keys: Iterable[str]) -> int:
    """Set aside what no row names any more; gives how many. Undone with the transaction, they are found again."""
    db.flush()
    asked = {one for one in keys if one}
    ended = asked - named(db, asked)
    for key in sorted(ended):
        files.store().set_aside(key)
    return len(ended)


def sweep(db: Session) -> int:
    """Drop what was set aside a day ago and is named by no row; put back what one names. Gives how many are gone."""
    waiting = files.store().aside()
    alive, count = named(db, (key for key, _at in waiting)), 0
    for key, at in waiting:
        if key in alive:
            files.store().take_back(key)
        elif clock.now() - at > WAIT:
            files.store().drop(key)
            count += 1
    return count
