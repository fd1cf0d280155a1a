"""The standard of a report: points, factor of the size of the device, normal hours (workload_points)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from tejian.archives.common.api import kind_matches
from tejian.inspection.rules.api import ExpressionError, MissingValue, evaluate_number, names_in

POINT, HOUR = Decimal("0.001"), Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Standard:
    """What one report counts. `rule` is empty, and so are points and hours, where no standard is set for its sort."""

    rule: str
    points: Decimal
    hours: Decimal
    explained: str


def standard_row(row: Mapping[str, str]) -> tuple[Decimal, Decimal]:
    """Points and hours of a row of workload_points.csv whose factor can be read. Raises ValueError."""
    names_in(row["factor"])
    try:
        points, hours = Decimal(row["points"]), Decimal(row["norm_hours"])
    except InvalidOperation:
        raise ValueError("分值和定额工时须为数值") from None
    if min(points, hours) < 0:
        raise ValueError("分值和定额工时不能为负数")
    return points, hours


def standard_of(table: Iterable[Mapping[str, str]], kind: str, testsort: str, names: Mapping[str, object]) -> Standard:
    """The standard among the rows in force; of several the one that names the kind most exactly.

    A value that the archive does not have leaves the factor at 1, and the explanation says so.
    """
    rows = [r for r in table if testsort in r["sorts"].split(",") and kind_matches(r["kinds"], kind)]
    if not rows:
        return Standard("", Decimal(0), Decimal(0), "没有为这种检验设定工作量标准")
    row = max(rows, key=lambda one: _exactness(one["kinds"], kind))
    factor, terms = _factor(row["factor"], names)
    points, hours = standard_row(row)
    return Standard(
        row["code"], (points * factor).quantize(POINT), (hours * factor).quantize(HOUR), f"{row['points']}×{terms}"
    )


def _exactness(kinds: str, kind: str) -> int:
    return max(
        (len(one.removesuffix("*")) for one in kinds.split(",") if one != "all" and kind_matches(one, kind)), default=0
    )


def _factor(text: str, names: Mapping[str, object]) -> tuple[Decimal, str]:
    try:
        value = evaluate_number(text, names)
    except MissingValue as lacking:
        return Decimal(1), f"1（档案缺{lacking}，系数按1计）"
    except ExpressionError:
        return Decimal(1), "1（系数算式有误，按1计）"
    used = "，".join(f"{name}={names[name]}" for name in sorted(names_in(text)))
    return value, f"({text}；{used})" if used else text
