"""The stories of the demo city go on when a check asks about more than when the record was handed in."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from tejian.demo.actors import Actors
from tejian.demo.business import Story
from tejian.inspection import codes as at
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tests.conftest import Real

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


def test_a_paper_that_takes_minutes_ends_no_story(real: Real) -> None:
    """The plan of the city died of an idle transaction where the machine was busy."""
    with real.new_session() as db:
        actors = Actors(db)
        assert db.scalar(text("show idle_in_transaction_session_timeout")) == "2min"
    said = actors.do("shouli", clock.now(), lambda db, me: db.scalar(text("show idle_in_transaction_session_timeout")))
    assert said == "0"
