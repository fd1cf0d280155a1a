"""The tables of a record as reports and original records print them: titles, columns with units, rows, results."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from tejian.inspection.rules.api import Found, RecordTable, TableColumn, Worked, shown
from tejian.kit.ground.dictionary import Words

from .grids import BAD, EMPTY, Column, printed
from .pictures import named

NO_FIGURES: Mapping[str, str] = MappingProxyType({})
YES_NO = {"0": "否", "1": "是"}


def annexes(
    found: Found, stored: Mapping[str, Any], words: Words, figures: Mapping[str, str] = NO_FIGURES
) -> list[dict[str, Any]]:
    """Every table in which something stands, in the order of the template. `figures` are the numbers of pictures."""
    made = []
    for code, table in found.tables.items():
        kept = stored.get(code, {})
        if kept.get("rows") or kept.get("params"):
            made.append(_annex(table, found.worked.get(code) or Worked(table, {}, []), kept, words, figures))
    return made


def rows_where(sheet: Found, stored: Mapping[str, Any], words: Words, which: str) -> dict[str, Any] | None:
    """The rows of a table of which a cell says a word, as a table of their own: `cyl:result:报废`. None without any."""
    code, column, word = which.split(":")
    worked = sheet.worked.get(code)
    numbers = [n for n, row in enumerate(worked.rows) if row.get(column) == word] if worked else []
    if not worked or not numbers:
        return None
    own = {"params": {}, "rows": [stored[code]["rows"][n] for n in numbers]}
    fails = [replace(one, row=numbers.index(one.row - 1) + 1) for one in worked.fails if one.row - 1 in numbers]
    part = Worked(worked.table, {}, [worked.rows[n] for n in numbers], fails=fails)
    return _annex(worked.table, part, own, words) | {"title": f"{worked.table.title}：{word}清单"}


def _annex(
    table: RecordTable, worked: Worked, stored: Mapping[str, Any], words: Words, figures: Mapping[str, str] = NO_FIGURES
) -> dict[str, Any]:
    bad = {(one.column.column, one.row) for one in worked.fails}
    columns = []
    for one in table.shown("key", "input", "computed"):
        cells = [
            cell_text(one, typed.get(one.column, ""), row.get(one.column), words)
            for typed, row in _rows(stored, worked)
        ]
        marked = [text + BAD if text and (one.column, n) in bad else text for n, text in enumerate(cells, 1)]
        columns.append(Column(one.label, one.unit, marked, one.role == "computed", one.role == "key"))
    if worked.grades:  # by which row of the grade rules each finding has its grade
        rules = [worked.grades[n].rule if n in worked.grades else None for n in range(1, len(worked.rows) + 1)]
        columns.append(Column("评级依据", "", [f"{one.source}（{one.ruleid}）" if one else "" for one in rules], True))
    for name, one in table.pictured.items():
        shown_ = [[figures[key] for key in named(typed.get(name, "")) if key in figures] for typed in stored["rows"]]
        columns.append(Column(one.label, "", ["、".join(row) for row in shown_]))
    given = stored.get("params", {})
    params = [
        {"label": one.label, "value": with_unit(_typed(one, given.get(name, ""), words), one.unit)}
        for name, one in table.params.items()
    ]
    return {
        "code": table.code,
        "title": table.title,
        "params": params,
        **printed(columns),
        "results": [_result(one, worked, bad) for one in table.shown("result") if one.column in worked.results],
    }


def _rows(kept: Mapping[str, Any], worked: Worked) -> list[tuple[Mapping[str, str], Mapping[str, object]]]:
    """What was typed and what was worked out of it, row by row."""
    return list(zip(kept["rows"], worked.rows, strict=True))


def cell_text(one: TableColumn, typed: str, value: object, words: Words) -> str:
    """A measured value as it was read; a computed one with its decimals."""
    return computed_text(value, one.decimals) if one.role == "computed" else _typed(one, typed, words)


def _typed(one: TableColumn, text: str, words: Words) -> str:
    if one.is_flag or one.type == "bool":
        return YES_NO.get(text, text)
    return words.get(one.words, {}).get(text, text) if one.words else text


def _result(one: TableColumn, worked: Worked, bad: set[tuple[str, int]]) -> dict[str, str]:
    text = with_unit(computed_text(worked.results[one.column], one.decimals), one.unit)
    return {"label": one.label, "value": text + (BAD if (one.column, 0) in bad else "")}


def computed_text(value: object, decimals: int | None) -> str:
    """A value that was worked out, as it is shown; '' when there is none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "是" if value else "否"
    return shown(value, decimals) if isinstance(value, Decimal) else str(value)


def with_unit(text: str, unit: str) -> str:
    """`12 mm`; an empty value is said to be one."""
    return f"{text} {unit}".strip() if text else EMPTY
