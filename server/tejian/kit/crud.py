"""Load, save and delete of a plain record from its form declaration: what most management screens need."""

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import inspect
from sqlalchemy.orm import Session

from .audit import plain
from .db import M, check_version, many_visible_or_refuse, visible_or_refuse
from .edge import Area
from .errors import BadInput
from .forms import listed, version_of
from .formview import FormView
from .user import User

Hook = Callable[[Session, User, Any, dict[str, Any]], None]


def record(row: Any, *hidden: str) -> dict[str, Any]:
    """A row as JSON, every column under its contract name; what is read only when asked for stays away."""
    return {
        a.key: plain(getattr(row, a.key))
        for a in inspect(row).mapper.column_attrs
        if a.key not in hidden and not a.deferred
    }


def seen_version(params: dict[str, Any]) -> int | None:
    return version_of(params.get("version"))


class Named(Protocol):
    """What names a record and the version of it that the sender read."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int | None: ...


def held(db: Session, me: User, model: type[M], named: Named) -> M:
    """The record that is meant, locked; refused when it is not the user's, or was changed since it was read."""
    row = visible_or_refuse(db, me, model, named.id, lock=True)
    check_version(row, named.version)
    return row


def _empty(model: type[Any], name: str) -> Any:
    """What a cleared field leaves in its column: an empty text where the column must hold one."""
    column = inspect(model).columns[name]
    return "" if not column.nullable and column.type.python_type is str else None


def put(
    db: Session, me: User, row: Any, values: dict[str, Any], before_save: Hook | None, after_save: Hook | None
) -> None:
    """Write read values into a row, new or known, between its two hooks."""
    model, known = type(row), inspect(row).persistent
    if before_save:
        before_save(db, me, row, values)
    columns = {a.key for a in inspect(model).column_attrs}
    for name, value in values.items():
        if name in columns and not (value is None and not known):
            setattr(row, name, _empty(model, name) if value is None else value)
    db.add(row)
    db.flush()
    if after_save:
        after_save(db, me, row, values)


def crud(
    area: Area,
    base: str,
    model: type[Any],
    form: FormView,
    *,
    may_read: str,
    may_save: str,
    may_delete: str,
    before_save: Hook | None = None,
    after_save: Hook | None = None,
    before_delete: Callable[[Session, User, Any], None] | None = None,
    remove: Callable[[Session, User, Any, dict[str, Any]], None] | None = None,
    hidden: tuple[str, ...] = (),
    parent: str = "",
    beside: Callable[[Session, Any], dict[str, Any]] | None = None,
) -> None:
    """Register `{base}/load`, `{base}/save` and `{base}/delete` for `model`.

    `before_save(db, me, row, values)` may refuse or complete; a new row has no key yet. `remove(db, me, row, params)`
    takes a row away that must leave a trace; without it the row is deleted. `parent` names the column of the record
    that a row belongs to: it is taken from the call for a new row, and never changes. `beside` adds to a loaded record
    what its form shows next to a key, such as names.
    """

    @area.call(f"{base}/load", may=may_read, reads=True)
    def load(db: Session, me: User, params: dict[str, Any]) -> Any:
        row = visible_or_refuse(db, me, model, params.get("id"))
        return record(row, *hidden) | (beside(db, row) if beside else {})

    @area.call(f"{base}/save", may=may_save)
    def save(db: Session, me: User, params: dict[str, Any]) -> Any:
        row_id = params.get("id")
        if row_id is not None and not isinstance(row_id, str):
            raise BadInput("主键：格式不正确")
        row = visible_or_refuse(db, me, model, row_id, lock=True) if row_id else model()
        if row_id:
            check_version(row, seen_version(params))
        values = form.read(db, me, params, partial=bool(row_id))
        if parent and not row_id:
            values[parent] = str(params.get(parent) or "")
        put(db, me, row, values, before_save, after_save)
        return record(row, *hidden)

    @area.call(f"{base}/delete", may=may_delete)
    def delete(db: Session, me: User, params: dict[str, Any]) -> None:
        for row in many_visible_or_refuse(db, me, model, listed(params, "ids", "id"), lock=True):
            if before_delete:
                before_delete(db, me, row)
            if remove:
                remove(db, me, row, params)
            else:
                db.delete(row)
