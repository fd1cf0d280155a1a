"""Load, save and delete of a plain record from its form declaration: what most management screens need."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from sqlalchemy import inspect
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import phones
from tejian.kit.database.audit import credentials_of, plain
from tejian.kit.database.db import M, check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.forms.formview import FormView, Input
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Area

Hook = Callable[[Session, User, Any, dict[str, Any]], None]


def record(row: Any, *hidden: str) -> dict[str, Any]:
    """A row as JSON, every column under its contract name; secrets and what is read only when asked for stay away."""
    hidden = (*hidden, *credentials_of(row))
    told = {
        a.key: plain(getattr(row, a.key))
        for a in inspect(row).mapper.column_attrs
        if a.key not in hidden and not a.deferred and a.columns[0].computed is None
    }
    return phones.hide(type(row), told)


S = TypeVar("S")


class Saved(TypedDict):
    """What a save answers."""

    id: str
    version: int


def shaped(shape: type[S], row: Any, **more: Any) -> S:
    """A row in a declared shape: each name as `more` says it, else the column of that name."""
    out: Any = {n: more[n] if n in more else plain(getattr(row, n)) for n in shape.__annotations__}
    return out  # type: ignore[no-any-return]


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


@dataclass(frozen=True)
class Rights:
    """The permissions of a record; what is not said is that before it."""

    read: str
    save: str = ""
    delete: str = ""


@dataclass(frozen=True)
class Hooks:
    """What a record does besides: `before_save(db, me, row, values)` may refuse or complete, a new row has no key yet.

    `remove` takes a row away that must leave a trace, instead of deleting it; `beside` adds to a loaded record what
    its form shows next to a key, such as names.
    """

    before_save: Hook | None = None
    after_save: Hook | None = None
    before_delete: Callable[[Session, User, Any], None] | None = None
    remove: Callable[[Session, User, Any], None] = lambda db, me, row: db.delete(row)
    beside: Callable[[Session, Any], dict[str, Any]] = lambda db, row: {}


PLAIN = Hooks()


def put(db: Session, me: User, row: Any, values: dict[str, Any], hooks: Hooks) -> None:
    """Write read values into a row, new or known, between its two hooks."""
    model, known = type(row), inspect(row).persistent
    if hooks.before_save:
        hooks.before_save(db, me, row, values)
    columns = {a.key for a in inspect(model).column_attrs}
    for name, value in values.items():
        if name in columns and not (value is None and not known):
            setattr(row, name, _empty(model, name) if value is None else value)
    db.add(row)
    db.flush()
    if hooks.after_save:
        hooks.after_save(db, me, row, values)


def crud(area: Area, model: type[Any], form: FormView, rights: Rights, hooks: Hooks = PLAIN) -> None:
    """Register the load, the save and the delete of `model` beside the address to which its form is sent."""
    base = form.save_url.removeprefix(area.prefix).removesuffix("/save")
    may_save = rights.save or rights.read

    @area.call(f"{base}/load", may=rights.read, form=OneId, reads=True)
    def load(db: Session, me: User, sent: OneId) -> Any:
        row = visible_or_refuse(db, me, model, sent.id)
        return record(row) | hooks.beside(db, row)

    @area.call(f"{base}/save", may=may_save, form=replace(form, in_part=True), changes=model)
    def save(db: Session, me: User, sent: Input) -> Any:
        row = held(db, me, model, sent) if sent.id else model()
        put(db, me, row, sent.values, hooks)
        return record(row)

    @area.call(f"{base}/delete", may=rights.delete or may_save, form=ManyIds, changes=model)
    def delete(db: Session, me: User, sent: ManyIds) -> None:
        for row in many_visible_or_refuse(db, me, model, sent.ids, lock=True):
            if hooks.before_delete:
                hooks.before_delete(db, me, row)
            hooks.remove(db, me, row)
