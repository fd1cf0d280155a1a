"""The business of the demo city arrives beside the platform that serves, and goes on after a stop."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tejian import settings
from tejian.demo.business import Job
from tejian.ops.children import Child, Supervisor
from tejian.system.desk import arrival
from tests.conftest import Caller
from tests.waiting import until

JOBS = [
    {"seed": n, "unit_id": "u", "devices": ["d1", "d2"], "until": "BGSH", "day": "2026-03-02", "equclass": "3000"}
    for n in (7, 3, 10_001)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    here = settings.current().with_(data=str(tmp_path))
    monkeypatch.setattr(settings, "current", lambda: here)
    yield tmp_path / "demo"


def test_what_was_carried_out_is_not_carried_out_again(folder: Path) -> None:
    assert arrival.progress() is None
    assert arrival.left() == []
    arrival.begin(JOBS)
    assert arrival.progress() == {"done": 0, "total": 3}
    arrival.note(3)
    assert arrival.progress() == {"done": 1, "total": 3}
    assert [one["seed"] for one in arrival.left()] == [7, 10_001]
    first = Job.stored(arrival.left()[0])
    assert (first.devices, first.day.isoformat()) == (("d1", "d2"), "2026-03-02")
    arrival.end()
    assert (arrival.progress(), folder.exists()) == (None, False)


def test_the_login_page_says_how_far_it_is(call: Caller, folder: Path) -> None:
    assert call("/a/loginConfig").json()["data"]["arriving"] is None
    arrival.begin(JOBS)
    arrival.note(7)
    assert call("/a/loginConfig").json()["data"]["arriving"] == {"done": 1, "total": 3}


class Told(Supervisor):
    """A supervisor whose children end at once, with the exit code that their argument says."""

    def _spawn(
        self, arguments: Sequence[str], keep: Sequence[int], stdout: int | None = None
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([sys.executable, "-c", f"raise SystemExit({arguments[0]})"])


def test_what_has_an_end_is_started_again_only_when_it_ended_badly() -> None:
    supervisor = Told({})
    supervisor.add("good", "0", once=True)
    supervisor.add("bad", "1", once=True)
    supervisor.add("web", "0")

    def names() -> list[str]:
        supervisor.look()
        return [c.name for c in supervisor.children]

    until(lambda: names() == ["bad", "web"], "what ended well is still there")

    def died(child: Child) -> bool:
        supervisor.look()
        return child.deaths >= 2

    until(lambda: all(died(c) for c in supervisor.children), "what ended badly is not started again")
