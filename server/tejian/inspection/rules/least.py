"""The tables that a record cannot lack, from table_points.csv: how many rows each must have, and when."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from .elevator import CONFORMS, FAIL, ItemResult
from .expr import MissingValue, Names, evaluate_number, holds
from .tables import INPUT, RecordTable

ROWS = "rows"  # how many rows are filled: a table of which `rows>0` is asked may stay empty
JUDGED = (*CONFORMS, FAIL)
TOO_FEW = "M02"  # the report check that speaks where a row names none


@dataclass(frozen=True, slots=True)
class TablePoints:
    """One row of table_points.csv. `least` and `condition` are expressions; with `items` the table belongs to a record
    that judges one of them; `check` is the report check that speaks."""

    template: str
    table: str
    least: str
    condition: str
    items: tuple[str, ...]
    label: str
    check: str


@dataclass(frozen=True, slots=True)
class Least:
    """How many rows a table of a record must have; `missing` are the names without which nobody can say it."""

    point: TablePoints
    table: RecordTable
    filled: int
    rows: int
    missing: frozenset[str] = frozenset()

    @property
    def lacks(self) -> bool:
        return bool(self.missing) or self.filled < self.rows


def table_points(row: Mapping[str, str]) -> TablePoints:
    """A row of table_points.csv."""
    items = tuple(one.strip() for one in row["items"].split(",") if one.strip())
    check = row["check"] or TOO_FEW
    return TablePoints(row["template"], row["table_code"], row["least"], row["condition"], items, row["label"], check)


def least_rows(
    points: Iterable[TablePoints],
    tables: Mapping[str, RecordTable],
    filled: Mapping[str, Sequence[Names]],
    items: Sequence[ItemResult],
    names: Names,
) -> list[Least]:
    """What the points ask of the tables of a record. `filled` are its rows; one without a measured cell is none."""
    judged = {(one.template, one.item_no) for one in items if one.result in JUDGED}
    least = []
    for point in points:
        if point.items and not any((point.template, one) in judged for one in point.items):
            continue
        table = tables[point.table]
        typed = [one.column for one in table.of(INPUT)]
        count = sum(any(row.get(one) not in (None, "") for one in typed) for row in filled.get(point.table, ()))
        try:
            if holds(point.condition, {**names, ROWS: Decimal(count)}):
                least.append(Least(point, table, count, int(evaluate_number(point.least, names))))
        except MissingValue as fault:
            least.append(Least(point, table, count, 0, fault.names))
    return least
