"""The fee table as it is read: its rows, the names that they read, and which versions are in force on a day."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

BASE, SURCHARGE, OPTION, QUANTITY, RULE = "base", "surcharge", "option", "quantity", "rule"
MOTHER = "mother item"
OF_LINE = re.compile(r"nominaldia|pipelength")  # what a row reads that each pipeline of a project has for itself
REFERS = re.compile(r"ref\(([^)]+)\)")  # the test sort whose lines a row is computed from
COUNTED = re.compile(r"(\w+)\(default of qty\)")  # the field that says how many, where nobody types it
LINE_NAMES = {"qty": "数量", "base": "基本费", "ref": "参照项目费用", "item": "本项费用", "total": "合计"}


@dataclass(frozen=True, slots=True)
class FeeRow:
    """One row of fees.csv. `calc` and `band_expr` are expressions."""

    feecode: str
    classes: tuple[str, ...]
    testsorts: tuple[str, ...]
    item: str
    band: str
    unit: str
    nature: str
    source: str
    note: str
    kind_filter: str
    band_expr: str
    calc: str
    param_field: str
    role: str
    instead: tuple[str, ...] = ()  # of an option: the base rows that it stands in place of
    excludes: tuple[str, ...] = ()  # of a rule: the rows beside which it is not charged
    refers: str = ""  # a test sort, or MOTHER
    counted: str = ""  # a field
    validfrom: date = date.min
    validto: date = date.max  # the first day on which it is no longer in force

    @property
    def of_line(self) -> bool:
        """Whether a piping project pays it for every line, and not once."""
        return self.role in (BASE, SURCHARGE) and bool(OF_LINE.search(self.param_field))

    def sort_of(self, mothersort: str) -> str:
        """The test sort that it refers to; '' for a row that refers to none."""
        return mothersort if self.refers == MOTHER else self.refers


@dataclass(frozen=True, slots=True)
class FeeName:
    """One row of fee_names.csv: a derived name (D, V, Q …), for which kinds and when it is read in which way."""

    name: str
    kind_filter: str
    condition: str
    expr: str
    label: str
    source: str


@dataclass(frozen=True, slots=True)
class FeeBook:
    """The fee table, the derived names, and Chinese labels of the fields for explanations."""

    rows: tuple[FeeRow, ...]
    names: tuple[FeeName, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # level of the catalogue → its own labels

    def word(self, name: str, code: str = "") -> str:
        """What a name is called for devices of a kind: a field may be called otherwise for another."""
        for level in (
            code[:4],
            code[:3].ljust(4, "0"),
            code[:2].ljust(4, "0"),
            code[:1].ljust(4, "0"),
            f"{code[:1]}000GX",
        ):
            if name in self.own.get(level, {}):
                return self.own[level][name]
        return self.labels.get(name, name)


def codes_in(text: str) -> tuple[str, ...]:
    """The fee codes of a cell that names other rows."""
    return tuple(one for one in text.split("/") if one)


UNCHECKED = re.compile(r"[（(][^（()）]*[待未]核[^（()）]*[)）]|[待未]核金额|金额[待未]核")


def said_source(source: str) -> str:
    """A source as the payer reads it: whether somebody compared it with its original is a note of the house.

    The table says so in its note, and the list of rules to confirm asks for it; what an older table or a file brought
    says it in the source itself.
    """
    return UNCHECKED.sub("", source).strip(" ；，")


def fee_row(row: Mapping[str, str]) -> FeeRow:
    """A row of fees.csv; `_from` and `_to` of the store (else a column validfrom) say when it is in force."""
    refers, counted = REFERS.search(row["param_field"]), COUNTED.search(row["param_field"])
    since, until = row.get("_from") or row.get("validfrom", ""), row.get("_to", "")
    return FeeRow(
        feecode=row["feecode"],
        classes=tuple(row["equclass"].split("/")),
        testsorts=tuple(row["testsort"].split("/")),
        item=row["item"],
        band=row["band"],
        unit=row["unit"],
        nature=row["nature"],
        source=said_source(row["source"]),
        note=row["note"],
        kind_filter=row["kind_filter"],
        band_expr=row["band_expr"],
        calc=row["calc"],
        param_field=row["param_field"],
        role=row["line_role"],
        instead=codes_in(row["instead"]),
        excludes=codes_in(row["excludes"]),
        refers=refers.group(1) if refers else "",
        counted=counted.group(1) if counted else "",
        validfrom=date.fromisoformat(since) if since else date.min,
        validto=date.fromisoformat(until) if until else date.max,
    )


def fee_name(row: Mapping[str, str]) -> FeeName:
    """A row of fee_names.csv."""
    return FeeName(
        row["name"], row["kind_filter"], row["condition"], row["expr"], row["label"], said_source(row["source"])
    )


def fee_book(
    rows: Iterable[Mapping[str, str]],
    names: Iterable[Mapping[str, str]],
    labels: Mapping[str, str],
    own: Mapping[str, Mapping[str, str]] | None = None,
) -> FeeBook:
    """A FeeBook from raw rows; `labels` is field → label_zh, `own` the same for each level of the catalogue."""
    derived = tuple(fee_name(row) for row in names)
    words = {**labels, **LINE_NAMES, **{row.name: row.label for row in derived}}
    return FeeBook(tuple(fee_row(row) for row in rows), derived, words, own or {})


def on_day(book: FeeBook, day: date) -> FeeBook:
    """The book with the version of each row that is in force on a day; later versions are left out."""
    newest: dict[str, FeeRow] = {}
    for row in book.rows:
        known = newest.get(row.feecode)
        if row.validfrom <= day < row.validto and (known is None or row.validfrom >= known.validfrom):
            newest[row.feecode] = row
    return replace(book, rows=tuple(newest.values()))
