"""Calendar arithmetic of inspection cycles: clamped months, month ends, working days."""

from collections.abc import Callable, Collection
from datetime import date, timedelta

from tejian.kit.ground.clock import month_length

WorkingDays = Collection[date] | Callable[[date], bool]
"""Either the working days themselves or a predicate that says whether a day is one."""

MAX_WORKING_DAY_SCAN = 3660


def last_day_of_month(day: date) -> date:
    """The last calendar day of the month of `day`."""
    return date(day.year, day.month, month_length(day.year, day.month))


def months_between(earlier: date, later: date) -> int:
    """Whole calendar months from the month of `earlier` to the month of `later` (days are ignored)."""
    return (later.year - earlier.year) * 12 + later.month - earlier.month


def month_text(day: date) -> str:
    """`2028 年 6 月`, as dates that are exact to the month are shown."""
    return f"{day.year} 年 {day.month} 月"


def is_working_day(day: date, working: WorkingDays) -> bool:
    """Whether `day` is a working day of the given calendar."""
    return working(day) if callable(working) else day in working


def add_working_days(day: date, count: int, working: WorkingDays) -> date:
    """The day that is `count` working days after `day` (before it when negative); `day` itself is not counted.

    With `count` 0 the answer is `day` when it is a working day, else the next working day.
    Raises ValueError when the calendar has no such day within ten years.
    """
    step = timedelta(days=-1 if count < 0 else 1)
    left = abs(count)
    here = day
    if left == 0:
        if is_working_day(here, working):
            return here
        left = 1
    for _ in range(MAX_WORKING_DAY_SCAN):
        here += step
        if is_working_day(here, working):
            left -= 1
            if left == 0:
                return here
    raise ValueError("工作日历中没有足够的工作日")


def working_days_between(start: date, end: date, working: WorkingDays) -> int:
    """How many working days lie after `start` up to and including `end`; negative when `end` is earlier."""
    if end < start:
        return -working_days_between(end, start, working)
    days = (end - start).days
    return sum(1 for offset in range(1, days + 1) if is_working_day(start + timedelta(days=offset), working))
