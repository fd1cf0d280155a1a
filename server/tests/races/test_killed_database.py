"""The embedded database is killed, or finds its disk full, while people write: what was acknowledged is there, and
there once (F01, F21)."""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import InternalError, OperationalError

from tejian.demo.actors import Actors
from tejian.kit.database import db as kit_db
from tejian.kit.web.edge import _is_away
from tejian.ops import backup, database, postgres
from tests import database as test_database
from tests.reader import Reader
from tests.waiting import until

from .conftest import Desks, together

WRITERS = 4
FULL = 15 << 20  # bytes; a piece of the log has 16 million


@pytest.fixture
def killable(application: Any, tmp_path: Path) -> Iterator[tuple[Path, Desks]]:
    """A cluster of its own with real durability, holding the small city."""
    data = tmp_path / "killed"
    try:
        postgres.ensure_running(data)
        at = postgres.urls(data)
        backup.dump(test_database.urls(test_database.template()).owner, tmp_path / "city.dump")
        backup.load(at.owner, tmp_path / "city.dump")
        database.migrate(at.owner, postgres.APP_ROLE)
        before = kit_db.engine
        engine = kit_db.configure(at.app)
        try:
            with Reader(application, raise_server_exceptions=False) as client:
                with kit_db.new_session() as db:
                    desks = Desks(client, kit_db.new_session, Actors(db))
                yield data, desks
        finally:
            engine.dispose()
            kit_db.use(before)
    finally:
        postgres.remove(data)


def write_until(stop: Event, desks: Desks, name: str, ledger: list[str], statuses: list[int]) -> None:
    """One person who saves declarations without end and notes what was acknowledged."""
    device, n = desks.devices(8)[int(name[-1])], 0
    while not stop.is_set():
        n += 1
        said = desks.post(name, "/api/appmain/saveAppMain", **desks.form(device, remark=f"{name}-{n}"))
        statuses.append(said["status"])
        if said["isSuccess"]:
            ledger.append(f"{said['data']['main']['appno']} {name}-{n}")
        else:
            time.sleep(0.02)  # nobody asks a thousand times a second while the database is away


def written_on(ledger: list[str]) -> None:
    """Wait until a dozen more are acknowledged."""
    wanted = len(ledger) + 12
    until(lambda: len(ledger) >= wanted, "nothing is written")


def killed(data: Path, _ledger: list[str]) -> None:
    pid = postgres.status(data).pid
    if pid is not None:
        os.kill(pid, signal.SIGKILL)
        until(lambda: postgres.status(data).pid is None, "the server does not end")


def without_space(data: Path, ledger: list[str]) -> None:
    """Writing its log fails as on a full disk."""
    start_without_space(data)
    wanted = len(ledger) + 3
    until(lambda: len(ledger) >= wanted or postgres.status(data).pid is None, "nothing is written")
    with pytest.raises(psycopg.Error):  # the piece of the log that is written cannot be written to its end
        _next_piece_of_log(data)


def start_without_space(data: Path) -> None:
    """No file of the server may be longer than a little less than a piece of the log."""
    _next_piece_of_log(data)
    postgres.stop(data)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL, before[1]))  # what is started now has it from us
    try:
        postgres.ensure_running(data)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _next_piece_of_log(data: Path) -> None:
    with psycopg.connect(postgres.urls(data).admin, autocommit=True) as db:
        db.execute("select pg_switch_wal()")


@pytest.mark.parametrize("fault", [killed, without_space])
def test_nothing_acknowledged_is_lost(killable: tuple[Path, Desks], fault: Callable[[Path, list[str]], None]) -> None:
    data, desks = killable
    names = [desks.open("shouli" if n % 2 else "yewu", f"writer{n}") for n in range(WRITERS)]
    ledger: list[str] = []
    statuses: list[int] = []
    stop = Event()
    writers = [Thread(target=write_until, args=(stop, desks, n, ledger, statuses)) for n in names]
    for writer in writers:
        writer.start()
    try:
        for _round in range(2):
            written_on(ledger)
            away = statuses.count(503)
            fault(data, ledger)
            until(lambda since=away: statuses.count(503) > since, "the fault is not noticed")
            killed(data, ledger)  # what is left of it: with space again it is started anew
            postgres.ensure_running(data)
        written_on(ledger)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    with psycopg.connect(postgres.urls(data).owner) as db:
        rows = db.execute("select appno, remark from appmain where remark like 'writer%' order by appno").fetchall()
        counter = db.execute("select value from counter where series = 'appno'").fetchone()
    stored = [f"{appno} {remark}" for appno, remark in rows]
    assert len(ledger) > 20, "too little was written to say anything"
    assert set(ledger) <= set(stored), f"lost: {sorted(set(ledger) - set(stored))[:5]}"
    assert len(set(stored)) == len(stored) == len({r[1] for r in rows}), "something was written twice"
    assert [int(r[0][-4:]) for r in rows] == list(range(1, len(rows) + 1)), "numbers have gaps"
    assert counter == (len(rows),)
    assert set(statuses) <= {200, 503}, f"answers while the database was away: {sorted(set(statuses))}"
    assert 503 in statuses, "the fault was not noticed, so nothing was tested"


