"""The items and tables of a record as checks of reports read them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import fields_of
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    CONFORMS,
    CellFault,
    Found,
    ItemResult,
    Measured,
    TableFacts,
    Worked,
    bounds_of,
    shown,
    unjudged,
    unvalued,
)

from . import book
from .left_out import left_out


def measured_values(db: Session, items: Sequence[ItemResult], sheet: Found, on: date | None) -> Iterator[Measured]:
    limits = book.limits(db, on)
    for one in items:
        bounds = bounds_of(limits.get((one.template, one.item_no), ()), one.template, one.item_no, sheet.limits)
        for name, value in one.values.items():
            own = [b for b in bounds if b.field == name]
            if not own:
                yield Measured(one, name, "", "", value, None, None, "")
            for bound in own:
                text = bound.words()
                yield Measured(one, name, bound.label, bound.unit, value, bound.low, bound.high, text)


def lacking_values(db: Session, items: Sequence[ItemResult], sheet: Found, on: date | None) -> dict[int, str]:
    """The values that items need for their limits and do not have, in words."""
    limits = book.limits(db, on)
    found: dict[int, str] = {}
    for one in items:
        own = limits.get((one.template, one.item_no), ())
        if own and one.result in CONFORMS:
            bounds = bounds_of(own, one.template, one.item_no, sheet.limits)
            found[one.seq] = unvalued(bounds, one.values, sheet.limits)
    return found


def lacking_inputs(db: Session, row: AppBuss, items: Sequence[ItemResult], sheet: Found) -> dict[int, str]:
    """What the limits of items lack to be worked out, in words. What neither the archive of the kind nor the record
    can give is not lacking: such a limit is not about the device."""
    limits, fields = book.limits(db, row.templateday), dict(fields_of(row.equclass, row.equclacode))
    if row.equclass == codes.PIPING:  # what is asked of the lines
        fields = {**fields_of(row.equclass, codes.PIPELINE), **fields}
    labels = {one.name: one.label for one in sheet.asked if one.kind}
    words: dict[int, str] = {}
    for one in items:
        own = limits.get((one.template, one.item_no), ())
        if not own or one.result not in CONFORMS:
            continue
        names = sorted(unjudged(own, one.template, one.item_no, one.values, sheet.limits))
        of_device = [fields[name].label for name in names if name in fields]
        open_ = [labels[name] for name in names if name in labels and name not in fields]
        parts = (("档案缺少", of_device), ("没有填写", open_))
        words[one.seq] = "，".join(f"{word}{'、'.join(lacking)}" for word, lacking in parts if lacking)
    return words


def table_facts(worked: Worked, words: Mapping[str, Mapping[str, str]]) -> TableFacts:
    """A filled table as checks read it; a coded cell has its word beside it: `stage`, `stageword`."""
    columns = {one.column: one for one in worked.table.columns}
    blank = dict.fromkeys(one.column for one in worked.table.of("key", "input", "computed"))

    def faults() -> Iterator[CellFault]:
        for fail in worked.fails:
            cells = worked.rows[fail.row - 1] if fail.row else worked.results
            value, one = cells.get(fail.column.column), columns[fail.column.column]
            text = shown(value, one.decimals) if isinstance(value, Decimal) else str(value)
            yield CellFault(fail.row, one.column, one.label, text, one.unit)

    numbers = [one for one in worked.table.of("key", "input") if one.is_number]
    negatives = [
        CellFault(number, one.column, one.label, shown(value, None), one.unit)
        for number, row in enumerate(worked.rows, 1)
        for one in numbers
        if isinstance(value := row.get(one.column), Decimal) and value < 0
    ]
    coded = {one.column: words.get(one.words, {}) for one in columns.values() if one.words}
    rows = [{**worked.params, **blank, **_worded(row, coded), **row} for row in worked.rows]
    items = frozenset(one.item for one in worked.table.of("result") if one.item)
    return TableFacts(worked.table.title, rows, worked.results, list(faults()), negatives, items)


def _worded(row: Mapping[str, object], coded: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    return {f"{name}word": known.get(code := str(row[name]), code) for name, known in coded.items() if row.get(name)}


def excused_items(db: Session, row: AppBuss, record: OriginalRecord, items: Sequence[ItemResult]) -> dict[int, str]:
    """The items that a prefill rule leaves out, with its sentence."""
    said = {place: one.sentence for place, one in left_out(db, row, record).items() if one.result}
    return {one.seq: said[one.template, one.item_no] for one in items if (one.template, one.item_no) in said}
