"""What a project is by its lines, and what a change changes; no database."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.archives import codes

MONTH = re.compile(r"(19|20)\d{2}-(0[1-9]|1[0-2])")


@dataclass(frozen=True)
class LineFacts:
    """What of a line counts for its project."""

    length: Decimal | None
    level: str
    status: str
    next_date: date | None


@dataclass(frozen=True)
class Totals:
    """Number and total length (m) of the lines, highest level, earliest next date of the lines in use."""

    count: int
    length: Decimal
    level: str
    earliest: date | None


def totals(lines: Iterable[LineFacts], levels: Sequence[str]) -> Totals:
    """The totals of a project. `levels` names the levels (C616) from the highest down."""
    rows = list(lines)
    known = [r.level for r in rows if r.level in levels]
    dates = [r.next_date for r in rows if r.status == codes.IN_USE and r.next_date]
    return Totals(
        count=len(rows),
        length=sum((r.length or Decimal(0) for r in rows), Decimal(0)),
        level=min(known, key=levels.index, default=""),
        earliest=min(dates, default=None),
    )


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, list[Any]]:
    """{field: [old, new]} for what changes; 1.60 and 1.6 are the same number, nothing and "" the same nothing."""
    return {n: [old.get(n), v] for n, v in new.items() if not same(old.get(n), v)}


def same(a: Any, b: Any) -> bool:
    """Whether two stored values say the same."""
    if a in (None, "") or b in (None, ""):
        return a in (None, "") and b in (None, "")
    if str(a) == str(b):
        return True
    try:
        return Decimal(str(a)) == Decimal(str(b))
    except ArithmeticError:
        return False


def refuse_month(value: Any) -> str | None:
    """yyyy-MM."""
    return None if MONTH.fullmatch(str(value)) else "应为yyyy-MM，例如 2024-06"


def refuse_line(values: Mapping[str, Any]) -> tuple[str, str] | None:
    """What contradicts itself in a line: (field, sentence)."""
    design, work, test = (values.get(n) for n in ("designpress", "workpress", "prestest"))
    if design is not None and work is not None and Decimal(str(work)) > Decimal(str(design)):
        return "workpress", f"工作压力：不得大于设计压力 {design} MPa"
    if design is not None and test is not None and Decimal(str(test)) < Decimal(str(design)):
        return "prestest", f"耐压试验压力：不得小于设计压力 {design} MPa"
    built, used = str(values.get("insyearmonth") or ""), str(values.get("useyearmonth") or "")
    if built and used and used < built:
        return "useyearmonth", f"投用年月：不得早于安装年月 {built}"
    last = values.get("inspdate")
    for name, label in (("ninspdate", "下次定期检验日期"), ("nyearcheckdate", "下次年度检查日期")):
        if last and values.get(name) and str(values[name]) <= str(last):
            return name, f"{label}：应晚于定期检验日期 {last}"
    return None
