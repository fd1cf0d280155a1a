"""The embedded PostgreSQL: one cluster for one data folder, started and stopped with the server.

An ordinary user's cluster lies in <data>/pg. Root's lies in /var/lib/tejian/<hash of the data folder> and belongs to
an unprivileged account (see pgbinaries). <data>/pg.json (mode 0600) points to it and keeps the passwords. Only a unix
socket in a private folder is opened, never a network port.
"""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import quote

import psutil

from tejian.settings import write_private

from . import pgbinaries
from .pgbinaries import Account, PostgresError, account_for
from .pgconfig import ACCESS, server_config

DATABASE = "tejian"
APP_ROLE = "tejian"
OWNER_ROLE = "tejian_owner"
ADMIN_ROLE = "postgres"
SOCKET_PATH_LIMIT = 107  # bytes, set by the kernel's sockaddr_un
PATIENCE = 10.0  # seconds for what outlives a killed server to end
PORT = 5432  # only part of the socket's name

__all__ = ["PostgresError", "Urls", "ensure_running", "remove", "running", "status", "stop", "urls"]


@dataclass(frozen=True)
class Cluster:
    """What <data>/pg.json remembers."""

    data: str
    folder: str
    socket: str
    admin_password: str
    owner_password: str
    app_password: str
    ready: bool = False  # roles and database exist

    def url(self, role: str, password: str, database: str = DATABASE) -> str:
        return f"postgresql://{role}:{password}@/{database}?host={quote(self.socket, safe='/')}&port={PORT}"


@dataclass(frozen=True)
class Urls:
    """Addresses of one database for the three roles: the app (no right to change tables), their owner, the admin."""

    app: str
    owner: str
    admin: str


@dataclass(frozen=True)
class Status:
    state: str  # absent, stopped, starting, running
    pid: int | None = None


def ensure_running(data: Path, *, durable: bool = True) -> str:
    """Start the cluster of a data folder, making it first if need be; returns the app's DATABASE_URL.

    A server left over from a killed run is used on. `durable=False` is for tests: no fsync.
    """
    data = data.absolute()
    data.mkdir(parents=True, exist_ok=True)
    with _locked(data):
        cluster = _read(data) or _create(data, durable)
        cluster = _with_socket_folder(data, cluster)
        _start(cluster, durable)
        if not cluster.ready:
            _create_roles(cluster)
            remember(data, replace(cluster, ready=True))
    return cluster.url(APP_ROLE, cluster.app_password)


def known(data: Path) -> Cluster:
    """The cluster of a data folder, running or not."""
    cluster = _read(data.absolute())
    if cluster is None:
        raise PostgresError(f"{data} 中没有数据库 / there is no database in {data}")
    return cluster


def urls(data: Path, database: str = DATABASE) -> Urls:
    """The three addresses of a database in this cluster, running or not."""
    cluster = known(data)
    return Urls(
        cluster.url(APP_ROLE, cluster.app_password, database),
        cluster.url(OWNER_ROLE, cluster.owner_password, database),
        cluster.url(ADMIN_ROLE, cluster.admin_password, database),
    )


def status(data: Path) -> Status:
    """Whether the data folder has a cluster, and whether its server runs."""
    cluster = _read(data.absolute())
    return Status("absent") if cluster is None else _status(Path(cluster.folder))


def stop(data: Path) -> None:
    """Stop the server of a data folder: open transactions are rolled back. Nothing happens when it does not run."""
    cluster = _read(data.absolute())
    if cluster is None or _status(Path(cluster.folder)).pid is None:
        return
    folder = Path(cluster.folder)
    try:
        pgbinaries.run("pg_ctl", "-D", folder, "-m", "fast", "-w", "-t", "60", "stop", account=account_for(folder))
    except PostgresError:
        if _status(folder).pid is not None:  # it may have ended in between
            pgbinaries.run("pg_ctl", "-D", folder, "-m", "immediate", "-w", "stop", account=account_for(folder))


def restart(data: Path) -> None:
    """Start the running server anew, for a setting that is read at the start only; others wait, nobody revives it."""
    data = data.absolute()
    with _locked(data):
        folder = Path(known(data).folder)
        pgbinaries.run("pg_ctl", "-D", folder, "-m", "fast", "-w", "-l", folder / "start.log", "restart",
                       account=account_for(folder))  # fmt: skip


def remembered(pointer: Path) -> Cluster:
    """What a copy of a pg.json says; its folder is the old one."""
    return Cluster(**json.loads(pointer.read_text()))


def remove(data: Path) -> None:
    """Stop the server and delete its cluster for good. The rest of the data folder stays."""
    data = data.absolute()
    cluster = _read(data)
    if cluster is None:
        return
    stop(data)
    folder, socket = Path(cluster.folder), Path(cluster.socket)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(socket, ignore_errors=True)
    if folder.parent.parent in (pgbinaries.SYSTEM_HOME, pgbinaries.clusters()):
        shutil.rmtree(folder.parent, ignore_errors=True)
    _pointer(data).unlink()


