"""What a move writes into the columns of its subject by itself: who made it and when, and what its form asks for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import inspect

from tejian.kit.database.numbering import number_of
from tejian.kit.forms.formview import Field, FormView, dialog, field_of, why
from tejian.kit.ground import clock

from .doing import Doing

LONG = 200  # a text of more letters is typed in several lines


def _column(model: Any, name: str) -> Any:
    return inspect(model).columns[name]


def refuse_unknown(where: str, model: Any, names: Iterable[str]) -> None:
    """Stop the start-up on a column that the table of a process does not have."""
    if missing := set(names) - {a.key for a in inspect(model).column_attrs}:
        raise ValueError(f"{where}: no columns {sorted(missing)}")


def stamp(d: Doing, names: Iterable[str]) -> None:
    """Write who and when: a day, a moment, a key or a name, as the column is; or its number."""
    for name in names:
        column = _column(type(d.subject), name)
        if "number" in column.info:
            number_of(d.db, d.subject, name)
            continue
        kind = column.type.python_type
        who = d.me.id if column.info.get("refers") == "sys_user" else d.me.name
        setattr(d.subject, name, clock.today() if kind is date else clock.now() if kind is datetime else who)


def take(d: Doing, names: Iterable[str]) -> None:
    """Write what the form of the move gives; what was left empty stays as it is. `reason` is why the move is made."""
    for name in names:
        given = d.reason.text[:500] if name == "reason" else d.form[name]
        if given not in (None, ""):
            setattr(d.subject, name, given)


def forget(row: Any, names: Iterable[str]) -> None:
    """Empty these columns."""
    for name in names:
        setattr(row, name, None if _column(type(row), name).nullable else "")


def asking(no: str, label: str, model: Any, names: Sequence[str], needs_reason: bool) -> FormView | None:
    """The dialog of a move that says no other: what it takes, and why it is made. None where it asks nothing."""
    fields = [_input(getattr(model, name)) for name in names if name != "reason"]
    fields += [why("原因", "请填写原因")] if needs_reason else []
    return dialog(no, label, *fields, ok=label) if fields else None


def _input(source: Any) -> Field:
    made = field_of(source, required=True, span=12)
    is_long = made.type == "text" and made.size > LONG
    return replace(made, type="textarea", span=24) if is_long else made


def said(model: Any, stamps: Sequence[str], takes: Sequence[str], forgets: Sequence[str]) -> list[str]:
    """The same in words, for the pages that document a process."""
    words = {"记": stamps, "填": [n for n in takes if n != "reason"], "清除": forgets}
    told = [v + "、".join(str(_column(model, n).info.get("label", n)) for n in ns) for v, ns in words.items() if ns]
    return [*told, *(["记原因"] if "reason" in takes else [])]
