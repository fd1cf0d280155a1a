"""`./run` as a process: it starts, heals, and leaves nothing behind, however it is ended."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest

from tejian.ops import pgbinaries, postgres, server
from tejian.ops.account import working_account
from tejian.settings import Settings
from tests.waiting import HANGS, until


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _gone(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


@dataclass
class Running:
    """A data folder and the server on it."""

    data: Path
    port: int
    process: "subprocess.Popen[str] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = self.command("serve", "--port", str(self.port), "--empty")
        process = self.process
        ready = server.wait_until_ready(self.url, HANGS, lambda: process.poll() is not None)
        assert ready, process.communicate(timeout=5)[0] if process.poll() is not None else "no answer"

    def command(self, *arguments: str) -> "subprocess.Popen[str]":
        kept = {k: v for k, v in os.environ.items() if not k.startswith("TEJIAN_") and k != "DATABASE_URL"}
        command, *rest = arguments
        return subprocess.Popen(
            [sys.executable, "-m", "tejian.cli", command, "--data", str(self.data), *rest],
            env={**kept, "PYTHONPATH": str(Path(server.__file__).parents[2])},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def children(self) -> list[psutil.Process]:
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    def listening(self) -> int:
        """How many sockets of the port take connections."""
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(1 for row in rows if row[1].endswith(f":{self.port:04X}") and row[3] == "0A")

    def web_workers(self) -> list[psutil.Process]:
        return [c for c in self.children() if not _gone(c) and "web" in c.cmdline()]

    def end(self, number: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(HANGS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The first start of all makes it; every later one finds it as the test before left it."""
    data = tmp_path_factory.mktemp("server") / "var"
    yield data
    postgres.remove(data)


@pytest.fixture
def run(folder: Path) -> Iterator[Running]:
    running = Running(folder, free_port())
    yield running
    if running.process is not None and running.process.poll() is None:
        running.end()
    postgres.stop(folder)


def test_ctrl_c_stops_everything_and_it_starts_again(run: Running) -> None:
    run.start()
    # two web workers and, after the first page, the job worker
    until(lambda: len(run.children()) >= 3, "no job worker")
    children = run.children()
    database = postgres.status(run.data).pid
    assert database is not None
    # who waits at a screen goes before jobs, in the database too
    own = os.getpriority(os.PRIO_PROCESS, 0)
    below, inside = own + server.GIVES_WAY, psutil.Process(database)
    until(lambda: {c.nice() for c in run.children()} == {own, below}, "the job worker gives no way")
    until(lambda: {c.nice() for c in inside.children() if not _gone(c)} == {own, below}, "its database does not")
    assert run.end(signal.SIGINT) == 0
    assert all(_gone(c) for c in children)
    assert postgres.status(run.data).state == "stopped"
    run.start()


def test_workers_and_database_come_back_when_they_die(run: Running) -> None:
    run.start()
    worker = run.web_workers()[0]
    worker.kill()
    until(lambda: run.listening() == 1, "connections go on waiting for the dead worker")
    assert httpx.get(run.url, timeout=HANGS).status_code < 600
    until(lambda: len([w for w in run.web_workers() if w.pid != worker.pid]) == 2, "no new worker")
    until(lambda: run.listening() == 2, "the new worker takes no connections")
    assert httpx.get(run.url, timeout=HANGS).status_code < 600

    database = postgres.status(run.data).pid
    assert database is not None
    os.kill(database, signal.SIGKILL)
    until(lambda: postgres.status(run.data).pid not in (None, database), "the database did not come back")


def test_a_killed_server_leaves_a_folder_that_starts_again(run: Running) -> None:
    run.start()
    children = run.children()
    database = postgres.status(run.data).pid
    assert run.process is not None
    run.process.kill()
    run.process.wait()
    until(lambda: all(_gone(c) for c in children if c.pid != database), "children outlived their supervisor")
    run.start()
    assert postgres.status(run.data).pid == database  # used on
    assert run.end() == 0
    assert postgres.status(run.data).state == "stopped"


def test_a_second_server_is_refused_with_a_sentence(run: Running) -> None:
    run.start()
    same_data = run.command("serve", "--port", str(free_port()))
    said, _ = same_data.communicate(timeout=HANGS)
    assert same_data.returncode == 1
    assert "already uses" in said
    assert "Traceback" not in said

    other = Running(run.data.with_name("other"), run.port)
    same_port = other.command("serve", "--port", str(run.port))
    said, _ = same_port.communicate(timeout=HANGS)
    assert same_port.returncode == 1
    assert "--port" in said
    assert "Traceback" not in said
    assert httpx.get(run.url, timeout=HANGS).status_code < 600


@pytest.mark.skipif(not pgbinaries.is_root(), reason="only root may start it as another")
def test_root_starts_it_and_an_ordinary_account_serves() -> None:
    folder = Path(tempfile.mkdtemp(prefix="tejian-test-", dir="/tmp"))
    folder.chmod(0o755)
    running = Running(folder / "var", free_port())
    account = pgbinaries.account_for()
    assert account is not None
    try:
        running.start()
        told = _not_root(running)
        if not told and _unreadable(account):
            pytest.skip("these packages lie in a folder that only root may read")
        assert told == {account.uid}
        owners = {path.lstat().st_uid for path in running.data.rglob("*")} | {running.data.stat().st_uid}
        assert owners == {account.uid}
        assert running.end() == 0
        running.start()  # what root wrote in between is theirs too
        assert _not_root(running) == {account.uid}
        assert running.end() == 0
    finally:
        if running.process is not None and running.process.poll() is None:
            running.end()
        postgres.remove(running.data)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(not pgbinaries.is_root(), reason="only root may start it as another")
def test_root_stays_root_where_the_account_cannot_go(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    closed = tmp_path / "closed"
    (closed / "var").mkdir(parents=True)
    closed.chmod(0o700)
    assert working_account(Settings(data=str(closed / "var"))) is None
    assert str(closed) in caplog.text or sys.executable in caplog.text
    assert (closed / "var").stat().st_uid == 0


def _not_root(running: Running) -> set[int]:
    """The accounts of the web workers and the job worker, once both are there; empty while they are root's."""
    until(lambda: any("worker" in c.cmdline() for c in running.children()), "the job worker")
    serving = [c for c in running.children() if {"web", "worker"} & set(c.cmdline())]
    return {c.uids().real for c in serving} - {0}


def _unreadable(account: pgbinaries.Account) -> bool:
    probe = [sys.executable, "-c", "import tejian.cli, uvicorn"]
    env = {"PYTHONPATH": str(Path(server.__file__).parents[2])}
    try:
        return bool(
            subprocess.run(probe, user=account.uid, group=account.gid, extra_groups=[], env=env, check=False).returncode
        )
    except PermissionError:
        return True
