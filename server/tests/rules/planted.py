"""Planted faults of reports, as planted.json states them: what a clean report says, and what one fault changes."""

import json
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from tejian import data
from tejian.archives.equipment.api import fields_of
from tejian.inspection.rules.api import (
    CellFault,
    Finding,
    ItemResult,
    Measured,
    ReportCheck,
    ReportFacts,
    TableFacts,
    report_check,
)

Plant = dict[str, Any]
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
PARTS = ("names", "tables", "lists", "excused", "unvalued", "unjudged")


def stated() -> tuple[dict[str, Any], list[Plant]]:
    """The names of the clean report, and the plants."""
    stored = json.loads(Path(__file__).with_name("planted.json").read_text(), parse_float=Decimal)
    return stored["base"], stored["plants"]


def rows_in_use() -> list[ReportCheck]:
    return [report_check(row) for row in data.rows("report_checks")]


def facts_of(base: Mapping[str, Any], plant: Plant, *layers: Mapping[str, Any]) -> ReportFacts:
    """A report with the layers over the base."""
    whole: dict[str, Any] = {"names": {**base, "kind": plant["kind"]}}
    if not plant["kind"].startswith("31"):  # what names the class in the base fits it
        whole["names"] |= {"equcode": "", "usecertno": "x" * 20}
    for layer in layers:
        for part, value in layer.items():
            whole[part] = {**whole.get(part, {}), **value} if part in PARTS else value
    whole = _typed(whole)
    items = [_item(one) for one in whole.get("items", [])]
    return ReportFacts(
        kind=plant["kind"],
        seisort=plant["sort"][:2],
        testsort=plant["sort"],
        names=whole["names"],
        items=items,
        measured=[_measured(items, one) for one in whole.get("measured", [])],
        tables={code: _table(one) for code, one in whole.get("tables", {}).items()},
        lists=whole.get("lists", {}),
        labels={name: one.label for name, one in fields_of(f"{plant['kind'][0]}000", plant["kind"]).items()},
        findings=[Finding("error", "", **one) for one in _whole(whole.get("findings", []))],
        excused={int(seq): text for seq, text in whole.get("excused", {}).items()},
        unjudged={int(seq): text for seq, text in whole.get("unjudged", {}).items()},
        unvalued={int(seq): text for seq, text in whole.get("unvalued", {}).items()},
    )


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _typed(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_typed(one) for one in value]
    if isinstance(value, str) and DAY.fullmatch(value):
        return date.fromisoformat(value)
    return Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _whole(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: int(one) if isinstance(one, Decimal) else one for name, one in row.items()} for row in rows]


def _item(one: Mapping[str, Any]) -> ItemResult:
    template, _, number = one["item"].partition(":")
    kind = "measure" if one.get("measure") else "check"
    texts = {"note": one.get("note", ""), "photo": one.get("photo", False), "monitored": one.get("monitored", False)}
    texts["duty"] = one.get("duty", "")
    own = (int(one["seq"]), number, one.get("content", "项目"), bool(one.get("key")), one["result"], kind)
    return ItemResult(*own, values=one["values"], template=template, **texts)


def _measured(items: list[ItemResult], one: Mapping[str, Any]) -> Measured:
    low, high = one.get("low"), one.get("high")
    limits = f"{low if low is not None else ''}～{high if high is not None else ''}" if low or high else ""
    item = next(each for each in items if each.seq == one["seq"])
    return Measured(item, one["field"], one.get("label", ""), one.get("unit", ""), one["value"], low, high, limits)


def _table(one: Mapping[str, Any]) -> TableFacts:
    faults, negatives = (
        [CellFault(int(f["row"]), f["column"], f["label"], str(f["value"]), f["unit"]) for f in one.get(name, [])]
        for name in ("faults", "negatives")
    )
    items = frozenset(one.get("items", ()))
    return TableFacts(one["title"], one["rows"], one.get("results", {}), faults, negatives, items)
