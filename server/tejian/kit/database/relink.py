"""Points rows at another record when two records become one, and back again when that is undone.

A merge changes what a row refers to, not the row itself: its version, and who changed it last and when, must stay, or
undoing could not give back the very row. So these are table statements past the session's bookkeeping, the only ones
on audited models; each moved row of an audited model gets its audit row here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import String, Table, any_, func, insert, inspect, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session
from sqlalchemy.types import DateTime

from .audit import QUIET, AuditLog, note


@dataclass(frozen=True)
class Moved:
    """A row that was pointed elsewhere: its key, and what stood in the columns that were written."""

    key: str
    before: dict[str, Any]


def _key(model: type[Any]) -> Any:
    return inspect(model).primary_key[0]


def _among(key: Any, ids: Sequence[str]) -> Any:
    """`key` is one of these: one parameter however many there are; a maker may stand on fifty thousand devices."""
    return key == any_(literal(list(ids), ARRAY(String)))


def count(db: Session, model: type[Any], column: str, old: str, *where: Any) -> int:
    """How many rows refer to `old`."""
    table: Any = model.__table__
    return db.scalar(select(func.count()).select_from(table).where(table.c[column] == old, *where)) or 0


def point(
    db: Session, model: type[Any], column: str, old: str, values: Mapping[str, str], *where: Any, action: str
) -> list[Moved]:
    """Write `values` (the reference column and copies that stand beside it) into the rows whose `column` is `old`.

    Gives what stood there before; the rows are locked first.
    """
    table: Any = model.__table__
    key, written = _key(model), [table.c[name] for name in values]
    query = select(key, *written).where(table.c[column] == old, *where).order_by(key).with_for_update()
    moved = [Moved(row[0], dict(zip(values, row[1:], strict=True))) for row in db.execute(query)]
    if moved:
        db.execute(update(table).where(_among(key, [m.key for m in moved])).values(dict(values)))
        _told(db, model, action, {m.key: {n: [m.before[n], values[n]] for n in values} for m in moved})
    return moved


def put_back(db: Session, model: type[Any], column: str, now: str, moved: Sequence[Moved], *, action: str) -> int:
    """Give the rows that still refer to `now` back what stood in them. Rows that went elsewhere or away are left."""
    table: Any = model.__table__
    key, before = _key(model), {m.key: m.before for m in moved}
    names = sorted({name for m in moved for name in m.before})
    query = select(key, *(table.c[n] for n in names)).where(_among(key, list(before)), table.c[column] == now)
    rows_by_key = {row[0]: dict(zip(names, row[1:], strict=True)) for row in db.execute(query.with_for_update())}
    alike: dict[tuple[Any, ...], list[str]] = {}
    for row_id in rows_by_key:
        alike.setdefault(tuple(sorted(before[row_id].items())), []).append(row_id)
    for values, ids in alike.items():
        db.execute(update(table).where(_among(key, ids)).values(dict(values)))
    _told(db, model, action, {i: {n: [rows_by_key[i][n], v] for n, v in before[i].items()} for i in rows_by_key})
    return len(rows_by_key)


def image(row: Any, names: Sequence[str]) -> dict[str, Any]:
    """Columns of a row as JSON keeps them exactly, for `restore`."""
    values = {name: getattr(row, name) for name in names}
    return {n: v.isoformat() if isinstance(v, datetime) else v for n, v in values.items()}


def restore(db: Session, row: Any, before: Mapping[str, Any], *, action: str) -> None:
    """Give a row the columns that `image` took, version and times included."""
    table: Table = row.__table__
    values = {
        n: datetime.fromisoformat(v) if isinstance(table.c[n].type, DateTime) and isinstance(v, str) else v
        for n, v in before.items()
    }
    quiet = {*QUIET, *(c.key for c in table.columns if c.info.get("quiet"))}
    changes = {n: [getattr(row, n), v] for n, v in values.items() if n not in quiet}
    db.execute(update(table).where(_key(type(row)) == row.id).values(values))
    if row.audited and changes:
        db.execute(insert(AuditLog), [note(db, row, action, changes)])
    db.expire(row)


def _told(db: Session, model: type[Any], action: str, changes: Mapping[str, Mapping[str, Sequence[Any]]]) -> None:
    """One audit row for each moved row of an audited model."""
    if not getattr(model, "audited", None):
        return
    rows = [
        note(db, model, action, {n: both for n, both in c.items() if both[0] != both[1]}) | {"entity_id": row_id}
        for row_id, c in changes.items()
    ]
    if rows:
        db.execute(insert(AuditLog), rows)
