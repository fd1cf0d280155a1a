"""A stored record as the rules judge it, and the writing of its tables."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy.orm import Session

from tejian.archives.common.api import kind_matches
from tejian.archives.equipment.api import flat
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    AGAIN,
    GIVEN_LINES,
    LINES,
    WALL,
    Asked,
    BadCell,
    Filled,
    Found,
    Names,
    RecordTable,
    Sheet,
    TableColumn,
    Term,
    asked_of,
    cell_text,
    judge_sheet,
    of_lines,
    shown,
    typed,
)
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput
from tejian.system.settings.api import version

from . import book, pictures, pipelines
from .left_out import foreign_lists, lines_known
from .notified import term_of
from .reading import (
    SUB_REPORTS,
    device_names,
    item_results,
    names_for,
    sort_of,
    sub_reports,
    templates_of,
)

MOST_ROWS = 500
CONCLUSIONS = "C605"
MOST_CELLS = 64
OF_LINE = ("pipelevel", "designpress", "materialclass", "usestartdate")  # of a line, read by the rows about it


class TableForm(BaseModel):
    """A table as it is sent: its parameters and all its rows; `empty` takes the table back."""

    model_config = ConfigDict(extra="ignore")
    params: dict[str, str] = {}
    rows: list[dict[str, str]] = []
    empty: bool = False


def found_of(db: Session, row: AppBuss, record: OriginalRecord) -> Found:
    """What follows from a record as it is stored."""
    return judge_sheet(sheet_of(db, row, record), book.sheet_rules(db, row.templateday))


def what_is_asked(db: Session, row: AppBuss, record: OriginalRecord) -> Asked:
    """The rules, tables and names of a record; nothing is judged."""
    return asked_of(sheet_of(db, row, record), book.sheet_rules(db, row.templateday))


def sheet_of(db: Session, row: AppBuss, record: OriginalRecord) -> Sheet:
    """A record as the rules read it."""
    sort, tables = sort_of(db, row), tables_of(db, row)
    lines = (
        _lines(db, row) if any("lineid" in one for table in record.measures.values() for one in table["rows"]) else {}
    )
    return Sheet(
        kind=row.equclacode,
        seisort=row.seisort,
        testsort=row.testsort,
        templates=sort.item_templates,
        items=item_results(db, row, record),
        tables=filled(tables, measures_of(db, row, record, tables)),
        device={**names_for(db, record), **pipelines.of_project(db, row)},
        stated=record.facts,
        of_line=lambda line: lines.get(line, {}),
        term=term_of(db, row, record) if named_rows(record, AGAIN) else Term(),
        lines=lines_known(db, row),
        foreign=foreign_lists(db, row),
        conclusion=record.conclusion,
    )


def tables_of(db: Session, row: AppBuss) -> dict[str, RecordTable]:
    """The tables of the record of a business item."""
    return book.tables_of_templates(db, templates_of(db, row)[1], row.templateday)


def offered_tables(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, RecordTable]:
    """The tables that its kind of device has, and those in which the record has something already."""
    kinds, templates = book.table_kinds(db, row.templateday), book.tables(db, row.templateday)
    theirs = {
        code
        for template in templates_of(db, row)[1]
        for code in templates.get(template, {})
        if (template, code) not in kinds or kind_matches(kinds[template, code], row.equclacode)
    }
    return {code: one for code, one in tables_of(db, row).items() if code in theirs or code in record.measures}


def measures_of(
    db: Session, row: AppBuss, record: OriginalRecord, tables: Mapping[str, RecordTable]
) -> Mapping[str, Any]:
    """The tables of a record as they are kept; the list of its sub-reports is what these say of themselves."""
    listed = sub_reports(db, row) if SUB_REPORTS in tables else ()
    if not listed:
        return record.measures
    rows = [
        {"subno": one.subno, "subname": one.subname, "subpages": str(one.pages or ""), "subresult": one.subresult}
        for one in listed
    ]
    return {**record.measures, SUB_REPORTS: {"params": {}, "rows": rows}}


def filled(tables: Mapping[str, RecordTable], stored: Mapping[str, Any]) -> dict[str, Filled]:
    """Stored tables as they are worked out: typed cells, tables without a row left out."""
    return {
        code: Filled(
            typed(tables[code].params, one.get("params", {})),
            [typed(tables[code].entered, cells) for cells in one["rows"]],
        )
        for code, one in stored.items()
        if code in tables and one["rows"]
    }


def write_tables(
    db: Session, row: AppBuss, record: OriginalRecord, sent: Mapping[str, TableForm], sheet: Asked
) -> None:
    """Write tables as they were sent, each whole. A cell that does not fit its column refuses everything."""
    tables = offered_tables(db, row, record)
    before, measures = record.measures, dict(record.measures)
    for code, form in sent.items():
        table = tables.get(code)
        if table is None:
            raise BadInput(f"该种类设备的记录没有表格{code[:20]}")
        if code == SUB_REPORTS:
            raise BadInput("分项报告目录由分项报告得出，请在“分项报告”中新增")
        measures[code] = _stored(db, row, table, _in_codes(db, sheet, table, form))
    record.measures = {code: one for code, one in measures.items() if one["rows"] or one["params"]}
    pictures.let_go(db, tables, record, before)


def keep_given(record: OriginalRecord, judged: Found) -> None:
    """Write what the wall table gives the lines into these: the report prints what the record keeps, once."""
    lines, worked = record.measures.get(LINES), judged.worked.get(LINES)
    walls = of_lines(judged.worked[WALL].rows) if WALL in judged.worked else {}
    if not lines or worked is None or not walls:
        return
    inputs = {one.column: one for one in worked.table.of("input")}
    rows = []
    for row, cells in zip(lines["rows"], worked.rows, strict=True):
        walls_of = {name: cells.get(name) for name in GIVEN_LINES & set(inputs)}
        rest = {name: text for name, text in row.items() if name not in walls_of}
        rows.append(rest | {n: shown(v, inputs[n].decimals) for n, v in walls_of.items() if isinstance(v, Decimal)})
    if rows != lines["rows"]:
        record.measures = record.measures | {LINES: {**lines, "rows": rows}}


def words_of(db: Session, sheet: Found | Asked, column: TableColumn) -> dict[str, str]:
    """The codes that may stand in a cell with their words; of conclusions those that the sort may have."""
    known = words(db, version(db, "dict")).get(column.words, {}) if column.words else {}
    codes = list(known)
    if column.words == CONCLUSIONS:
        own = (code for rule in sheet.rules for code in (rule.code, *rule.worse_to) if code)
        codes = [code for code in dict.fromkeys(own) if code in known]
    return {code: known[code].split("(")[0] for code in codes}


def _in_codes(db: Session, sheet: Asked, table: RecordTable, form: TableForm) -> TableForm:
    """A table whose cells are chosen by their words, as it is kept: by their codes."""
    codes = {
        one.column: {word: code for code, word in reversed(words_of(db, sheet, one).items())}
        for one in table.columns
        if one.words
    }
    if not codes:
        return form
    rows = [{name: codes.get(name, {}).get(text, text) for name, text in row.items()} for row in form.rows]
    params = {name: codes.get(name, {}).get(text, text) for name, text in form.params.items()}
    return TableForm(params=params, rows=rows, empty=form.empty)


def in_words(db: Session, sheet: Found | Asked, table: RecordTable, cells: Mapping[str, str]) -> dict[str, str]:
    """Stored cells as they are chosen on the page."""
    known = {one.column: words_of(db, sheet, one) for one in table.columns if one.words and one.column in cells}
    return {name: known.get(name, {}).get(text, text) for name, text in cells.items()}


def typed_tables(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, TableForm]:
    """The tables into which people type, each as the page shows and sends it."""
    sheet = what_is_asked(db, row, record)
    out = {}
    for code, table in offered_tables(db, row, record).items():
        stored = record.measures.get(code, {})
        if code != SUB_REPORTS:
            params = in_words(db, sheet, table, stored.get("params", {}))
            out[code] = TableForm(params=params, rows=[in_words(db, sheet, table, r) for r in stored.get("rows", [])])
    return out


def _stored(db: Session, row: AppBuss, table: RecordTable, form: TableForm) -> dict[str, Any]:
    if len(form.rows) > MOST_ROWS:
        raise BadInput(f"{table.title}：最多{MOST_ROWS}行")
    params = _cells(table, "", table.params, form.params)
    columns = table.entered | table.pictured
    rows = [_cells(table, f"第{n}行", columns, cells) for n, cells in enumerate(form.rows, 1)]
    rows = [one for one in rows if one]
    pictures.refuse_foreign(db, row, table, rows)
    named = {one["lineid"] for one in rows if one.get("lineid")}
    if named and (foreign := named - set(_lines(db, row))):
        raise BadInput(f"{table.title}：管线{'、'.join(sorted(foreign))}不在申报范围")
    keys = [tuple(one.get(c.column, "") for c in table.of("key")) for one in rows]
    for n, key in enumerate(keys):
        if any(key) and key in keys[:n]:
            raise BadInput(f"{table.title}：{'、'.join(part for part in key if part)}重复")
    return {"params": params, "rows": rows}


def _cells(table: RecordTable, where: str, columns: Mapping[str, Any], cells: Mapping[str, str]) -> dict[str, str]:
    if len(cells) > MOST_CELLS:
        raise BadInput(f"{table.title}{where}：列太多")
    texts: dict[str, str] = {}
    for name, value in cells.items():
        if name not in columns:
            raise BadInput(f"{table.title}{where}：没有{str(name)[:20]}列")
        if name in table.pictured:
            texts[name] = pictures.cell_of(f"{table.title}{where}", value)
            continue
        try:
            text = cell_text(columns[name], value)
        except BadCell as fault:
            raise BadInput(f"{table.title}{where}{fault}") from None
        texts[name] = text
    return {name: text for name, text in texts.items() if text}


def _lines(db: Session, row: AppBuss) -> dict[str, Names]:
    """The lines of an item by their number, with the names that their rows read."""
    return {line.pipeno: _of_line(line) for line in pipelines.named_lines(db, row)}


def _of_line(line: Pipeline) -> Names:
    names = device_names("8000", {k: v for k, v in flat(line).items() if v not in (None, "")})
    return {
        name: names[name] for name in ("pipelevel", "designpress", "materialclass", "usestartdate") if name in names
    }


def named_rows(record: OriginalRecord, code: str) -> Sequence[Mapping[str, str]]:
    """The stored rows of a table; none when it is not filled."""
    rows: Sequence[Mapping[str, str]] = record.measures.get(code, {}).get("rows", [])
    return rows
