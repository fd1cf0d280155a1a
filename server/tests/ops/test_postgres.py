"""The embedded PostgreSQL starts, survives a kill, and leaves the permissions of other folders alone."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from tejian.ops import pgbinaries, postgres
from tejian.ops.postgres import PostgresError
from tests.waiting import until


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "var"
    yield folder
    postgres.remove(folder)


def _one(url: str, query: str) -> object:
    with psycopg.connect(url) as db:
        row = db.execute(query).fetchone()  # type: ignore[arg-type]
        return row[0] if row else None


def _wait_for_end(pid: int) -> None:
    until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE, "it lives on")


def test_it_starts_stops_and_keeps_its_data(data: Path) -> None:
    assert postgres.status(data).state == "absent"
    url = postgres.ensure_running(data)
    assert postgres.status(data).state == "running"
    with psycopg.connect(postgres.urls(data).owner) as db:
        db.execute("CREATE TABLE kept (word text)")
        db.execute("INSERT INTO kept VALUES ('电梯')")
    postgres.stop(data)
    assert postgres.status(data).state == "stopped"
    postgres.stop(data)  # a second stop is harmless

    assert postgres.ensure_running(data) == url
    assert _one(postgres.urls(data).owner, "SELECT word FROM kept") == "电梯"


def test_a_process_that_outlives_its_killed_server_does_not_keep_it_from_starting(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that waits for a lock of a process that is gone waits for ever; a stopped one stands for it here."""
    monkeypatch.setattr(postgres, "PATIENCE", 1.0)
    url = postgres.ensure_running(data)
    with psycopg.connect(url) as db:
        stuck = psutil.Process(db.info.backend_pid)
        stuck.suspend()
        first = postgres.status(data).pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        until(lambda: postgres.status(data).pid is None, "the server does not end")
        postgres.ensure_running(data)
        assert not stuck.is_running() or stuck.status() == psutil.STATUS_ZOMBIE
        assert _one(url, "SELECT 1") == 1
        with pytest.raises(psycopg.OperationalError):
            db.execute("SELECT 1")


def test_settings_are_those_of_a_server_that_loses_nothing(data: Path) -> None:
    url = postgres.ensure_running(data)
    wanted = {
        "data_checksums": "on",
        "synchronous_commit": "on",
        "fsync": "on",
        "full_page_writes": "on",
        "server_encoding": "UTF8",
        "TimeZone": "Asia/Shanghai",
        "listen_addresses": "",
        "max_connections": "100",
        "random_page_cost": "1.1",
        "work_mem": "16MB",
        "autovacuum_vacuum_scale_factor": "0.01",
    }
    with psycopg.connect(url) as db:
        found = dict(db.execute("SELECT name, setting FROM pg_settings").fetchall())
        shown = {name: db.execute(f"SHOW {name}").fetchone()[0] for name in wanted}  # type: ignore[index]
    assert shown == wanted
    assert found["password_encryption"] == "scram-sha-256"


def test_the_app_role_may_not_change_tables(data: Path) -> None:
    url = postgres.ensure_running(data)
    with psycopg.connect(url) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.execute("CREATE TABLE mine (x int)")
    assert _one(url, "SELECT current_user") == "tejian"
    assert _one(postgres.urls(data).owner, "SELECT current_user") == "tejian_owner"


def test_nobody_enters_without_the_password(data: Path) -> None:
    url = postgres.ensure_running(data)
    head, _, tail = url.partition("@")
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(f"{head.rsplit(':', 1)[0]}:wrong@{tail}")


def test_passwords_and_data_are_private(data: Path) -> None:
    postgres.ensure_running(data)
    cluster = postgres._read(data)
    assert cluster is not None
    modes = {p: stat.S_IMODE(Path(p).stat().st_mode) for p in (data / "pg.json", cluster.folder, cluster.socket)}
    assert list(modes.values()) == [0o600, 0o700, 0o700]


def test_a_server_left_running_is_used_on(data: Path) -> None:
    postgres.ensure_running(data)
    pid = postgres.status(data).pid
    postgres.ensure_running(data)
    assert postgres.status(data).pid == pid


def test_it_starts_again_after_a_kill(data: Path) -> None:
    url = postgres.ensure_running(data)
    with psycopg.connect(postgres.urls(data).owner) as db:
        db.execute("CREATE TABLE kept AS SELECT 1 AS x")
        db.execute("GRANT SELECT ON kept TO tejian")
    pid = postgres.status(data).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    _wait_for_end(pid)
    assert postgres.status(data).state == "stopped"
    postgres.ensure_running(data)
    assert _one(url, "SELECT x FROM kept") == 1