@contextmanager
def running(data: Path) -> Iterator[Urls]:
    """The server for the length of a block; it is stopped afterwards only if the block started it."""
    was_running = status(data).state == "running"
    ensure_running(data)
    try:
        yield urls(data)
    finally:
        if not was_running:
            stop(data)


def _pointer(data: Path) -> Path:
    return data / "pg.json"


def _read(data: Path) -> Cluster | None:
    try:
        stored = json.loads(_pointer(data).read_text())
    except FileNotFoundError:
        return None
    except PermissionError:
        raise PostgresError(
            f"{data} 由另一用户建立，请用同一用户启动 / {data} was made by another user, start as that user"
        ) from None
    folder = stored["folder"]
    cluster = Cluster(**{**stored, "folder": folder if os.path.isabs(folder) else str(data / folder)})
    if os.path.isabs(folder) and stored["data"] != str(data) and _pointer(Path(stored["data"])).exists():
        raise PostgresError(
            f"{data} 是 {stored['data']} 的副本，两者不能共用数据库，请用 ./run backup 与 ./run restore 复制 / "
            f"{data} is a copy of {stored['data']}; copy with ./run backup and ./run restore"
        )
    return cluster


def remember(data: Path, cluster: Cluster) -> None:
    """Write <data>/pg.json."""
    folder = Path(cluster.folder)
    kept = str(folder.relative_to(data)) if folder.is_relative_to(data) else str(folder)  # a moved folder keeps working
    write_private(_pointer(data), json.dumps({**asdict(cluster), "data": str(data), "folder": kept}, indent=1))


