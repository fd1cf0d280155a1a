"""Imports of records that are saved one by one, as their form saves them: the check is a save that is taken back."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session, SessionTransaction

from tejian.kit.forms.formview import Field, FormView
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .view import ImportUnits, ImportView, Row, add_import

Save = Callable[[dict[str, Any]], None]


def columns_of(form: FormView, *first: Field, but: Collection[str] = ()) -> Sequence[Field]:
    """The fields of a form as columns, `but` those decided on screen; what has a default need not be stated."""
    asked = [f for f in form.fields if not f.readonly and f.name not in but and f.type != "readonly"]
    made = [replace(f, required=f.required and f.default is None, when={}) for f in asked]
    return [*first, *sorted(made, key=lambda f: not f.required)]


def completed(
    db: Session, me: User, form: FormView, values: Mapping[str, Any], but: Collection[str] = ()
) -> dict[str, Any]:
    """The values of a row with the defaults of the form for what it leaves out."""
    words = dictionary.words(db, me.dict_version)
    out = {f.name: values.get(f.name) for f in form.fields if f.name not in but}
    for f in form.fields:
        if out.get(f.name) is None and f.default is not None:
            out[f.name] = f.read(f.default, words)
    return out


class SavingImporter:
    """`save(values)` makes one record or refuses. The rows of a file are tried together: one sees the others."""

    def __init__(self, db: Session, save: Save, prepare: Callable[[Sequence[Row]], None] = lambda rows: None):
        self.db, self.save, self.prepare = db, save, prepare
        self.trial: SessionTransaction | None = None

    def check(self, rows: Sequence[Row]) -> None:
        if self.trial is None:
            self.trial = self.db.begin_nested()
        self.prepare(rows)
        for row in rows:
            if not row.errors:
                self._try(row)

    def _try(self, row: Row) -> None:
        step = self.db.begin_nested()
        try:
            self.save(dict(row.values))
            step.commit()
        except Refused as said:
            step.rollback()
            name = str(said.extra.get("field") or "")
            _label, colon, rest = said.message.partition("：")
            row.wrong(name, rest if name and colon else said.message)

    def checked(self) -> None:
        if self.trial is not None:
            self.trial.rollback()
            self.trial = None
            self.db.expire_all()

    def told(self) -> ImportUnits | None:
        return None

    def write(self, rows: Sequence[Row]) -> None:
        self.prepare(rows)
        for row in rows:
            self.save(dict(row.values))

    def finish(self) -> None:
        """Every save took its own locks and looked for itself."""


def import_form(
    no: str,
    title: str,
    permission: str,
    form: FormView,
    save: Callable[[Session, User, dict[str, Any]], None],
    example: Mapping[str, str],
    *first: Field,
    but: Collection[str] = (),
) -> ImportView:
    """Register the import of a form into the list `no`: each row is completed with its defaults and saved."""

    def start(db: Session, me: User) -> SavingImporter:
        named = [f.name for f in first]

        def one(values: dict[str, Any]) -> None:
            more = {n: values[n] for n in named if n in values}
            save(db, me, completed(db, me, form, values, but) | more)

        return SavingImporter(db, one)

    columns = columns_of(form, *first, but=but)
    return add_import(ImportView(no, title, permission, lambda db, me: columns, lambda db, me: example, start))
