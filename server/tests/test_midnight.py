"""A check that would cross midnight in Shanghai begins after it."""

from datetime import datetime, timedelta

import pytest

from tejian.kit.ground.clock import SHANGHAI
from tools.midnight import LONGEST, wait_for

MIDNIGHT = datetime(2026, 11, 30, tzinfo=SHANGHAI)


@pytest.mark.parametrize(
    ("before", "waits"),
    [
        (LONGEST, timedelta()),
        (LONGEST - timedelta(seconds=1), LONGEST + timedelta(seconds=4)),
        (timedelta(seconds=1), timedelta(seconds=6)),
        (timedelta(), timedelta()),
    ],
)
def test_it_waits_when_less_of_the_day_is_left_than_a_check_takes(before: timedelta, waits: timedelta) -> None:
    assert wait_for(MIDNIGHT - before) == waits
