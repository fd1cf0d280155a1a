"""Words of keys: what a column that refers to a record is shown as. A key is for the program; nobody reads it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from .db import Base

GONE = "已删除"  # the word of a key whose record is not there any more


def refers(source: Any) -> str:
    """The table to whose records a column of a model refers; '' for any other expression.

    The column says it (`refers`), or its foreign key does.
    """
    known = getattr(source, "property", None)
    columns = getattr(known, "columns", None)
    if not columns:
        return ""
    return columns[0].info.get("refers") or next((k.column.table.name for k in columns[0].foreign_keys), "")


def copy_of(source: Any) -> str:
    """The column beside one that refers, which keeps the name of what it points to; '' where there is none."""
    columns = getattr(getattr(source, "property", None), "columns", None)
    return str(columns[0].info.get("beside", "")) if columns else ""


@cache
def _model(table: str) -> Any:
    return next((m.class_ for m in Base.registry.mappers if m.class_.__tablename__ == table), None)


def has_words(table: str) -> bool:
    """Whether the records of a table say in words which they are (`called`)."""
    return bool(getattr(_model(table), "called", ""))


def words(db: Session, table: str, keys: Iterable[Any]) -> dict[str, str]:
    """The words of these keys. One statement however many there are."""
    wanted = {str(key) for key in keys if key}
    if not wanted or not has_words(table):
        return {}
    model = _model(table)
    names = [model.called] if isinstance(model.called, str) else model.called
    query = select(model.id, *(getattr(model, name) for name in names)).where(model.id.in_(wanted))
    found = {row[0]: " ".join(filter(None, row[1:])) for row in db.execute(query)}
    return {key: found.get(key) or GONE for key in wanted}


def beside(db: Session, values: Mapping[str, Any], referring: Mapping[str, str]) -> dict[str, str]:
    """`xName` for each of the values `x` that refer (name → table) and have no words beside them yet."""
    open_ = {n: t for n, t in referring.items() if values.get(n) and not values.get(n + "Name")}
    told = {t: words(db, t, [values[n] for n, table in open_.items() if table == t]) for t in set(open_.values())}
    return {n + "Name": told[t][str(values[n])] for n, t in open_.items() if str(values[n]) in told[t]}
