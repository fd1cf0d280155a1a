"""What a vehicle's cylinders must be; no database."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any


def refuse_rows(rows: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    """A number that stands twice, or dates out of order: (field, sentence)."""
    numbers: set[tuple[str, str]] = set()
    for n, row in enumerate(rows):
        key = (row["cylno"], row.get("maker") or "")
        if key in numbers:
            return f"cylinders.{n}.cylno", f"第{n + 1}只气瓶：编号 {row['cylno']} 重复"
        numbers.add(key)
        if row.get("prodate") and row.get("scrapdate") and row["scrapdate"] <= row["prodate"]:
            return f"cylinders.{n}.scrapdate", f"第{n + 1}只气瓶：设计使用年限到期日期应晚于制造日期"
    return None


def earliest_end(rows: Sequence[Any]) -> date | None:
    """The day on which the first cylinder reaches the end of its design life."""
    return min((r.scrapdate for r in rows if r.scrapdate), default=None)
