"""Phone numbers of people (GB/T 35273-2020 6.2, 6.3): encrypted where they lie, shown with their middle hidden.

A column is declared by `phone(…)`. Lists, exports, pages, forms and histories show a mobile number in it as
138****5678; the number of an office, which is no mobile, is shown. A form gives the hidden number back when nobody
touched it: the column then keeps what it holds. Whole numbers are given by `reveal` alone, with a reason; the trail of
changes takes none down.

Whom a person names for one business (`contact_phone(…)`) is called by those who have it in hand: its page and papers
say the number. It lies encrypted all the same, and lists, exports and the trail hide it like the others: nobody makes
a list of such numbers.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, event, inspect
from sqlalchemy.orm import ColumnProperty

from tejian.kit.ground.errors import BadInput

from .db import Base
from .sealed import Sealed, blind, index_of, sealed, unseal

MOBILE = re.compile(r"1[2-9]\d{9}")
CALLED = re.compile(r"(0\d{2,3}-?)?\d{7,8}|400[\d-]{7,9}")  # a line with its area code, or a number for all
SIZE = 32  # of a number with its extension
HIDDEN = re.compile(r"1\d{2}\*{4}\d{4}")


def phone(place: str, label: str) -> Any:
    """A column that holds phone numbers of people; `place` is its table and name."""
    return sealed(place, default="", info={"label": label, "phone": True, "size": SIZE})


def contact_phone(place: str, label: str) -> Any:
    """A column that holds the number that was named for one business; `place` is its table and name."""
    return sealed(place, default="", info={"label": label, "contact": True, "size": SIZE})


def sort_of(number: str) -> str:
    """What may be known of a number in clear: 1 a mobile, 2 another whole number, 9 none that can be called."""
    if not number:
        return ""
    return "1" if MOBILE.fullmatch(number) else "2" if CALLED.fullmatch(number) else "9"


def hidden(value: Any) -> Any:
    """A mobile number with its middle hidden; anything else as it is."""
    return f"{value[:3]}****{value[-4:]}" if isinstance(value, str) and MOBILE.fullmatch(value) else value


def is_phone(expr: Any) -> bool:
    """Whether an expression is a column that holds phone numbers of people, those named for one business too."""
    columns: list[Any] = getattr(getattr(expr, "property", None), "columns", [])
    return len(columns) == 1 and not columns[0].info.keys().isdisjoint(("phone", "contact"))


def shown(expr: Any, stored: Any) -> Any:
    """What a list shows of such a column, as the database or the session gives its value."""
    kind = expr.property.columns[0].type
    return hidden(unseal(kind.place, stored) if isinstance(kind, Sealed) and isinstance(stored, str) else stored)


@cache
def names(model: Any) -> frozenset[str]:
    """The attributes of a model that hold phone numbers of people."""
    return frozenset(a.key for a in inspect(model).column_attrs if a.columns[0].info.get("phone"))


@cache
def contacts(model: Any) -> frozenset[str]:
    """The attributes of a model that hold a number named for one business."""
    return frozenset(a.key for a in inspect(model).column_attrs if a.columns[0].info.get("contact"))


def is_number(column: Any, number: str) -> ColumnElement[bool]:
    """The phone in a column with a blind index is this number, all of it."""
    return index_of(column) == blind(column.property.columns[0].type.place, number.strip())  # type: ignore[no-any-return]


def hide(model: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a record as they may be shown."""
    phones = names(model)
    return {key: hidden(value) if key in phones else value for key, value in values.items()}


def hide_changes(model: Any, changes: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Old and new values as the trail keeps them."""
    for key in (names(model) | contacts(model)) & changes.keys():
        changes[key] = [hidden(value) for value in changes[key]]
    return changes


def _keep(target: Any, value: Any, before: Any, event_: Any) -> Any:
    """What is stored when a hidden number comes back: the number that was hidden, or nothing at all."""
    if not isinstance(value, str) or not HIDDEN.fullmatch(value):
        return value
    if isinstance(before, str) and hidden(before) == value:
        return before
    label = inspect(type(target)).column_attrs[event_.key].columns[0].info.get("label", "电话")
    raise BadInput(f"{label}：请填写完整号码", field=event_.key)


@event.listens_for(Base, "attribute_instrument", propagate=True)
def _watch(_model: Any, _key: str, attribute: Any) -> None:
    if isinstance(attribute.property, ColumnProperty) and attribute.property.columns[0].info.get("phone"):
        event.listen(attribute, "set", _keep, retval=True, active_history=True)
