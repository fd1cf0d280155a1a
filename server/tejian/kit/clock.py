"""The one clock. Business dates are dates in Asia/Shanghai; tests and the demo city move it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from zoneinfo import ZoneInfo

SHANGHAI = ZoneInfo("Asia/Shanghai")
_fixed: ContextVar[datetime | None] = ContextVar("fixed_clock", default=None)


def now() -> datetime:
    """The present moment, with the Shanghai offset."""
    return _fixed.get() or datetime.now(SHANGHAI)


def today() -> date:
    """The business date."""
    return now().date()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Run the block as if it were `moment` (taken as Shanghai time when it has no offset)."""
    token = _fixed.set(moment if moment.tzinfo else moment.replace(tzinfo=SHANGHAI))
    try:
        yield
    finally:
        _fixed.reset(token)
