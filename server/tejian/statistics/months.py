"""Counts by month: twelve months back, or twelve ahead."""

from datetime import date
from typing import Any

from sqlalchemy import case, false, func, select
from sqlalchemy.orm import Session

MONTHS = 12


def month_starts(today: date, *, ahead: bool = False) -> list[date]:
    """The first days of twelve months: this one and the eleven before it, or those that follow."""
    first = today.year * 12 + today.month - 1 - (0 if ahead else MONTHS - 1)
    return [date((first + n) // 12, (first + n) % 12 + 1, 1) for n in range(MONTHS)]


def by_month(db: Session, column: Any, where: Any, starts: list[date], marked: Any = None) -> list[tuple[int, int]]:
    """(all, marked) rows of each month, in the order of `starts`."""
    end = date(starts[-1].year + starts[-1].month // 12, starts[-1].month % 12 + 1, 1)
    month = func.date_trunc("month", column)
    counted = select(month, func.count(), func.count(case((marked if marked is not None else false(), 1))))
    query = counted.where(where, column >= starts[0], column < end).group_by(month)
    found = {row[0].date(): (row[1], row[2]) for row in db.execute(query)}
    return [found.get(start, (0, 0)) for start in starts]
