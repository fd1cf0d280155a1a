"""Many new records at once: stored by COPY, each with the audit row that the session would have written.

An import of a hundred thousand devices through the session spends more time on bookkeeping than on the devices.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Table, inspect
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from . import clock
from .audit import AuditLog, made_values, note
from .db import me_of, new_id

# Told of the keys of new records, for whoever listens to the session otherwise.
MADE: list[Callable[[Session, type[Any], Sequence[str]], None]] = []


def add(db: Session, model: type[Any], rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Store records of a model by their stated values (attribute names) and give their keys, in order."""
    mapper: Any = inspect(model)
    key = mapper.get_property_by_column(mapper.primary_key[0]).key
    me, now = me_of(db), clock.now()
    by = {"createby": me.id, "updateby": me.name, "createtime": now, "updatetime": now}
    stated = [{key: new_id(), **row} for row in rows]
    names = {a.key: a.columns[0] for a in mapper.column_attrs if a.columns[0].computed is None}
    unsaid = {name: _default(column) for name, column in names.items()} | by
    copy(db, model.__table__, list(names.values()), ([row.get(n, unsaid[n]) for n in names] for row in stated))
    if getattr(model, "audited", None):
        trail: Any = AuditLog.__table__
        told = (note(db, model, "新增", made_values(mapper, row)) | {"entity_id": row[key]} for row in stated)
        columns = [c for c in trail.columns if c.key != "id"]
        copy(db, trail, columns, ([line[c.key] for c in columns] for line in told))
    ids = [row[key] for row in stated]
    for follow in MADE:
        follow(db, model, ids)
    return ids


def copy(db: Session, table: Table, columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> None:
    """COPY rows into a table over the connection of the session, which has written what was pending."""
    db.flush()
    documents = [i for i, c in enumerate(columns) if isinstance(c.type, JSONB)]
    named = ", ".join(f'"{c.name}"' for c in columns)
    cursor = db.connection().connection.cursor()
    with cursor.copy(f'COPY "{table.name}" ({named}) FROM STDIN') as out:
        for row in rows:
            line = list(row)
            for i in documents:
                line[i] = None if line[i] is None else orjson.dumps(line[i]).decode()
            out.write_row(line)


def _default(column: Any) -> Any:
    """What a column holds when nothing is said."""
    default = column.default
    return None if default is None else default.arg(None) if default.is_callable else default.arg
