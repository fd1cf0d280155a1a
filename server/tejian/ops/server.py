"""`./run`: database, tables, data, job worker and web workers, in this order, until told to stop."""

import asyncio
import fcntl
import http.client
import json
import logging
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import event

from tejian.settings import Settings

from . import postgres
from .account import working_account
from .children import Child, Supervisor, end_with_parent

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

log = logging.getLogger(__name__)

BACKLOG = 1024
GIVES_WAY = 5  # how nice the job worker is to others
TICK = 0.25
DEATHS_BEFORE_READY = 4


class CannotStart(RuntimeError):
    """Why the server does not start, in a sentence for whoever started it."""


def serve(settings: Settings) -> int:
    """Run the platform until a signal comes; returns the exit code."""
    data = settings.data_dir
    data.mkdir(parents=True, exist_ok=True)
    embedded = not settings.database_url
    with only_one(data), _listening(settings.host, settings.port, settings.workers) as listeners:
        settings = settings.with_(port=listeners[0].getsockname()[1], data=str(data))
        supervisor = Supervisor({})
        supervisor.catch_signals()  # from here on the database is stopped in every case
        try:
            if embedded:
                postgres.ensure_running(data)
                urls = postgres.urls(data)
                settings = settings.with_(database_url=urls.app, owner_url=urls.owner)
            shutil.rmtree(data / "metrics", ignore_errors=True)  # counts begin anew
            supervisor.account = working_account(settings)
            home = {"HOME": str(data)} if supervisor.account else {}  # where libraries keep what they find
            supervisor.environment = {**os.environ, **home, **settings.as_environment()}
            return _run(settings, supervisor, listeners, data if embedded else None)
        finally:
            if embedded:
                postgres.stop(data)


def _run(settings: Settings, supervisor: Supervisor, listeners: list[socket.socket], cluster: Path | None) -> int:
    try:
        code, output = supervisor.run_once("prepare")
        if supervisor.stopping.is_set():
            return 0
        if code:
            return code
        for number, listener in enumerate(listeners):
            fd = listener.fileno()
            renew = partial(_renewed, supervisor, listeners, number)
            supervisor.add(f"网页进程 {number + 1}", *_on(fd), keep=[fd], died=renew)
        ready = False
        while not supervisor.stopping.wait(TICK):
            supervisor.look()
            if cluster is not None and postgres.status(cluster).state != "running":
                _revive(cluster, supervisor)
            if not ready and (ready := _answers(settings)):
                announce(settings, output)
                supervisor.add("任务进程", "worker")  # jobs can wait until the first page was there
                if settings.demo_plan.exists():
                    supervisor.add("演示业务", "arrive", once=True)
            if not ready and any(c.deaths >= DEATHS_BEFORE_READY for c in supervisor.children):
                print("服务未能启动，原因见上文 / the server did not start, see above", file=sys.stderr)
                return 1
        print("正在停止 … / stopping", file=sys.stderr)
        return 0
    finally:
        supervisor.stop()


def _on(fd: int) -> tuple[str, ...]:
    return ("web", "--fd", str(fd))


def _renewed(supervisor: Supervisor, listeners: list[socket.socket], number: int, dead: Child) -> None:
    """Close the socket of a worker that died while another one serves: connections would wait in it for the next one.

    The next one gets a socket of its own on the same port, and listens to it when it is ready. The last worker's socket
    stays: what arrives waits.
    """
    old = listeners[number]
    alive = {fd for c in supervisor.children if c is not dead and c.process is not None for fd in c.keep}
    if not any(one.fileno() in alive and one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) for one in listeners):
        return
    host, port = old.getsockname()[:2]
    try:
        fresh = _bound(host, port, reuse=True)
    except OSError as wrong:
        log.warning("%s", wrong)  # it is started on the old one
        return
    old.close()
    listeners[number] = fresh
    dead.arguments, dead.keep = _on(fresh.fileno()), [fresh.fileno()]


def _revive(cluster: Path, supervisor: Supervisor) -> None:
    """Start a database that died under the server. While it cannot (a full disk), calls answer 503 and we try again."""
    log.warning("PostgreSQL 已停止，重新启动 / PostgreSQL is gone, starting it again")
    try:
        postgres.ensure_running(cluster)
    except postgres.PostgresError as wrong:
        log.error("%s", wrong)
        supervisor.stopping.wait(5)


def announce(settings: Settings, told: bytes) -> None:
    """Print where the platform is and who may log in."""
    lines = ["", f"特种设备检验监管平台已启动 / running:  http://{_shown(settings.host)}:{settings.port}/"]
    facts = json.loads(told.splitlines()[-1]) if told.strip() else {}
    lines += account_lines(facts)
    lines.append("按 Ctrl-C 停止 / press Ctrl-C to stop")
    print("\n".join(lines), flush=True)


