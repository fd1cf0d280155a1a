"""Which days a unit may ask for: ahead, working days, and none of those that it closed itself."""

from collections.abc import Collection
from datetime import date, timedelta

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.system.organisations import api as calendar

AHEAD = 366  # days


def unfit(db: Session, day: date, closed: Collection[date | str] = ()) -> str:
    """Why a visit cannot be wished on a day; '' when it can."""
    today = clock.today()
    if day <= today:
        return f"期望日期{day}应在今天之后"
    if day > today + timedelta(days=AHEAD):
        return f"期望日期{day}超过一年，请选近一些的日期"
    if day in closed or str(day) in closed:
        return f"期望日期{day}在不便日期中"
    return "" if calendar.is_working(db, day) else f"期望日期{day}不是工作日"


def next_working(db: Session) -> date:
    """The first working day after today."""
    return calendar.add_working_days(db, clock.today(), 1)


def coming(db: Session, count: int) -> list[date]:
    """The next working days, from tomorrow on: what the form of a booking offers."""
    first = clock.today() + timedelta(days=1)
    odd = calendar.exceptions(db, first, first + timedelta(days=count * 2 + 40))
    days = (first + timedelta(days=n) for n in range(count * 2 + 40))
    return [day for day in days if odd.get(day, day.weekday() < 5)][:count]
