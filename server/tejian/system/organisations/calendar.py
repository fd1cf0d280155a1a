"""Working days: Monday to Friday, except what the work calendar says."""

from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.system.models.organisations import CalendarDay

DAY_ENDS = time(17, 0)


def exceptions(db: Session, first: date, last: date) -> dict[date, bool]:
    """Days that differ from Monday-to-Friday, with whether they are worked: those of the span, and more.

    Whole years are read, so that one question answers most spans of a transaction.
    """
    first_year, last_year, known = db.info.get("calendar", (MAXYEAR, MINYEAR, {}))
    if not first_year <= first.year <= last.year <= last_year:
        first_year, last_year = min(first_year, first.year), max(last_year, last.year)
        span = CalendarDay.day.between(date(first_year, 1, 1), date(last_year, 12, 31))
        rows = db.execute(select(CalendarDay.day, CalendarDay.working).where(span))
        known = {day: working for day, working in rows}  # noqa: C416
        db.info["calendar"] = (first_year, last_year, known)
    return known


def arranged(db: Session, year: int) -> bool:
    """Whether the days off and made up of a year are known: every notice of the State Council has days made up."""
    known = exceptions(db, date(year, 1, 1), date(year, 12, 31))
    return any(working for day, working in known.items() if day.year == year)


def is_working(db: Session, day: date) -> bool:
    return exceptions(db, day, day).get(day, day.weekday() < 5)


def add_working_days(db: Session, start: date, days: int) -> date:
    """The day `days` working days after `start`; the start itself does not count."""
    odd = exceptions(db, start, start + timedelta(days=days * 3 + 40))
    day, left = start, days
    while left > 0:
        day += timedelta(days=1)
        if odd.get(day, day.weekday() < 5):
            left -= 1
        if (day - start).days > days * 3 + 40:
            raise Refused("工作日历没有足够的工作日，请联系系统管理员")
    return day


def limit_after(db: Session, days: int, start: datetime | None = None) -> datetime:
    """The end of the working day `days` working days from now."""
    begin = (start or clock.now()).astimezone(clock.SHANGHAI).date()
    return datetime.combine(add_working_days(db, begin, days), DAY_ENDS, clock.SHANGHAI)


def working_days_between(db: Session, first: date, last: date) -> int:
    """Working days after `first` up to and including `last`; negative when `last` lies before."""
    if last < first:
        return -working_days_between(db, last, first)
    odd = exceptions(db, first, last)
    span = (first + timedelta(days=i) for i in range(1, (last - first).days + 1))
    return sum(1 for d in span if odd.get(d, d.weekday() < 5))
