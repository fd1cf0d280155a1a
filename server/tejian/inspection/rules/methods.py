"""The named methods of computed columns. Names and meaning: notes on the formulas of records; there are no others."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

from .expr import ExpressionError, MissingValue, Names

DAYS_OF_YEAR = Decimal("365.25")
CALL = re.compile(r"(?P<name>\w+)\((?P<args>[\w,]+)\)(/(?P<by>\d+))?")
Rows = Sequence[Mapping[str, object]]


def parsed(text: str) -> tuple[str, tuple[str, ...], Decimal]:
    """`crossing(loadpct,diff)/100` as name, arguments and divisor. Raises ValueError for an unknown method."""
    found = CALL.fullmatch(text)
    if found is None or found["name"] not in (*OF_ROW, *OF_TABLE, GRADE):
        raise ValueError(f"没有此计算方法：{text}")
    return found["name"], tuple(found["args"].split(",")), Decimal(found["by"] or 1)


def years(names: Names, args: Sequence[str]) -> Decimal:
    """Years between two days, of 365.25 days."""
    begin, end = (_day(names, one) for one in args)
    return Decimal((end - begin).days) / DAYS_OF_YEAR


def farthest(names: Names, args: Sequence[str]) -> Decimal:
    """The difference from the first value that is greatest, with its sign."""
    base, *others = (_number(names, one) for one in args)
    return max((one - base for one in others), key=abs)


def crossing(rows: Rows, args: Sequence[str]) -> Decimal | None:
    """Where `y` changes its sign, linear between neighbours in order of `x`; None without a crossing."""
    points = _points(rows, args)
    for (x0, y0), (x1, y1) in pairwise(points):
        if y0 == 0:
            return x0
        if (y0 < 0) != (y1 < 0) or y1 == 0:
            return x0 + (x1 - x0) * y0 / (y0 - y1)
    return points[-1][0] if points and points[-1][1] == 0 else None


def maxslope(rows: Rows, args: Sequence[str]) -> Decimal | None:
    """The steepest change of `y` a unit of `x` between neighbours, without its sign."""
    points = _points(rows, args)
    slopes = [abs((y1 - y0) / (x1 - x0)) for (x0, y0), (x1, y1) in pairwise(points) if x1 != x0]
    return max(slopes, default=None)


GRADE = "grade"  # the grade of a finding: grades.py
OF_ROW: dict[str, Callable[[Names, Sequence[str]], Decimal]] = {"years": years, "farthest": farthest}
OF_TABLE: dict[str, Callable[[Rows, Sequence[str]], Decimal | None]] = {"crossing": crossing, "maxslope": maxslope}


def _points(rows: Rows, args: Sequence[str]) -> list[tuple[Decimal, Decimal]]:
    across, up = args
    pairs = [(row.get(across), row.get(up)) for row in rows]
    return sorted((x, y) for x, y in pairs if isinstance(x, Decimal) and isinstance(y, Decimal))


def _day(names: Names, name: str) -> date:
    value = names.get(name)
    if value in (None, ""):
        raise MissingValue(frozenset({name}))
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        raise ExpressionError(f"不是日期：{value}") from None


def _number(names: Names, name: str) -> Decimal:
    value = names.get(name)
    if value in (None, ""):
        raise MissingValue(frozenset({name}))
    if not isinstance(value, Decimal):
        raise ExpressionError(f"不是数值：{value}")
    return value