@contextmanager
def _locked(data: Path) -> Iterator[None]:
    descriptor = os.open(data / ".pg.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _create(data: Path, durable: bool) -> Cluster:
    folder, account = new_place(data)
    cluster = Cluster(str(data), str(folder), "", secrets.token_hex(16), secrets.token_hex(16), secrets.token_hex(16))
    _init(cluster, account, durable)
    remember(data, cluster)
    return cluster


def new_place(data: Path) -> tuple[Path, Account | None]:
    """An empty private folder for the cluster of a data folder, and whom it belongs to."""
    home = data
    if pgbinaries.is_root():
        home = pgbinaries.clusters() / hashlib.sha256(str(data).encode()).hexdigest()[:12]
        pgbinaries.make_system_folder(home)
    folder = home / "pg"
    if folder.exists() and any(folder.iterdir()):
        _set_aside(folder)
    account = account_for()
    _private_folder(folder, account)
    return folder, account


def _set_aside(folder: Path) -> None:
    """A cluster whose pg.json is gone cannot be opened any more (or its making was cut short): keep it, start anew."""
    if _status(folder).pid is not None:
        pgbinaries.run("pg_ctl", "-D", folder, "-m", "fast", "-w", "stop", account=account_for(folder))
    if (folder / "PG_VERSION").exists():
        folder.rename(folder.with_name(f"pg.old-{time.strftime('%Y%m%d-%H%M%S')}"))
    else:
        shutil.rmtree(folder)


def _private_folder(path: Path, account: Account | None) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if account is not None:
        os.chown(path, account.uid, account.gid)


def _init(cluster: Cluster, account: Account | None, durable: bool) -> None:
    folder = Path(cluster.folder)
    # initdb reads the password from a file that must be readable by the account it runs as.
    with tempfile.NamedTemporaryFile("w", prefix="tejian-", dir="/tmp") as password:
        password.write(cluster.admin_password)
        password.flush()
        if account is not None:
            os.chown(password.name, account.uid, account.gid)
        locale = ("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        safe = () if durable else ("--no-sync",)
        try:
            pgbinaries.run(
                "initdb", "-D", folder, "-U", ADMIN_ROLE, f"--pwfile={password.name}", "--auth=scram-sha-256",
                "--data-checksums", *locale, *safe, account=account,
            )  # fmt: skip
        except (OSError, PermissionError) as wrong:
            raise PostgresError(f"不能以 {account} 身份运行 PostgreSQL / cannot run PostgreSQL: {wrong}") from wrong
    _write_as(folder / "pg_hba.conf", ACCESS, account)
    main = folder / "postgresql.conf"
    _write_as(main, main.read_text() + "\ninclude 'tejian.conf'\n", account)


def _write_as(path: Path, text: str, account: Account | None) -> None:
    if path.exists() and path.read_text() == text:
        return
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    part.chmod(0o600)
    if account is not None:
        os.chown(part, account.uid, account.gid)
    part.replace(path)


def _with_socket_folder(data: Path, cluster: Cluster) -> Cluster:
    """Give the cluster a private folder for its socket, short enough for the kernel; it is remembered."""
    folder = Path(cluster.folder)
    account = account_for(folder)
    if cluster.socket and _is_private(Path(cluster.socket), folder.stat().st_uid) and _fits(Path(cluster.socket)):
        return cluster
    if _status(folder).pid is not None:
        stop(data)  # its socket is gone, so nobody can reach it
    socket = folder.with_name("run")
    if _fits(socket):
        _private_folder(socket, account)
    else:
        socket = Path(tempfile.mkdtemp(prefix="tejian-", dir="/tmp"))
        _private_folder(socket, account)
    cluster = replace(cluster, socket=str(socket))
    remember(data, cluster)
    return cluster


def _fits(socket: Path) -> bool:
    return len(os.fsencode(socket / f".s.PGSQL.{PORT}")) <= SOCKET_PATH_LIMIT


def _is_private(path: Path, owner: int) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == owner and not found.st_mode & 0o077


def _status(folder: Path) -> Status:
    """Read postmaster.pid, but believe it only if that process is a postgres working in this very folder."""
    try:
        lines = (folder / "postmaster.pid").read_text().splitlines()
        process = psutil.Process(int(lines[0]))
        if process.name() != "postgres" or not Path(process.cwd()).samefile(folder):
            return Status("stopped")
    except (FileNotFoundError, ValueError, IndexError, OverflowError, psutil.Error, OSError):
        return Status("stopped")
    ready = len(lines) >= 8 and lines[7].strip() in ("ready", "standby")
    return Status("running" if ready else "starting", process.pid)


def _start(cluster: Cluster, durable: bool) -> None:
    folder = Path(cluster.folder)
    version = (folder / "PG_VERSION").read_text().strip()
    if version != str(pgbinaries.MAJOR):
        raise PostgresError(
            f"数据由 PostgreSQL {version} 建立，现为 {pgbinaries.MAJOR}：先用旧版本备份，再用新版本恢复 / "
            f"made by PostgreSQL {version}, this is {pgbinaries.MAJOR}: back up with the old release, restore with this"
        )
    deadline = time.monotonic() + 300  # a long recovery after a crash
    while (now := _status(folder)).state == "starting" and time.monotonic() < deadline:
        time.sleep(0.05)
    if now.state == "running":
        return
    account = account_for(folder)
    _forget_stale_locks(cluster)
    _write_as(folder / "tejian.conf", server_config(Path(cluster.socket), durable=durable), account)
    try:
        pgbinaries.run("pg_ctl", "-D", folder, "-l", folder / "start.log", "-w", "-t", "300", "start", account=account)
    except PostgresError as wrong:
        raise PostgresError(f"PostgreSQL 没有启动 / PostgreSQL did not start: {wrong}\n{_last_words(folder)}") from None


def _forget_stale_locks(cluster: Cluster) -> None:
    """The numbers in lock files may by now belong to strangers, and PostgreSQL would refuse to start.

    Only when nothing of the old server is left.
    """
    folder = Path(cluster.folder)
    locks = [folder / "postmaster.pid", Path(cluster.socket) / f".s.PGSQL.{PORT}.lock"]
    if not any(lock.exists() for lock in locks):
        return
    if not _ended(folder):
        _kill(folder)
        if not _ended(folder):
            return  # PostgreSQL will say what is wrong
    for lock in locks:
        lock.unlink(missing_ok=True)


def _ended(folder: Path) -> bool:
    """Whether nothing of a killed server is left, within seconds."""
    deadline = time.monotonic() + PATIENCE
    while _left(folder):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _kill(folder: Path) -> None:
    """A process that waits for another that is gone does not end by itself, and PostgreSQL does not start beside it.

    Nothing is lost: what it had not committed was never acknowledged.
    """
    for process in _left(folder):
        with suppress(psutil.Error):
            process.kill()


def _left(folder: Path) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if _works_in(process, folder)]


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.name() == "postgres" and Path(process.cwd()).samefile(folder)
    except (psutil.Error, OSError):
        return False


def _last_words(folder: Path) -> str:
    logs = sorted(
        [folder / "start.log", *folder.glob("log/*.log")], key=lambda p: p.stat().st_mtime if p.exists() else 0
    )
    return "\n".join(logs[-1].read_text(errors="replace").splitlines()[-8:]) if logs and logs[-1].exists() else ""


def _create_roles(cluster: Cluster) -> None:
    """The app's role may work with the data, not change tables; a second role owns and migrates them."""
    import psycopg

    with psycopg.connect(cluster.url(ADMIN_ROLE, cluster.admin_password, "postgres"), autocommit=True) as db:
        for role, password in ((OWNER_ROLE, cluster.owner_password), (APP_ROLE, cluster.app_password)):
            if not db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
                db.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{password}'")  # made by secrets.token_hex
        if not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            db.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER_ROLE} TEMPLATE template0")
