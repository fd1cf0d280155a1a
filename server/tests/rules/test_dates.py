"""Month and working-day arithmetic."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tejian.inspection.rules.dates import add_working_days, last_day_of_month, months_between, working_days_between
from tejian.kit.ground.clock import add_months

DAYS = st.dates(date(1950, 1, 1), date(2150, 12, 31))


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2023, 1, 31), 1, date(2023, 2, 28)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 4, 30), 12, date(2025, 4, 30)),
        (date(2024, 6, 15), 12, date(2025, 6, 15)),
        (date(2024, 5, 31), -3, date(2024, 2, 29)),
        (date(2024, 12, 31), 0, date(2024, 12, 31)),
    ],
)
def test_months_clamp_to_the_end_of_the_month(day: date, months: int, expected: date) -> None:
    assert add_months(day, months) == expected


@given(DAYS, st.integers(-600, 600))
def test_added_months_are_that_many_months(day: date, months: int) -> None:
    moved = add_months(day, months)
    assert months_between(day, moved) == months
    assert moved.day == min(day.day, last_day_of_month(moved).day)


@given(DAYS)
def test_month_end_is_followed_by_the_first(day: date) -> None:
    end = last_day_of_month(day)
    assert (end.year, end.month) == (day.year, day.month)
    assert (end + timedelta(days=1)).day == 1


@given(DAYS, st.integers(0, 400), st.integers(0, 400))
def test_more_months_never_give_an_earlier_day(day: date, one: int, two: int) -> None:
    assert add_months(day, min(one, two)) <= add_months(day, max(one, two))


def is_weekday(day: date) -> bool:
    return day.weekday() < 5


def test_working_days_skip_weekends_and_take_a_set_or_a_predicate() -> None:
    friday = date(2026, 6, 12)
    assert add_working_days(friday, 1, is_weekday) == date(2026, 6, 15)
    assert add_working_days(friday, 10, is_weekday) == date(2026, 6, 26)
    assert add_working_days(friday, -1, is_weekday) == date(2026, 6, 11)
    assert add_working_days(date(2026, 6, 13), 0, is_weekday) == date(2026, 6, 15)
    assert add_working_days(friday, 1, {date(2026, 6, 18)}) == date(2026, 6, 18)
    assert working_days_between(friday, date(2026, 6, 26), is_weekday) == 10
    assert working_days_between(date(2026, 6, 26), friday, is_weekday) == -10


def test_a_calendar_without_working_days_is_refused() -> None:
    with pytest.raises(ValueError, match="工作日历"):
        add_working_days(date(2026, 1, 1), 1, set())


@given(st.dates(date(2000, 1, 1), date(2060, 1, 1)), st.integers(1, 60))
def test_working_day_distance_inverts_addition(day: date, count: int) -> None:
    assert working_days_between(day, add_working_days(day, count, is_weekday), is_weekday) == count
