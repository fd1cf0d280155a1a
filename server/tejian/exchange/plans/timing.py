"""When a plan runs next, and when a message is tried again."""

from datetime import datetime, time, timedelta

from tejian.kit.ground import clock

WAITS = (5, 30, 120)  # minutes before the first, second and third automatic try


def time_of(text: str) -> time:
    """`02:30`. Raises ValueError for anything else."""
    if len(text) != 5:
        raise ValueError(text)
    return time.fromisoformat(text)


def next_run(now: datetime, every: int | None, dailyat: str) -> datetime:
    """Behind an interval, or at the next such time of a day in China."""
    if every:
        return now + timedelta(minutes=every)
    today = now.astimezone(clock.SHANGHAI).date()
    at = datetime.combine(today, time_of(dailyat), clock.SHANGHAI)
    return at if at > now else at + timedelta(days=1)


def next_try(now: datetime, tries: int) -> datetime:
    """When a message that failed for the n-th time is tried again."""
    return now + timedelta(minutes=WAITS[min(max(tries, 1), len(WAITS)) - 1])
