"""The stories of the demo city go on when a check asks about more than when the record was handed in."""

from collections.abc import Callable
from typing import Any

import pytest

from tejian.demo.business import Story
from tejian.inspection import codes as at
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused

from .conftest import Office
from .test_report_checks import shared_instruments


class Here:
    """The people of a story at work in the transaction of the test."""

    def __init__(self, office: Office):
        self.office = office

    def do(self, login: str, _moment: Any, work: Callable[..., Any]) -> Any:
        with self.office.db.begin_nested():
            return work(self.office.db, self.office.user(login))


def story(office: Office) -> Story:
    made = object.__new__(Story)
    made.actors, made.asked = Here(office), {}  # type: ignore[assignment]
    made.at = lambda *_: clock.now()  # type: ignore[method-assign]
    return made


def test_an_auditor_answers_what_another_record_has_raised_since(office: Office) -> None:
    item = office.verified()
    shared_instruments(office, item)
    story(office).move("shenhe", 0, 9, "audit", [item.id])
    assert office.item(item.id).step == at.APPROVE


def test_what_is_refused_for_another_reason_stays_refused(office: Office) -> None:
    item = office.verified()
    with pytest.raises(Refused):
        story(office).move("pizhun", 0, 9, "approve", [item.id])
    assert office.item(item.id).step == at.AUDIT
