"""The laboratory over the exchange: samples are sent, asked about, and what it says is taken once, whatever it does."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian.exchange.api import Unreachable
from tejian.exchange.laboratory import adapters
from tejian.exchange.models import ExchangeMessage
from tejian.inspection.models.laboratory import LabEvent, LabSample
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tests.inspection import samples
from tests.inspection.conftest import Office, office

__all__ = ["office"]
NOW = clock.now()


def kinds(number: str, minutes: int) -> list[str]:
    asked = adapters.Asked(number, clock.now() - timedelta(minutes=minutes), "硬度、pH")
    return [one.kind for one in adapters.simulated_events([asked])[number]]


def numbered(condition: Any) -> str:
    return next(f"YP{n}" for n in range(500) if condition(adapters.lot_of(f"YP{n}")))


def test_the_simulator_is_late_repeats_and_changes_its_mind() -> None:
    plain = numbered(lambda lot: lot % 4 != 1 and lot % 6 != 2 and lot % 5 != 0)
    assert kinds(plain, 5) == []
    assert kinds(plain, 50) == ["received", "testing", "received"]  # and what came first is said once more
    whole = ["received", "testing", "result", "reviewed", "received"]
    assert kinds(plain, 5000) == whole
    changing = numbered(lambda lot: lot % 4 == 1 and lot % 6 != 2 and lot % 5 != 0)
    assert kinds(changing, 5000) == [*whole[:4], "result", "reviewed", "received"]
    recalled = numbered(lambda lot: lot % 6 == 2 and lot % 4 != 1 and lot % 5 != 0)
    assert kinds(recalled, 5000) == [*whole[:4], "withdrawn", "result", "reviewed", "received"]
    slow = numbered(lambda lot: lot % 5 == 0 and lot % 4 != 1 and lot % 6 != 2)
    assert kinds(slow, 50) == ["received", "received"]


def test_a_sample_is_sent_asked_about_and_its_result_comes(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    row = samples.sent(office)
    message = office.db.scalars(select(ExchangeMessage).where(ExchangeMessage.objectkey == row.id)).one()
    assert (message.entity, message.number, message.state, message.content["data"]["tests"]) == (
        *("sample", row.sampleno, "0"),
        "硬度、pH(25℃)",
    )
    monkeypatch.setattr(adapters, "simulated_receipts", lambda batch: {one.key: "" for one in batch})
    row.sent = clock.now() - timedelta(minutes=5000)
    office.db.commit()
    jobs.run("exchange.samples", {})
    office.db.refresh(row)
    office.db.refresh(message)
    assert message.state == "1"
    assert row.step == "SH" and row.edition >= 1 and [one["name"] for one in row.values] == ["硬度", "pH(25℃)"]
    events = office.db.scalars(select(LabEvent.eventkey).where(LabEvent.sample_id == row.id)).all()
    pulls = select(ExchangeMessage).where(ExchangeMessage.objectkey == row.id, ExchangeMessage.direction == "pull")
    assert [(one.count, one.state) for one in office.db.scalars(pulls)] == [(len(events), "1")]
    jobs.run("exchange.samples", {})
    assert office.db.scalars(select(LabEvent.eventkey).where(LabEvent.sample_id == row.id)).all() == events
    assert len(office.db.scalars(pulls).all()) == 1, "nothing new is no line in the log"


def test_who_does_not_answer_is_asked_again_and_said(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    row = samples.sent(office)

    def nobody(_batch: Any) -> Any:
        raise Unreachable("实验室没有应答")

    monkeypatch.setattr(adapters, "simulated_receipts", nobody)
    jobs.run("exchange.samples", {})
    office.db.refresh(row)
    message = office.db.scalars(select(ExchangeMessage).where(ExchangeMessage.objectkey == row.id)).one()
    assert (row.step, row.problem, message.state, message.tries) == ("SJ", "实验室没有应答", "2", 1)
    assert message.nexttry is not None
    office.good("sysadmin", "/api/exchange/logQuery/replay", ids=message.id)
    monkeypatch.setattr(adapters, "simulated_receipts", lambda batch: {one.key: "" for one in batch})
    jobs.run("exchange.samples", {})
    office.db.refresh(row)
    office.db.refresh(message)
    assert (row.problem, message.state) == ("", "1")


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"success": False, "events": []},
        {"success": True, "events": "x"},
        {"success": True, "events": [{"id": "1", "kind": "lost", "sampleno": "YP1", "at": NOW.isoformat()}]},
        {"success": True, "events": [{"id": "1", "kind": "result", "sampleno": "YP2", "at": NOW.isoformat()}]},
        {"success": True, "events": [{"id": "1", "kind": "result", "sampleno": "YP1", "at": "gestern"}]},
        {"success": True, "events": [{"id": "1", "kind": "result", "sampleno": "YP1", "at": "2099-01-01T00:00:00Z"}]},
        {"success": True, "events": [{"id": "", "kind": "result", "sampleno": "YP1", "at": NOW.isoformat()}]},
        {
            "success": True,
            "events": [{"id": "1", "kind": "result", "sampleno": "YP1", "at": NOW.isoformat(), "values": [1]}],
        },
    ],
)
def test_an_answer_that_cannot_be_read_is_refused_whole(wrong: Any) -> None:
    with pytest.raises(Unreachable, match="实验室应答格式不正确"):
        adapters.events_of(wrong, {"YP1"})


def test_an_answer_that_can_be_read_is_taken_as_it_is() -> None:
    value = {"name": "硬度", "value": "0.02", "unit": "mmol/L"}
    one = {"id": "7", "kind": "result", "sampleno": "YP1", "at": NOW.isoformat(), "outcome": "符合", "values": [value]}
    (event,) = adapters.events_of({"success": True, "events": [one]}, {"YP1"})["YP1"]
    assert (event.key, event.kind, event.at, event.outcome) == ("7", "result", NOW, "符合")
    assert event.values == ({**value, "verdict": ""},)


def test_without_a_grant_nothing_is_sent(office: Office) -> None:
    partner = samples.laboratory(office)
    row = samples.drawn(office)
    partner.enabled = False
    office.db.commit()
    said = office.refused("jianyan1", f"{samples.API}/send", id=row.id)
    assert said == "本机构没有接入实验室系统，请安全管理员在“传输用户”中授权实验室样品"
    assert office.db.scalars(select(ExchangeMessage.id)).all() == []
    assert office.db.scalars(select(LabSample.step)).all() == ["CY"]
