"""Columns of lists and of child rows, and their cells in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any, get_args

from sqlalchemy.orm import Session

from tejian.kit.database import audit, keys, phones
from tejian.kit.ground import dictionary, shapes

TYPES = set(get_args(shapes.ColumnType))


@dataclass(frozen=True)
class Col:
    """A column. Without a label it is sent with the row but never shown or exported."""

    name: str
    label: str
    expr: Any
    width: int = 120
    type: str = "text"
    dict: str = ""
    words: Mapping[Any, str] | Callable[[Any], str] | None = None
    tones: Mapping[Any, str] | None = None  # state columns: code → go, ok, ca or no
    link: str = ""
    fixed: str = ""
    shown: bool = True
    sortable: bool = True

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise ValueError(f"column {self.name}: unknown type {self.type}")
        if phones.is_phone(self.expr):
            object.__setattr__(self, "sortable", False)  # it lies sealed

    @cached_property
    def is_phone(self) -> bool:
        """Whether it shows phone numbers of people."""
        return phones.is_phone(self.expr)

    @cached_property
    def refers(self) -> str:
        """The table of the records whose keys it holds; their words stand beside them."""
        return keys.refers(self.expr) if self.type == "dict" and self.words is None and not self.dict else ""

    def config(self) -> shapes.Column:
        out: Any = {
            "prop": self.name,
            "label": self.label,
            "width": self.width,
            "type": self.type,
            "sortable": self.sortable,
            "shown": self.shown,
        }
        if self.type in ("number", "money"):
            out["align"] = "right"
        for name in ("dict", "link", "fixed"):
            if value := getattr(self, name):
                out[name] = value
        return out  # type: ignore[no-any-return]


KINDS = {bool: "bool", int: "number", float: "number", Decimal: "number", date: "date", datetime: "datetime"}


def col(source: Any, width: int = 120, **more: Any) -> Col:
    """A column as its model says it: name, label, type and dictionary; `more` says what this list says otherwise."""
    column = source.property.columns[0]
    code = column.info.get("dict", "")
    refers = keys.refers(source)
    settings = {"type": "dict" if code or refers else KINDS.get(column.type.python_type, "text"), "dict": code} | more
    if refers and settings["type"] == "dict":
        settings.setdefault("sortable", False)  # nobody looks for the order of keys
    return Col(source.key, settings.pop("label", column.info.get("label", "")), source, width, **settings)


def put_words(db: Session, rows: Sequence[dict[str, Any]], columns: Sequence[Col], known: dictionary.Words) -> None:
    """Put the words of coded columns and of keys and the tones of states beside them."""
    for c in columns:
        words = c.words if c.words is not None else known.get(c.dict, {}) if c.dict else None
        if c.refers:
            words = keys.words(db, c.refers, (row[c.name] for row in rows))
        if words is not None:
            code, name = c.name, c.name + "Name"
            for row in rows:
                row[name] = words(row[code]) if callable(words) else in_words(words, row[code])
        if c.tones is not None:
            code, name, tones = c.name, c.name + "Tone", c.tones
            for row in rows:
                row[name] = tones.get(row[code], "go")


def in_words(words: Mapping[str, str], value: Any) -> Any:
    """The word of a code; of several codes in one column (`01,16`) their words."""
    if value in words:
        return words[value]
    if isinstance(value, str) and "," in value:
        return "、".join(words.get(code, code) for code in value.split(","))
    return value


def cell(row: Mapping[str, Any], col: Col) -> Any:
    """The value of a cell as it is exported: words instead of codes."""
    value = row.get(col.name + "Name", row[col.name])
    if col.type == "bool":
        return {"1": "是", "0": "否", True: "是", False: "否"}.get(value, "")
    return value if isinstance(value, int | float) else audit.plain(value)
