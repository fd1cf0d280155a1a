"""What stands in one cell, as people write it: days and months, numbers with their unit, several numbers in one."""

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache

from tejian import data
from tejian.kit.ground.typed import day_text, narrow, number_text

FIRST_SERIAL = date(1899, 12, 30)  # day 0 of Excel
SERIALS = range(18_000, 73_050)  # 1949 to 2099: a bare number of five digits in a column of days
FAULT = re.compile(r"#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)")
MONTH = re.compile(r"(\d{4})(?:[-/.](\d{1,2})|年(\d{1,2})月?)")
YEAR = re.compile(r"(\d{4})年?")
MEASURED = re.compile(r"([-+]?[\d.,]+)\s*(\D.*)")
FIRST, LAST = "first", "last"  # which day of a month that is all that is known


def fault_of(text: str) -> str | None:
    """The sentence for an error value of Excel, which is never an empty cell."""
    return f"单元格是Excel的错误值（{text}），请改为实际内容" if FAULT.fullmatch(text.strip().upper()) else None


def day_or_month(text: str, month: str = "") -> str:
    """yyyy-MM-dd from the ways people and workbooks write a day; anything else as it is.

    With `month` a year and a month stand for their first or last day; a year alone for its first where that is FIRST.
    """
    day = day_text(text)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        return day
    plain = narrow(text).replace(" ", "")
    if plain.isdecimal() and int(plain) in SERIALS:
        return (FIRST_SERIAL + timedelta(days=int(plain))).isoformat()
    if month and (known := MONTH.fullmatch(plain)):
        year, number = int(known[1]), int(known[2] or known[3])
        if 1 <= number <= 12:
            return date(year, number, monthrange(year, number)[1] if month == LAST else 1).isoformat()
    if month == FIRST and (known := YEAR.fullmatch(plain)):
        return f"{known[1]}-01-01"
    return day


@dataclass(frozen=True)
class Unit:
    """A unit in which people write a value: how many of the field's own it is, and what it says of another field."""

    factor: Decimal
    field: str
    code: str


@cache
def _units() -> Mapping[tuple[str, str], Unit]:
    rows = data.rows("import_units")
    return {(_plain(r["unit"]), _plain(r["written"])): Unit(Decimal(r["factor"]), r["field"], r["code"]) for r in rows}


def _plain(unit: str) -> str:
    return narrow(unit).replace(" ", "").lower()


def measured(text: str, unit: str) -> tuple[str, str, str]:
    """A number in the unit of its field, and the field and code that its written unit stands for ('' for none)."""
    plain = number_text(text)
    parts = MEASURED.fullmatch(plain)
    if not parts:
        return plain, "", ""
    number, written = number_text(parts[1]), _plain(parts[2])
    if written == _plain(unit):
        return number, "", ""
    known = _units().get((_plain(unit), written))
    if known is None or not re.fullmatch(r"[-+]?\d+(\.\d+)?", number):
        return plain, "", ""
    return f"{(Decimal(number) * known.factor).normalize():f}", known.field, known.code


@cache
def _together() -> Mapping[str, tuple[str, ...]]:
    return {r["field"]: tuple(r["parts"].split("|")) for r in data.rows("import_parts")}


def parts_of(name: str, text: str) -> dict[str, str]:
    """The values of several fields that people write into one cell, 1.6/0.4 for 壳程/管程; empty when it is one."""
    others = _together().get(name, ())
    values = [one.strip() for one in narrow(text).split("/")]
    if not others or not 1 < len(values) <= len(others) + 1 or not all(values):
        return {}
    return dict(zip((name, *others), values, strict=False))