def test_a_database_that_is_away_is_said_to_be_away(killable: tuple[Path, Desks]) -> None:
    data, desks = killable
    desks.open("shouli")
    lists = "/api/businesspro/appmain/findList"  # has a connection of its own
    assert desks.post("shouli", lists)["isSuccess"]
    postgres.stop(data)
    assert [desks.post("shouli", lists)["status"] for _ in range(2)] == [503, 503]
    said = desks.post("shouli", "/api/user/menuTree")
    assert (said["status"], said["errorMsg"]) == (503, "数据库暂时无法连接，请稍后重试")
    answer = desks.client.post("/a/login", data={"username": "eA==", "password": "eA=="})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")
    with pytest.raises(OperationalError):
        desks.mains()
    postgres.ensure_running(data)
    assert desks.post("shouli", "/api/user/menuTree")["isSuccess"]
    assert desks.post("shouli", lists)["isSuccess"]


def test_a_database_that_cannot_write_its_log_is_away() -> None:
    """The one whose commit finds the disk full is told what the others are told, not that the platform has a fault."""

    class Full(psycopg.errors.InternalError_):
        diag = SimpleNamespace(severity_nonlocalized="PANIC")  # type: ignore[assignment]

    assert _is_away(InternalError("COMMIT", {}, Full("could not write to log file")))
    assert not _is_away(InternalError("SELECT", {}, psycopg.errors.InternalError_("a fault")))


def test_lists_and_details_are_read_while_the_disk_is_full(killable: tuple[Path, Desks]) -> None:
    """The log cannot be written on, and each try at it makes the server begin anew: then all is read."""
    data, desks = killable
    desks.open("shouli")
    made = desks.good("shouli", "/api/appmain/saveAppMain", **desks.form(desks.devices(1)[0], remark="before"))["main"]

    def read() -> tuple[list[int], list[str], str]:
        listed = desks.post("shouli", "/api/businesspro/appmain/findList", pageSize="5")
        detail = desks.post("shouli", "/api/appmain/getDetailAppMain", id=made["id"])
        statuses = [listed["status"], detail["status"]]
        return statuses, [one["appno"] for one in listed["data"]["list"]], detail["data"]["main"]["remark"]

    known = read()
    assert known == ([200, 200], [made["appno"]], "before")
    start_without_space(data)
    for _round in range(2):
        assert read() == known
        with psycopg.connect(postgres.urls(data).admin, autocommit=True) as witness:
            with pytest.raises(psycopg.Error):
                _next_piece_of_log(data)
            until(lambda: is_gone(witness), "it does not begin anew")  # until then it takes others as if nothing were
        until(lambda: serves(data), "it does not serve again")
    assert read() == known


def is_gone(connection: "psycopg.Connection[Any]") -> bool:
    try:
        connection.execute("select 1")
    except psycopg.Error:
        return True
    return False


def serves(data: Path) -> bool:
    """It is back from its own recovery, with the disk as full as before."""
    try:
        with psycopg.connect(postgres.urls(data).admin) as db:
            return db.execute("select 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


def test_connections_that_died_at_rest_cost_nobody_an_error(killable: tuple[Path, Desks]) -> None:
    """The database was started anew between two requests: reads and writes go on without a 503."""
    data, desks = killable
    names = [desks.open("shouli", f"desk{n}") for n in range(6)]

    def everybody() -> list[int]:
        asked = [lambda n=n: desks.post(n, "/api/businesspro/appmain/findList", pageSize="5")["status"] for n in names]
        return together(*asked)

    assert everybody() == [200] * len(names)  # so many connections are at rest now
    device = desks.devices(1)[0]
    for _round in range(2):
        postgres.stop(data)
        postgres.ensure_running(data)
        said = desks.post(names[0], "/api/appmain/saveAppMain", **desks.form(device, remark=f"round {_round}"))
        assert said["isSuccess"], said
        assert everybody() == [200] * len(names)
