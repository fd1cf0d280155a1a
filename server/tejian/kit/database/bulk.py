"""Many records at once: new ones by COPY, changed ones by one statement, each with the audit row of the session.

An import of a hundred thousand devices through the session spends more time on bookkeeping than on the devices.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Table, inspect, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from tejian.kit.ground import clock

from . import phones
from .audit import CAUSE, AuditLog, difference, made_values, note
from .db import me_of, new_id
from .sealed import Sealed, followed, seal

# Told of the keys of new and changed records, for whoever listens to the session otherwise.
WRITTEN: list[Callable[[Session, type[Any], Sequence[str]], None]] = []


def add(db: Session, model: type[Any], rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Store records of a model by their stated values (attribute names) and give their keys, in order."""
    mapper: Any = inspect(model)
    key = mapper.get_property_by_column(mapper.primary_key[0]).key
    me, now = me_of(db), clock.now()
    by = {"createby": me.id, "updateby": me.name, "createtime": now, "updatetime": now}
    beside = _sort_columns(mapper)
    stated = [
        {key: new_id(), **row, **_beside(mapper, row), **{name: make(_Stated(row)) for name, make in beside.items()}}
        for row in rows
    ]
    names = {a.key: a.columns[0] for a in mapper.column_attrs if a.columns[0].computed is None}
    unsaid = {name: _default(column) for name, column in names.items()} | by
    copy(db, model.__table__, list(names.values()), ([row.get(n, unsaid[n]) for n in names] for row in stated))
    if getattr(model, "audited", None):
        _tell(db, (note(db, model, "新增", made_values(mapper, row)) | {"entity_id": row[key]} for row in stated))
    ids = [row[key] for row in stated]
    for follow in WRITTEN:
        follow(db, model, ids)
    return ids


def change(db: Session, rows: Sequence[tuple[Any, Mapping[str, Any]]], cause: str = "") -> None:
    """Write new values (attribute names, the same ones for all) into records of one model, which the session has read
    and locked. Their versions move, and the trail names the `cause`, as if the session had written them."""
    if not rows:
        return
    db.flush()
    mapper: Any = inspect(type(rows[0][0]))
    key = mapper.get_property_by_column(mapper.primary_key[0]).key
    columns = {n: mapper.column_attrs[n].columns[0] for n in (key, "version", *rows[0][1])}
    if any(isinstance(c.type, Sealed) for c in columns.values()):
        raise TypeError(f"sealed columns of {mapper.class_.__name__} are changed by the session alone")
    dialect = db.connection().dialect
    typed = ", ".join(f'"{c.name}" {c.type.compile(dialect)}' for c in columns.values())
    set_to = ", ".join(f'"{columns[n].name}" = n."{columns[n].name}"' for n in rows[0][1])
    own = f't."{columns[key].name}" = n."{columns[key].name}" and t.version = n.version'
    values_by_row = [{str(c.name): values.get(n, getattr(row, n)) for n, c in columns.items()} for row, values in rows]
    result: Any = db.execute(
        text(
            f"update {mapper.local_table.name} as t set {set_to}, version = t.version + 1, updatetime = :now, "
            f"updateby = :by from json_to_recordset(cast(:rows as json)) as n({typed}) where {own}"
        ),
        {"rows": orjson.dumps(values_by_row, default=str).decode(), "now": clock.now(), "by": me_of(db).name},
    )
    if result.rowcount != len(rows):
        raise StaleDataError(f"{len(rows) - result.rowcount} of {len(rows)} rows were changed by others")
    if rows[0][0].audited:
        _tell(db, (_changed(db, row, values, cause) for row, values in rows))
    for follow in WRITTEN:
        follow(db, type(rows[0][0]), [getattr(row, key) for row, _ in rows])
    for row, _ in rows:
        db.expire(row)


def _changed(db: Session, row: Any, values: Mapping[str, Any], cause: str) -> dict[str, Any]:
    changes: dict[str, list[Any]] = {CAUSE: [None, cause]} if cause else {}
    for name, new in values.items():
        changes |= difference(name, getattr(row, name), new)
    return note(db, row, "修改", phones.hide_changes(type(row), changes))


def _tell(db: Session, lines: Iterable[Mapping[str, Any]]) -> None:
    """Store rows of the audit trail."""
    trail: Any = AuditLog.__table__
    columns = [c for c in trail.columns if c.key != "id"]
    copy(db, trail, columns, ([line[c.key] for c in columns] for line in lines))


def take_in_pieces(db: Session) -> int:
    """Put the pieces of new texts into their indexes; gives the pages on which they waited.

    Until then they wait beside the index, up to 64 MB, and each search looks through them. Many at once are quick; who
    saves one device shall not do it for thousands, so a job does it every minute, and what writes many does it itself.
    """
    taken: int = db.execute(text("select tj_take_in_pieces()")).scalar_one()
    return taken


def copy(db: Session, table: Table, columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> None:
    """COPY rows into a table over the connection of the session, which has written what was pending."""
    db.flush()
    documents = [i for i, c in enumerate(columns) if isinstance(c.type, JSONB)]
    sealed = [(i, c.type.place) for i, c in enumerate(columns) if isinstance(c.type, Sealed)]
    named = ", ".join(f'"{c.name}"' for c in columns)
    cursor = db.connection().connection.cursor()
    with cursor.copy(f'COPY "{table.name}" ({named}) FROM STDIN') as out:
        for row in rows:
            line = list(row)
            for i in documents:
                line[i] = None if line[i] is None else orjson.dumps(line[i]).decode()
            for i, place in sealed:
                line[i] = seal(place, line[i] or "")
            out.write_row(line)


def _beside(mapper: Any, row: Mapping[str, Any]) -> dict[str, str]:
    """What stands beside the sealed values of a new record."""
    return {to: make(row.get(name) or "") for name, to, make in followed(mapper)}


class _Stated:
    """The row whose sort columns are made, as the default of a column asks for it."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.get_current_parameters = lambda: row


def _sort_columns(mapper: Any) -> dict[str, Callable[[Any], str]]:
    """The sort columns that stand beside the names of a model, and what makes each from its row."""
    names = [a.columns[0].info["sorted"] for a in mapper.column_attrs if "sorted" in a.columns[0].info]
    return {name: mapper.column_attrs[name].columns[0].default.arg for name in names}


def _default(column: Any) -> Any:
    """What a column holds when nothing is said."""
    default = column.default
    if default is None or "follows" in column.info:
        return None
    return default.arg(None) if default.is_callable else default.arg