def account_lines(facts: dict[str, object]) -> list[str]:
    first = facts.get("first")
    if isinstance(first, list) and first:  # an installation without the demo city, on its first start
        title = "首次登录账户，密码只显示这一次，登录后须修改 / first accounts, their passwords are shown only now:"
        return [title, *(f"  {login} {name}  {password}" for login, name, password in first)]
    accounts = facts.get("accounts")
    if not isinstance(accounts, list) or not accounts:
        return []
    named = [f"{login} {name}" for login, name in accounts]
    rows = ["  " + " · ".join(named[i : i + 6]) for i in range(0, len(named), 6)]
    return [f"演示账户，密码均为 {facts.get('password')} / demo accounts, one password:", *rows]


def _shown(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Two servers on one data folder would stop each other's database."""
    descriptor = os.open(data / ".server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.read(descriptor, 20).decode().strip()
            raise CannotStart(f"{data} 已由进程 {pid} 使用 / a server (process {pid}) already uses {data}") from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _listening(host: str, port: int, count: int) -> Iterator[list[socket.socket]]:
    """A listening socket for each web worker, all on one port: the kernel spreads connections over them.

    With a single shared socket the first worker to wake takes a whole burst of connections, and browsers hold them
    open. The supervisor keeps the sockets: connections wait in the last one while its worker restarts (see _renewed).
    """
    with ExitStack() as opened:
        try:
            # Without SO_REUSEPORT this fails when anybody, even another server of ours, has the port.
            with _bound(host, port, reuse=False) as probe:
                port = probe.getsockname()[1]
            listeners = [opened.enter_context(_bound(host, port, reuse=True)) for _ in range(count)]
        except OSError as wrong:
            raise CannotStart(
                f"不能使用 {host}:{port}（{wrong.strerror}），可用 --port 指定其他端口 / "
                f"cannot listen on {host}:{port} ({wrong.strerror}); choose another with --port"
            ) from None
        for listener in listeners:
            listener.listen(BACKLOG)
        yield listeners


def _bound(host: str, port: int, *, reuse: bool) -> socket.socket:
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if reuse:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def _answers(settings: Settings) -> bool:
    connection = http.client.HTTPConnection(_shown(settings.host).strip("[]"), settings.port, timeout=1)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def web(settings: Settings, fd: int) -> None:
    """One web worker, accepting from the supervisor's socket."""
    end_with_parent()
    import uvicorn

    from tejian import probes
    from tejian.kit.web import access
    from tejian.main import create_app

    from . import database

    head = database.heads()[0]
    probes.newest.bind(lambda: head)
    proxied = bool(settings.trusted_proxy)
    config = uvicorn.Config(
        create_app(),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=proxied,
        forwarded_allow_ips=settings.trusted_proxy or None,
        timeout_keep_alive=30,
        http=_impatient(),
        timeout_graceful_shutdown=3,
        backlog=BACKLOG,
    )
    ended = access.keep_writing()
    with socket.socket(fileno=fd) as listener:
        uvicorn.Server(config).run(sockets=[listener])
    ended.set()
    access.access.write(all_of_them=True)


HEAD_SECONDS = 15.0  # from the first byte of a connection, or of a further request on it, to the end of its head


def _impatient() -> "type[HttpToolsProtocol]":
    """uvicorn's protocol with a limit for the head of a request: clients that never end theirs keep no place."""
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class Impatient(HttpToolsProtocol):
        _due: "asyncio.TimerHandle | None" = None

        def connection_made(self, transport: "asyncio.Transport") -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._due is None:
                self._wait()

        def on_headers_complete(self) -> None:
            self._stop_waiting()
            super().on_headers_complete()

        def _wait(self) -> None:
            self._due = self.loop.call_later(HEAD_SECONDS, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._due is not None:
                self._due.cancel()
                self._due = None

    return Impatient


def worker(settings: Settings) -> None:
    """The job worker: who waits at a screen goes first."""
    end_with_parent()
    os.nice(GIVES_WAY)
    from tejian.kit.database import db, jobs
    from tejian.main import prepare_process

    prepare_process()
    assert db.engine is not None
    event.listen(db.engine, "connect", _database_gives_way)
    db.let_go()  # what is open already did not
    with db.engine.connect():  # the first job finds it open
        pass
    jobs.worker(settings.database_url)


def _database_gives_way(link: psycopg.Connection[Any], _record: object) -> None:
    """What the database works for this connection gives way as we do, where it is a process of this machine."""
    if link.info.host.startswith("/"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, link.info.backend_pid, os.getpriority(os.PRIO_PROCESS, 0))


def wait_until_ready(url: str, seconds: float, given_up: Callable[[], bool]) -> bool:
    """Whether a server answers at this address within the time, or before `given_up` says so."""
    host, _, port = url.removeprefix("http://").rstrip("/").partition(":")
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not given_up():
        if _answers(Settings(host=host, port=int(port or 80))):
            return True
        time.sleep(0.1)
    return False
