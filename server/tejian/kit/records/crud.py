"""Load, save and delete of a plain record from its form declaration: what most management screens need."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from sqlalchemy import delete, inspect, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import keys, phones
from tejian.kit.database.audit import credentials_of, plain
from tejian.kit.database.db import M, check_version, many_visible_or_refuse, new_id, visible_or_refuse
from tejian.kit.database.numbering import number_new
from tejian.kit.forms.columns import in_words
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.forms.formview import Field, FormView, Input
from tejian.kit.ground import dictionary
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


AREA = "AREA"  # the dictionary of areas


def named_beside(
    db: Session, me: User, model: type[Any], fields: Iterable[Field], values: Mapping[str, Any]
) -> dict[str, str]:
    """The words of the keys and areas among the values of a record, each beside its field: `xName`."""
    referring: dict[str, str] = {}
    names: dict[str, Any] = {}
    for f in fields:
        if f.type == "area" or f.dict == AREA:
            known = dictionary.words(db, me.dict_version).get(AREA, {})
            names[f.name + "Name"] = str(in_words(known, values.get(f.name) or ""))
        elif table := f.refers.model.__tablename__ if f.refers else keys.refers(getattr(model, f.name, None)):
            referring[f.name] = table
            names[f.name + "Name"] = values.get(keys.copy_of(getattr(model, f.name, None)))
    names = {n: word for n, word in names.items() if word and not values.get(n)}
    return names | keys.beside(db, {**values, **names}, referring)


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


def rows_of(db: Session, parent: Any, key: str) -> list[dict[str, Any]]:
    """The child rows whose column `parent` names a record, with the words of their keys beside them."""
    found = db.scalars(select(parent.class_).where(parent == key).order_by(parent.class_.id))
    return [worded(db, one) for one in found]


def worded(db: Session, row: Any) -> dict[str, Any]:
    """A row as JSON with the words of all its keys beside them, as papers say it."""
    told = record(row)
    referring = {a.key: keys.refers(getattr(type(row), a.key)) for a in inspect(row).mapper.column_attrs}
    return told | keys.beside(db, told, {n: t for n, t in referring.items() if t})


def coded(row: Any, words: dictionary.Words) -> dict[str, str]:
    """`xName` for each code `x` of a row that stands in a dictionary, as papers say it."""
    kinds = {a.key: a.columns[0].info.get("dict") for a in inspect(row).mapper.column_attrs}
    return {
        f"{name}Name": str(in_words(words.get(kind, {}), getattr(row, name)))
        for name, kind in kinds.items()
        if kind and getattr(row, name)
    }


def with_rows(db: Session, form: FormView | None, row: Any) -> dict[str, Any]:
    """A record as JSON with the rows of those tables of its form that are stored with it."""
    tables = [t for t in (form.tables if form else ()) if t.of is not None]
    return record(row) | {t.name: rows_of(db, t.of, row.id) for t in tables}


def put_rows(db: Session, form: FormView, row: Any, values: Mapping[str, Any]) -> None:
    """Store the rows that were sent with a form in place of those that were there."""
    for table in form.tables:
        if table.of is not None and table.name in values:
            model = table.of.class_
            db.execute(delete(model).where(table.of == row.id))
            names = {f.name for f in table.form.fields}
            sent = [{n: v for n, v in one.items() if n in names} for one in values[table.name]]
            order = sorted(new_id() for _ in sent)  # keys grow in the order of the rows, also within a millisecond
            db.add_all(model(id=key, **{table.of.key: row.id}, **one) for key, one in zip(order, sent, strict=True))


def put(db: Session, me: User, row: Any, values: dict[str, Any], hooks: Hooks, form: FormView | None = None) -> None:
    """Write read values into a row, new or known, between its two hooks; with the tables of its `form`."""
    model, known = type(row), inspect(row).persistent
    if hooks.before_save:
        hooks.before_save(db, me, row, values)
    columns = {a.key for a in inspect(model).column_attrs}
    for name, value in values.items():
        if name in columns and not (value is None and not known):
            setattr(row, name, _empty(model, name) if value is None else value)
    if not known:
        number_new(db, row)
    db.add(row)
    db.flush()
    if form:
        put_rows(db, form, row, values)
    if hooks.after_save:
        hooks.after_save(db, me, row, values)


def crud(
    area: Area, model: type[Any], form: FormView, rights: Rights, hooks: Hooks = PLAIN, deletes: str = "delete"
) -> None:
    """Register the load, the save and the delete of `model` beside the address to which its form is sent.

    Where the specification names them otherwise, the form says so (its addresses), and `deletes` is the third name.
    """
    base, _, save_name = form.save_url.removeprefix(area.prefix).rpartition("/")
    load_name = form.load_url.rpartition("/")[2] if form.load_url.startswith(f"{area.prefix}{base}/") else "load"
    may_save = rights.save or rights.read

    @area.call(f"{base}/{load_name}", may=rights.read, form=OneId, reads=True)
    def load(db: Session, me: User, sent: OneId) -> Any:
        row = visible_or_refuse(db, me, model, sent.id)
        values = with_rows(db, form, row)
        return values | named_beside(db, me, model, form.fields, values) | hooks.beside(db, row)

    @area.call(f"{base}/{save_name}", may=may_save, form=replace(form, in_part=True), changes=model)
    def save(db: Session, me: User, sent: Input) -> Any:
        row = held(db, me, model, sent) if sent.id else model()
        put(db, me, row, sent.values, hooks, form)
        return record(row)

    @area.call(f"{base}/{deletes}", may=rights.delete or may_save, form=ManyIds, changes=model)
    def delete(db: Session, me: User, sent: ManyIds) -> None:
        for row in many_visible_or_refuse(db, me, model, sent.ids, lock=True):
            if hooks.before_delete:
                hooks.before_delete(db, me, row)
            hooks.remove(db, me, row)
