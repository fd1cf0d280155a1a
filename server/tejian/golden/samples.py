"""Rows for the tables that a record cannot lack, where whoever fills it says nothing of them: each conforms, and gives
the items the values that they have (sample_rows.csv: `cell:value`, worked out after `=`, else what stands after `|`).
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from tejian.inspection.rules.api import ExpressionError, MissingValue, Names, evaluate_number, holds, names_in

FILE = Path(__file__).with_name("sample_rows.csv")
Table = Mapping[str, Any]  # as the entry screen has it


def sample_tables(
    screen: Mapping[str, Any], least: Mapping[str, int], values: Names, device: Mapping[str, Any] = {}
) -> dict[str, Any]:
    """The tables of an entry screen that have fewer rows than they must, with rows. `values` are those of items,
    `device` what the record knows of a product.
    """
    short = [one for one in screen["tables"] if len(one["rows"]) < least.get(one["code"], 0)]
    lines, record, product = screen["lines"], screen["record"], _product(device)
    return {
        one["code"]: table(one["code"], record["template"], least[one["code"]], _cells(one), values, lines, product)
        for one in short
    }


def values_of(items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The values of items by their names, and as `i_10_decel` by those of their items."""
    own = [(one["item_no"], name, value) for one in items for name, value in one["values"].items()]
    return {name: value for _no, name, value in own} | {f"i_{no}_{name}": value for no, name, value in own}


def table(
    code: str,
    template: str,
    least: int,
    columns: Mapping[str, str],
    values: Names,
    lines: Sequence[str],
    product: Mapping[str, str] = {"prodnos": "C1", "pieces": "1"},
) -> dict[str, Any]:
    """A table with at least so many rows; none where a value that they give was not measured (None). `columns` are its
    cells with their roles."""
    rows = _rows(code, template)
    if any(values.get(name, "") is None for one in rows for name in _read(one["cells"])):
        return {"params": {}, "rows": []}
    made = [
        _row(rows, n, values, lines, product) for n in range(1, max(least, *(int(one["row"] or 0) for one in rows)) + 1)
    ]
    params = {k: v for k, v in made[0].items() if columns.get(k) == "param"}
    return {
        "params": params,
        "rows": [{k: v for k, v in one.items() if columns.get(k) in ("key", "input")} for one in made],
    }


def _cells(table: Table) -> dict[str, str]:
    return {one["column"]: one["role"] for one in table["cells"]}


@cache
def _rows(code: str, template: str) -> Sequence[Mapping[str, str]]:
    with FILE.open(encoding="utf-8") as file:
        own = [one for one in csv.DictReader(file) if one["table_code"] == code]
    return [one for one in own if one["template"] == template] or [one for one in own if not one["template"]]


def _read(cells: str) -> set[str]:
    """The names that the cells of a row work out."""
    ways = [way for cell in cells.split(";") for way in cell.partition(":")[2].split("|")]
    return {name for way in ways if way.startswith("=") for name in names_in(way[1:])}


def _product(values: Mapping[str, Any]) -> dict[str, str]:
    """The numbers of a product and how many pieces they are: one row for all of a batch."""
    numbers = values.get("prodnos") or values.get("prono") or values.get("batchno") or "C1"
    return {"prodnos": str(numbers), "pieces": str(values.get("quantity") or 1)}


def _row(
    rows: Sequence[Mapping[str, str]], number: int, values: Names, lines: Sequence[str], product: Mapping[str, str]
) -> dict[str, str]:
    mine = next((one for one in rows if one["row"] == str(number)), rows[-1])
    line = lines[(number - 1) % len(lines)] if lines else ""
    return dict(_worked(mine["cells"], {"n": str(number), "line": line, **product}, values))


def _worked(cells: str, own: Mapping[str, str], values: Names) -> Iterator[tuple[str, str]]:
    for cell in cells.split(";"):
        name, _, ways = cell.partition(":")
        if text := next(filter(None, (_text(way, own, values) for way in ways.split("|"))), ""):
            yield name, text


def _text(way: str, own: Mapping[str, str], values: Names) -> str:
    """What a way gives: a text, that of a condition that holds, a number worked out; '' where it lacks something."""
    try:
        if way.startswith("?"):
            condition, _, text = way[1:].partition("~")
            return text if holds(condition, {**values, "n": Decimal(own["n"])}) else ""
        return (
            f"{round(evaluate_number(way[1:], values), 6).normalize():f}" if way.startswith("=") else way.format(**own)
        )
    except (MissingValue, ExpressionError):
        return ""
