"""The log of access to the calls: counted beside the request, written by the minute, kept bounded."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.kit.web import access as kit
from tejian.kit.web.access import Access, Tally, percentile, step_of
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump
from tejian.watch.access.writing import keep_bounded, store
from tejian.watch.models.access import ApiAccess
from tests.inspection.conftest import Office, office

__all__ = ["office"]
LIST = "/api/system/access/findList"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Access:
    mine = Access()
    for place in ("tejian.kit.web.access.access", "tejian.kit.web.calls.access"):
        monkeypatch.setattr(place, mine)
    return mine


def test_each_call_is_counted_by_path_client_and_outcome(office: Office, counted: Access):
    shouli = office.user("shouli")
    office.good("shouli", "/api/user/menuTree")
    office.good("shouli", "/api/user/menuTree")
    office.refused("shouli", "/api/system/user/findList")  # which is not for him
    office.call("/api/system/user/findList")  # nor for nobody
    found = {(path, who): tally for (_minute, path, who, _ip), tally in counted.minutes.items()}
    assert {key: (t.calls, t.refused, t.broken) for key, t in found.items()} == {
        ("/api/user/menuTree", shouli.id): (2, 0, 0),
        ("/api/system/user/findList", shouli.id): (1, 1, 0),
        ("/api/system/user/findList", ""): (1, 1, 0),
    }
    assert found["/api/user/menuTree", shouli.id].user_name == shouli.name
    assert all(0 < t.most_ms <= t.total_ms for t in found.values())


def test_percentiles_are_at_most_a_tenth_too_high_and_never_above_the_longest():
    times = [float(n) for n in range(1, 101)]
    steps = Counter(step_of(ms) for ms in times)
    for share, true in ((0.5, 50.0), (0.95, 95.0), (0.99, 99.0)):
        assert true <= percentile(steps, share, 100.0) <= true * 1.1
    assert percentile(Counter({step_of(40.0): 1}), 0.95, 40.0) == 40.0
    assert [step_of(ms) for ms in (0.0, 0.25, 0.26, 0.275)] == [0, 0, 1, 1]


def test_clients_beyond_the_bound_are_counted_by_path_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kit, "MOST", 2)
    mine = Access()
    for n in range(5):
        mine.count("/a/captcha", None, f"10.0.0.{n}", 200, 0.001)
    assert sorted((ip, tally.calls) for (*_, ip), tally in mine.minutes.items()) == [
        ("", 3),
        ("10.0.0.0", 1),
        ("10.0.0.1", 1),
    ]


def test_only_minutes_that_are_over_are_handed_on(monkeypatch: pytest.MonkeyPatch):
    mine, got = Access(), []
    monkeypatch.setattr(kit, "written", got.append)
    mine.count("/a", None, "::1", 200, 0.001)
    with clock.at(clock.now() + timedelta(minutes=1)):
        mine.count("/b", None, "::1", 200, 0.001)
        mine.write()
        assert [path for batch in got for _, path, *_ in batch] == ["/a"]
        mine.write(all_of_them=True)
    assert [path for batch in got for _, path, *_ in batch] == ["/a", "/b"]
    assert not mine.minutes


def test_what_cannot_be_written_disturbs_nobody(monkeypatch: pytest.MonkeyPatch):
    def broken(_past: object) -> None:
        raise RuntimeError

    mine = Access()
    monkeypatch.setattr(kit, "written", broken)
    mine.count("/a", None, "::1", 200, 0.001)
    mine.write(all_of_them=True)
    assert not mine.minutes


def tally(name: str, *times: float, refused: int = 0, broken: int = 0) -> Tally:
    out = Tally(name)
    for n, ms in enumerate(times):
        out.add(500 if n < broken else 403 if n < broken + refused else 200, ms)
    return out


def test_the_list_shows_client_count_latency_and_errors_of_each_minute(office: Office):
    minute = int(clock.now().timestamp()) // 60
    mixed = tally("王五", *[10.0] * 18, 200.0, 900.0, refused=2, broken=1)
    key = (minute, "/api/equi/findList", "u1", "10.0.0.1")
    store(office.db, {key: mixed, (minute - 1, "/a/login", "", "10.0.0.2"): tally("", 40.0)})
    # another process of the same minute is added to it
    store(office.db, {key: tally("王五", *[10.0] * 80)})
    rows = office.good("audadmin", LIST)["list"]
    shown = [[r[k] for k in ("client", "path", "calls", "refused", "broken", "most_ms", "ip", "wrong")] for r in rows]
    assert shown == [
        ["王五", "/api/equi/findList", 100, 2, 1, 900, "10.0.0.1", "1"],
        ["未登录", "/a/login", 1, 0, 0, 40, "10.0.0.2", "0"],
    ]
    assert 10 <= rows[0]["p50"] <= 11 and 10 <= rows[0]["p95"] <= 11 and 10 <= rows[0]["p99"] <= 220
    assert rows[1]["p95"] == 40
    only = office.good("audadmin", LIST, segment="broken")["list"]
    assert [r["client"] for r in only] == ["王五"]


def kept(office: Office, *ago: int) -> list[int]:
    """How many minutes ago was the work of bounds leaves of these minutes."""
    minute = int(clock.now().timestamp()) // 60
    store(office.db, {(minute - n, "/a", "", ""): tally("", 1.0) for n in ago})
    keep_bounded(office.db)
    found = office.db.scalars(select(ApiAccess.minute).order_by(ApiAccess.minute.desc()))
    return [minute - int(at.timestamp()) // 60 for at in found]


DAY = 24 * 60


def test_the_table_keeps_to_its_days(office: Office):
    assert kept(office, 0, 1, 6 * DAY, 8 * DAY) == [0, 1, 6 * DAY]


def test_the_table_keeps_to_its_rows(office: Office):
    office.db.scalars(select(Param).where(Param.key == "access.rows")).one().value = "2"
    bump(office.db, "param")
    assert kept(office, 0, 1, 2, 3) == [0, 1]
