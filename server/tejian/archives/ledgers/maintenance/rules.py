"""Intervals between visits (TSG T5002-2017, memory); no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Interval:
    """At most `days` between two visits of the types in `covered`; named by the type that it is about."""

    maitype: str
    days: int
    covered: tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """The visit before, how many days ago, how many are allowed."""

    previous: date | None
    days: int | None
    limit: int | None
    late: bool


def interval(row: Mapping[str, str]) -> Interval:
    """A row of the table. Raises ValueError."""
    return Interval(row["maitype"], int(row["days"]), tuple(c.strip() for c in row["coveredby"].split(",")))


def gap_of(day: date, maitype: str, earlier: Sequence[tuple[date, str]], rules: Sequence[Interval]) -> Gap:
    """The interval that counts for a visit: one that was exceeded, else the shortest allowed.

    `earlier` are (day, type) of the visits before. A type without rule (急修, 按需保养) has none.
    """
    gaps: list[Gap] = []
    for rule in sorted(rules, key=lambda r: r.days):
        if maitype not in rule.covered:
            continue
        before = [d for d, kind in earlier if kind in rule.covered and d <= day]
        last = max(before, default=None)
        days = (day - last).days if last else None
        gaps.append(Gap(last, days, rule.days, days is not None and days > rule.days))
    return next((g for g in gaps if g.late), gaps[0] if gaps else Gap(None, None, None, False))


def types_in(maitype: str, order: Sequence[str]) -> list[str]:
    """The types whose items a visit has: a yearly visit does the work of all the shorter ones."""
    return list(order[: order.index(maitype) + 1]) if maitype in order else []
