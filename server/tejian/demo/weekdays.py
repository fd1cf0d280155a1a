"""Working days of the years of the demo city: Monday to Friday but for the holidays and make-up days that are known."""

from datetime import date, timedelta
from functools import cache

from tejian import data


@cache
def _odd() -> dict[date, bool]:
    return {date.fromisoformat(row["day"]): row["working"] == "1" for row in data.rows("calendar")}


def worked(day: date) -> date:
    """The last working day not after a day."""
    while not _odd().get(day, day.weekday() < 5):
        day -= timedelta(days=1)
    return day
