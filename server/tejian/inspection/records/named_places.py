"""What the places of a record are called: items, their values, conditions, what is stated, tables and their cells."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord

from . import book
from .checking import conditions_of
from .reading import SUB_REPORTS, items_of_row
from .sheets import offered_tables, what_is_asked


@dataclass(frozen=True, slots=True)
class NamedPlaces:
    """The words of the places of one record; what is not in them is no place of it."""

    items: Mapping[str, str]  # by number
    values: Mapping[tuple[str, str], str]  # of item and field
    conditions: Mapping[str, str]
    facts: Mapping[str, str]
    tables: Mapping[str, str]
    cells: Mapping[tuple[str, str], str]  # of table and column


def named_places(db: Session, row: AppBuss, record: OriginalRecord) -> NamedPlaces:
    known, items = book.limits(db, row.templateday), items_of_row(db, row)
    tables = {code: one for code, one in offered_tables(db, row, record).items() if code != SUB_REPORTS}
    return NamedPlaces(
        items={one["seq"]: one["content"] for one in items},
        values={
            (one["seq"], limit.field): limit.label
            for one in items
            for limit in known.get((one["template"], one["item_no"]), ())
        },
        conditions={one.code: one.label for one in conditions_of(db, row, record)},
        facts={one.name: one.label for one in what_is_asked(db, row, record).to_state},
        tables={code: one.title for code, one in tables.items()},
        cells={(code, column.column): column.label for code, one in tables.items() for column in one.columns},
    )
