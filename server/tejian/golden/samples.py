"""Rows for the tables that a record cannot lack, where whoever fills it says nothing of them: each conforms, and gives
the items the values that they have (sample_rows.csv: `cell:value`, worked out after `=`, else what stands after `|`).
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any

from tejian import data
from tejian.inspection.rules.api import (
    CONFORMS,
    NONE,
    PASS,
    ExpressionError,
    MissingValue,
    Names,
    evaluate_number,
    holds,
    inside,
    names_in,
)

USUAL = {"testrequired": "1", "permitpress": "0.1", "permittemp": "50", "permitmedium": "按设计介质"}
USUAL |= {"typecertno": "TX7110-2026-0001", "typescope": "同型号、额定参数不大于样品"}
USUAL |= {"permitfill": "1", "permitpersons": "1", "shutoffdn": "50"}
FILE = Path(__file__).with_name("sample_rows.csv")
OTHER = re.compile(r"\W+", re.ASCII)  # what a name may not hold
Table = Mapping[str, Any]  # as the entry screen has it


def sample_tables(
    screen: Mapping[str, Any], least: Mapping[str, int], values: Names, device: Mapping[str, Any] = {}
) -> dict[str, Any]:
    """The tables of an entry screen that have fewer rows than they must, with rows. `values` are those of items,
    `device` what the record knows of a product.
    """
    short = [one for one in screen["tables"] if len(one["rows"]) < least.get(one["code"], 0)]
    values = {**_numbers(_parameters(screen)), **values}
    lines, product = screen["lines"], _product(device)
    return {
        one["code"]: table(
            one["code"],
            one.get("template") or screen["record"]["template"],
            least[one["code"]],
            _cells(one),
            values,
            lines,
            product,
        )
        for one in short
    }


def ordinary(measure: Mapping[str, Any]) -> Decimal | None:
    """A value inside the limits of a measured field that can be at all; None without limits."""
    low, high = (None if measure[name] is None else Decimal(str(measure[name])) for name in ("low", "high"))
    return None if low is None and high is None else can_be(measure, low, high)


def can_be(measure: Mapping[str, Any], low: Decimal | None = None, high: Decimal | None = None) -> Decimal:
    """A value of a measured field between two bounds that can be at all: whole where it is counted."""
    least, most = (None if measure.get(n) is None else Decimal(str(measure[n])) for n in ("least", "most"))
    if low is None and high is None:  # nothing but what it can be
        value = Decimal(1) if least is None else least
    else:
        value = inside([(low, high), (least, most)]) or Decimal(0)
    if measure.get("whole"):
        up = value.to_integral_value(ROUND_CEILING)
        return up if all(one is None or up <= one for one in (high, most)) else value.to_integral_value(ROUND_FLOOR)
    return round(value, 6).normalize() if value else value


def values_of(items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The values of items by their names, and as `i_10_decel`, `i_9_2_testload` by those of their items."""
    own = [(one["item_no"], name, value) for one in items for name, value in one["values"].items()]
    return {name: value for _no, name, value in own} | {
        f"i_{OTHER.sub('_', no)}_{name}": value for no, name, value in own
    }


def usual_facts(screen: Mapping[str, Any]) -> dict[str, str]:
    """What a record states, where nobody said otherwise, because something is held against it."""
    stated = screen["record"]["facts"]
    return {
        one["name"]: USUAL[one["name"]]
        for one in screen["facts"]
        if one["name"] in USUAL and not stated.get(one["name"])
    }


def absent(saved: Mapping[str, Any], results: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Of the results that were entered as conforming those that cannot be true beside the others, as not there."""
    wrong = [one for one in results if one["r"] in CONFORMS and PASS in saved["impossible"].get(str(one["seq"]), {})]
    return [{"seq": str(one["seq"]), "r": NONE, "n": "", "m": False, "v": {}} for one in wrong]


def not_done(findings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The items that a sub-report alone can prove and that have none, as they are entered: nobody did that work."""
    alone = {
        row["ruleid"]
        for row in data.rows("report_item_evidence")
        if all(way.startswith("subreport:") for way in row["needs"].split("|"))
    }
    wrong = {one["seq"] for one in findings if one["level"] == "error" and one["check"] in alone}
    return [{"seq": str(seq), "r": "—", "n": "本次未做", "m": False, "v": {}} for seq in sorted(wrong)]


def _parameters(screen: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the device, as the inspector found them where he found them otherwise than the archive."""
    archived = {one["prop"]: one["old"] for one in screen.get("parameters", ())}
    return archived | {name: one["value"] for name, one in screen.get("corrections", {}).items()}


def _numbers(values: Mapping[str, Any]) -> dict[str, Decimal]:
    """Those that are numbers."""
    numbers = {}
    for name, value in values.items():
        try:
            numbers[name] = Decimal(str(value))
        except InvalidOperation:
            continue
    return numbers


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
