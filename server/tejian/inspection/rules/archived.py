"""Cells of tables that the archive knows as well: what stands in them is its value, or no more than it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tejian.archives.common.api import kind_matches

from .expr import ExpressionError, MissingValue, Names, evaluate, holds

SAME, MOST = "same", "most"  # the value of the archive itself, or no more than it


@dataclass(frozen=True, slots=True)
class ArchivedCell:
    """A row of archive_cells.csv: a column, for which of its rows, and the value of the archive as an expression."""

    templates: tuple[str, ...]
    table: str
    column: str
    kinds: str
    condition: str
    relation: str
    value: str

    def is_for(self, templates: Sequence[str], kind: str) -> bool:
        return bool(set(self.templates) & set(templates)) and kind_matches(self.kinds, kind)


@dataclass(frozen=True, slots=True)
class Known:
    """What the archive says of a cell."""

    relation: str
    value: object

    def against(self, typed: object) -> str:
        """How what was typed stands against it, in a word; '' where it agrees or nothing was typed."""
        if typed in (None, "") or type(typed) is not type(self.value):
            return ""
        if self.relation == MOST:
            return "大于" if isinstance(typed, Decimal) and typed > Decimal(str(self.value)) else ""
        return "" if _plain(typed) == _plain(self.value) else "不同于"


def _plain(value: object) -> object:
    return "".join(value.split()).upper() if isinstance(value, str) else value


def archived_cell(row: Mapping[str, str]) -> ArchivedCell:
    """A row of archive_cells.csv. Raises ValueError for a relation that is none."""
    if row["relation"] not in (SAME, MOST):
        raise ValueError(f"{row['code']}：关系只能是 {SAME}、{MOST}")
    named = tuple(one.strip() for one in row["templates"].split(",") if one.strip())
    where = (row["table_code"], row["column"], row["kinds"])
    return ArchivedCell(named, *where, row["condition"], row["relation"], row["formula"])


def known_cells(cells: Iterable[ArchivedCell], row: Names, archive: Names) -> dict[str, Known]:
    """What the archive knows of the cells of one row of a table, by column: of several that hold the first one.

    `archive` are the names of the device, with `line_` before them those of the line that the row is about.
    """
    found: dict[str, Known] = {}
    for one in cells:
        if one.column not in found and (value := _value(one, row, archive)) not in (None, ""):
            found[one.column] = Known(one.relation, value)
    return found


def _value(one: ArchivedCell, row: Names, archive: Names) -> object:
    """The value of the archive; None where it has none, or the row is about something else."""
    try:
        if one.condition and not holds(one.condition, {**archive, **row}):
            return None
        return evaluate(one.value, archive)
    except (MissingValue, ExpressionError):
        return None


@dataclass(frozen=True, slots=True)
class Differs:
    """A typed cell that does not agree with the archive."""

    row: int
    column: str
    typed: object
    known: Known


def differing(known: Sequence[Mapping[str, Known]], rows: Sequence[Names]) -> Iterator[Differs]:
    """The typed cells of a table against what the archive knows of them."""
    for number, (cells, row) in enumerate(zip(known, rows, strict=True), 1):
        for column, one in cells.items():
            if one.against(row.get(column)):
                yield Differs(number, column, row.get(column), one)
