"""Tables and site conditions as the entry screen shows them: what is typed, what is worked out, what fails."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import Found, TableColumn, Worked, shown
from tejian.kit.records.crud import shaped

from . import book
from .archived import NOTHING_KNOWN, KnownRows, proposals
from .checking import conditions_of, lacks
from .pipelines import named_lines
from .reading import SUB_REPORTS
from .sheets import MOST_ROWS, in_words, offered_tables, words_of

OF_LINES = "ref"  # a column that names a line of a piping project; other devices have none
KINDS = {"decimal": "number", "int": "number", "date": "date", "bool": "flag"}


class TableCell(TypedDict):
    """A column: `role` says who fills it; `options` are all that may stand in it, when there are any."""

    column: str
    role: Literal["param", "key", "input", "computed", "photo"]
    label: str
    unit: str
    type: Literal["number", "text", "choice", "date", "flag"]
    options: list[str]


class EntryTable(TypedDict):
    code: str
    template: str  # the list that it belongs to
    title: str
    hint: str
    most: int  # rows
    cells: list[TableCell]
    params: dict[str, str]
    rows: list[dict[str, str]]


class TableResult(TypedDict):
    """A result of a table; `item`, `field` name the measured value that it is, '' for one that is none."""

    label: str
    value: str
    unit: str
    item: str
    field: str


class WorkedTable(TypedDict):
    """What follows from a table: computed cells by row, results, failing cells as `column#row`, what is lacking, and
    what the archive knows of its cells by row."""

    code: str
    rows: list[dict[str, str]]
    results: list[TableResult]
    fails: list[str]
    lacking: list[str]
    known: list[dict[str, str]]


class SiteMeasure(TypedDict):
    code: str
    label: str
    unit: str
    limit: str
    measured: bool
    low: Decimal | None
    high: Decimal | None


def entry_tables(db: Session, row: AppBuss, record: OriginalRecord, sheet: Found) -> list[EntryTable]:
    """The tables of a record with what was typed into them."""
    out: list[EntryTable] = []
    lines = [line.pipeno for line in named_lines(db, row)]
    offered = offered_tables(db, row, record)
    for code, table in sheet.tables.items():
        if code == SUB_REPORTS or code not in offered:
            continue  # the sub-reports themselves are the rows of theirs
        stored = record.measures.get(code, {})
        columns = table.shown("param", "key", "input", "computed", "photo")
        cells = [_cell(db, sheet, one, lines, row.templateday) for one in columns if lines or one.type != OF_LINES]
        out.append(
            {
                "code": code,
                "template": table.template,
                "title": table.title,
                "hint": table.rows,
                "most": MOST_ROWS,
                "cells": cells,
                "params": in_words(db, sheet, table, stored.get("params", {})),
                "rows": [in_words(db, sheet, table, one) for one in stored.get("rows", [])],
            }
        )
    return out


def worked_tables(found: Found, known: KnownRows = NOTHING_KNOWN) -> list[WorkedTable]:
    """What the rules make of the tables that are filled, and what the archive knows of their cells."""
    return [_worked(found, one, proposals(known.get(code, ()))) for code, one in found.worked.items()]


def site_measures(db: Session, row: AppBuss, record: OriginalRecord) -> list[SiteMeasure]:
    """The conditions on site that a record asks for."""
    return [
        {
            "code": one.code,
            "label": one.label,
            "unit": one.unit,
            "limit": one.words(),
            "measured": one.is_measured,
            "low": one.low,
            "high": one.high,
        }
        for one in conditions_of(db, row, record)
    ]


def _cell(db: Session, found: Found, one: TableColumn, lines: Sequence[str], on: date | None) -> TableCell:
    options = _options(db, found, one, lines, on)
    kind = "flag" if one.is_flag else "choice" if options else KINDS.get(one.type, "text")
    return shaped(TableCell, one, type=kind, options=options)


def _options(db: Session, sheet: Found, one: TableColumn, lines: Sequence[str], on: date | None) -> list[str]:
    """All that may stand in a cell: lines of the project, words of a dictionary, findings that grade rules know."""
    if one.type == OF_LINES:
        return list(lines)
    if one.words:
        return list(dict.fromkeys(words_of(db, sheet, one).values()))
    if one.type == "enum" and not one.options:
        return book.findings_of(db, one.template, on)
    return list(one.options)


def _worked(sheet: Found, worked: Worked, known: list[dict[str, str]]) -> WorkedTable:
    columns = {one.column: one for one in worked.table.of("computed")}
    results = {one.column: one for one in worked.table.of("result")}
    return {
        "code": worked.table.code,
        "rows": [{name: _text(row.get(name), columns[name].decimals) for name in columns} for row in worked.rows],
        "results": [
            {
                "label": one.label,
                "value": _text(worked.results[name], one.decimals),
                "unit": one.unit,
                "item": one.item,
                "field": one.field,
            }
            for name, one in results.items()
            if name in worked.results
        ],
        "fails": [one.name.partition(".")[2] for one in worked.fails],
        "lacking": [
            f"{f'第{one.row}行 ' if one.row else ''}{one.column.label}：{lacks(sheet, worked, one)}"
            for one in worked.lacking
        ],
        "known": known,
    }


def _text(value: object, decimals: int | None) -> str:
    if isinstance(value, bool):
        return "是" if value else "否"
    return shown(value, decimals) if isinstance(value, Decimal) else str(value if value is not None else "")