def test_a_pid_that_now_belongs_to_a_stranger_does_not_stop_the_start(data: Path) -> None:
    url = postgres.ensure_running(data)
    cluster = postgres._read(data)
    assert cluster is not None
    pid_file = Path(cluster.folder) / "postmaster.pid"
    text = pid_file.read_text()
    postgres.stop(data)
    pid_file.write_text("\n".join([str(os.getpid()), *text.splitlines()[1:]]) + "\n")
    if pgbinaries.is_root():
        owner = Path(cluster.folder).stat()
        os.chown(pid_file, owner.st_uid, owner.st_gid)
    assert postgres.status(data).state == "stopped"
    postgres.stop(data)  # must not end the stranger, which is this test
    postgres.ensure_running(data)
    assert _one(url, "SELECT 1") == 1


def test_a_long_path_gets_a_short_socket_folder(tmp_path: Path) -> None:
    data = tmp_path / ("长" * 30) / "var"
    url = postgres.ensure_running(data)
    try:
        assert _one(url, "SELECT 1") == 1
        postgres.stop(data)
        assert postgres.ensure_running(data) == url
    finally:
        postgres.remove(data)


def test_a_lost_socket_folder_is_replaced(data: Path) -> None:
    postgres.ensure_running(data)
    cluster = postgres._read(data)
    assert cluster is not None
    for file in Path(cluster.socket).iterdir():
        file.unlink()
    Path(cluster.socket).rmdir()
    assert _one(postgres.ensure_running(data), "SELECT 1") == 1


def test_other_folders_keep_their_permissions(tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    data = private / "project" / "var"
    data.parent.mkdir(mode=0o750)
    before = {p: p.stat().st_mode for p in [*data.parents][:-1]}
    postgres.ensure_running(data)
    try:
        assert {p: p.stat().st_mode for p in before} == before
        assert stat.S_IMODE(private.stat().st_mode) == 0o700
    finally:
        postgres.remove(data)


def test_a_copied_data_folder_is_refused_or_independent(data: Path, tmp_path: Path) -> None:
    postgres.ensure_running(data)
    postgres.stop(data)
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "pg.json").write_text((data / "pg.json").read_text())
    if pgbinaries.is_root():  # both would point to the same cluster below /var/lib
        with pytest.raises(PostgresError, match="副本"):
            postgres.ensure_running(copy)
    else:
        assert postgres._read(copy).folder == str(copy / "pg")  # type: ignore[union-attr]
    (copy / "pg.json").unlink()


def test_a_moved_data_folder_keeps_working(data: Path, tmp_path: Path) -> None:
    postgres.ensure_running(data)
    postgres.stop(data)
    moved = data.rename(tmp_path / "moved")
    try:
        assert _one(postgres.ensure_running(moved), "SELECT 1") == 1
    finally:
        postgres.remove(moved)


def test_data_of_another_postgresql_version_is_refused(data: Path) -> None:
    postgres.ensure_running(data)
    postgres.stop(data)
    cluster = postgres._read(data)
    assert cluster is not None
    (Path(cluster.folder) / "PG_VERSION").write_text("16\n")
    with pytest.raises(PostgresError, match="PostgreSQL 16"):
        postgres.ensure_running(data)


AS_SOMEBODY = """
import os, sys
from pathlib import Path
import psycopg
from tejian.ops import postgres
data = Path(sys.argv[1])
url = postgres.ensure_running(data)
with psycopg.connect(url) as db:
    print(db.execute("SELECT 40 + 2").fetchone()[0], Path(postgres._read(data).folder).relative_to(data))
postgres.stop(data)
"""


@pytest.mark.skipif(not pgbinaries.is_root(), reason="only root may become somebody else")
def test_root_can_go_on_with_the_data_of_an_ordinary_user() -> None:
    account = pgbinaries.account_for()
    assert account is not None
    folder = Path(tempfile.mkdtemp(prefix="tejian-test-", dir="/tmp"))
    data = folder / "var"
    try:
        os.chown(folder, account.uid, account.gid)
        done = subprocess.run(
            [sys.executable, "-c", AS_SOMEBODY, str(data)],
            env={"PYTHONPATH": str(Path(postgres.__file__).parents[2]), "PATH": os.environ["PATH"]},
            cwd="/",
            user=account.uid,
            group=account.gid,
            extra_groups=[],
            capture_output=True,
            text=True,
            check=False,
        )
        if "No module named" in done.stderr:
            pytest.skip("these packages lie in a folder that only root may read")
        assert done.stdout.split() == ["42", "pg"], done.stderr
        assert _one(postgres.ensure_running(data), "SELECT 1") == 1
        assert (data / "pg.json").stat().st_uid == account.uid
        postgres.stop(data)
    except PermissionError:
        pytest.skip("this Python lies in a folder that only root may read")
    finally:
        postgres.remove(data)
        shutil.rmtree(folder, ignore_errors=True)
