"""The one clock. Business dates are dates in Asia/Shanghai; tests and the demo city move it."""

import calendar
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from zoneinfo import ZoneInfo

SHANGHAI = ZoneInfo("Asia/Shanghai")
LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_fixed: ContextVar[datetime | None] = ContextVar("fixed_clock", default=None)


def now() -> datetime:
    """The present moment, with the Shanghai offset."""
    return _fixed.get() or datetime.now(SHANGHAI)


def today() -> date:
    """The business date."""
    return now().date()


def minute(moment: datetime) -> str:
    """A moment as it is written in China, to the minute."""
    return f"{moment.astimezone(SHANGHAI):%Y-%m-%d %H:%M}"


def add_months(day: date, months: int) -> date:
    """`day` moved by `months` (may be negative), clamped to the end of the target month.

    31 January + 1 month is 28 or 29 February; 29 February 2024 + 12 is 28 February 2025; no day is subtracted.
    Raises OverflowError outside the years 1 to 9999.
    """
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"year {year} is outside the calendar")
    return date(year, month + 1, min(day.day, month_length(year, month + 1)))


def month_length(year: int, month: int) -> int:
    """How many days a month has. Rules ask it millions of times, and `calendar` works out the weekday too."""
    return 29 if month == 2 and calendar.isleap(year) else LENGTHS[month - 1]


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Run the block as if it were `moment` (taken as Shanghai time when it has no offset)."""
    token = _fixed.set(moment if moment.tzinfo else moment.replace(tzinfo=SHANGHAI))
    try:
        yield
    finally:
        _fixed.reset(token)
