"""Fixtures for all tests.

db    a session in a transaction that is rolled back after the test
call  requests to the application inside that same transaction:
          call("/api/x/y", _as=user, name="…")              as a kit User, no login needed
          call.login("shouli", "…"); call("/api/x/y", …)    through a real login
real  a database of the test's own, for races, workers and deferred constraints: real commits, same way of calling
"""

import asyncio
import base64
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import sqlalchemy as sa
from anyio.from_thread import BlockingPortal, start_blocking_portal
from sqlalchemy.orm import Session, sessionmaker

from tests import database, quick, savepoints, shapes, turns
from tests.kept import Kept

# The same examples in every run, and none judged by how long a busy machine took for it.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order, the same for a seed")
    parser.addoption("--quick", action="store_true", help="without walks, real servers and flows of many cases")
    parser.addoption("--all", action="store_true", help="also what is the turn of other days (tests/turns.py)")
    parser.addoption("--examples", type=int, default=2, metavar="N", help="inputs made for each described call")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("--quick") and quick.is_left_out(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not (config.getoption("--all") or config.option.keyword or _is_named(config)):
        today = {item: turns.runs_today(item) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not today[item]])
        items[:] = [item for item in items if today[item]]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    seed = config.getoption("--shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)


def _is_named(config: pytest.Config) -> bool:
    """Whether somebody asks for tests by name: he gets them all."""
    return any(Path(one.partition("::")[0]).suffix == ".py" for one in config.invocation_params.args)


def pytest_configure(config: pytest.Config) -> None:
    if database.RUN not in os.environ and not hasattr(config, "workerinput") and not config.option.collectonly:
        database.start()
        config.add_cleanup(database.finish)


@pytest.fixture(scope="session")
def worker_name() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "gw0")


@pytest.fixture(scope="session")
def application(worker_name: str) -> Iterator[Any]:
    """The application on this worker's copy of the template database."""
    from tejian import settings
    from tejian.kit.database import db as kit_db

    with database.copied("test") as at:
        data = database.run_folder() / worker_name
        data.mkdir(exist_ok=True)
        os.environ.update(database.environment(at, data))
        settings.current.cache_clear()
        from tejian.main import create_app
        from tejian.system.accounts import passwords

        passwords.HASHER = database.QUICK  # a hash that costs an attacker time costs the tests as much
        yield create_app()
        if kit_db.engine is not None:
            kit_db.engine.dispose()


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """One event loop for all requests of a worker, as in a server; by itself the client makes one for each."""
    with start_blocking_portal() as made:
        yield made


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The same in the thread of the tests, for those that share one connection: of them only one runs at a time."""
    made = asyncio.new_event_loop()
    yield made
    made.close()


@pytest.fixture(scope="session")
def engine(application: Any) -> sa.Engine:
    from tejian.kit.database import db as kit_db

    assert kit_db.engine is not None
    savepoints.quick(kit_db.engine)
    sa.event.listen(kit_db.engine, "commit", _nothing_stays)
    return kit_db.engine


def _nothing_stays(connection: sa.Connection) -> None:
    """What a test commits for good in the database of all tests is found by others: it asks for `real`."""
    if connection.exec_driver_sql("SELECT pg_current_xact_id_if_assigned()").scalar() is not None:
        raise AssertionError("a test committed into the shared database: use the fixture `real`")


@pytest.fixture
def connection(engine: sa.Engine) -> Iterator[sa.Connection]:
    with engine.connect() as connection:
        transaction = connection.begin()
        yield connection
        transaction.rollback()


def _sessions(connection: sa.Connection) -> "sessionmaker[Session]":
    # A commit inside only releases a savepoint: the outer transaction stays ours to roll back.
    return sessionmaker(connection, join_transaction_mode="create_savepoint", expire_on_commit=False)


@pytest.fixture
def db(connection: sa.Connection) -> Iterator[Session]:
    with _sessions(connection)() as session:
        yield session


@pytest.fixture(scope="session")
def kept() -> Kept:
    """What the tests of this worker begin with."""
    return Kept()


@pytest.fixture(scope="session")
def actors(engine: sa.Engine) -> Any:
    """The accounts of the small city, read once: an office of each test takes a copy."""
    from tejian.demo.actors import Actors

    with Session(engine) as db:
        return Actors(db)


@dataclass
class Caller:
    """Sends requests as a browser would; `_as` skips the login."""

    client: Any
    db: Session | None = None
    user: Any = None
    sid: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __call__(
        self,
        path: str,
        *,
        _as: Any = None,
        _method: str = "POST",
        _json: Any = None,
        _files: Any = None,
        _headers: dict[str, str] | None = None,
        **form: Any,
    ) -> Any:
        """The HTTP answer. Form names with two underscores are dotted names: `rows__0__id` is sent as rows.0.id."""
        self.user = _as
        sent = {name.replace("__", "."): value for name, value in form.items() if value is not None}
        query: dict[str, Any] = {"__sid": self.sid} if self.sid else {}
        options: dict[str, Any] = {"headers": {**self.headers, **(_headers or {})}}
        if _method in ("GET", "HEAD") or _json is not None:
            query |= sent
            if _json is not None:
                options["json"] = _json
        else:
            options |= {"data": sent, "files": _files}
        if self.db is not None:
            self.db.commit()  # what the test prepared becomes visible to the request
        try:
            answer = self.client.request(_method, path, params=query, **options)
            shapes.hold(path, answer)
            return answer
        finally:
            self.user = None
            if self.db is not None:
                self.db.expire_all()

    def get(self, path: str, **form: Any) -> Any:
        return self(path, _method="GET", **form)

    def login(self, name: str, password: str = "Tejian@2026") -> Any:
        """Log in through the login call; later calls carry its cookie and its __sid."""
        user, word = (base64.b64encode(text.encode()).decode() for text in (name, password))
        answer = self("/a/login", username=user, password=word, loginType="1", randomNum="1").json()
        self.sid = answer.get("sessionid") or ""
        return answer


def _caller(application: Any, monkeypatch: pytest.MonkeyPatch, db: Session | None = None) -> Caller:
    from tejian.kit.web import edge, reading
    from tejian.system.settings import cache
    from tests.reader import Reader

    reading.forget()  # the same person stands in all tests
    client = Reader(application, raise_server_exceptions=False)
    caller = Caller(client, db)
    really = edge.identify

    def identified(session: Session, asked: Any) -> Any:
        if caller.user is None:
            return really(session, asked)
        return replace(caller.user, dict_version=cache.version(session, "dict"))

    monkeypatch.setattr(edge, "identify", identified)
    return caller


@pytest.fixture
def call(
    application: Any,
    loop: asyncio.AbstractEventLoop,
    connection: sa.Connection,
    db: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> Caller:
    from tejian.kit.database import jobs
    from tejian.kit.web import edge

    sessions = _sessions(connection)
    monkeypatch.setattr(edge, "open_session", sessions.begin)
    monkeypatch.setattr(edge, "open_reading", sessions.begin)
    monkeypatch.setattr(jobs, "new_session", lambda: jobs.working(sessions))
    caller = _caller(application, monkeypatch, db)
    caller.client.loop = loop
    return caller


@pytest.fixture
def job_sessions(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """The sessions that jobs open from now on."""
    from tejian.kit.database import jobs

    opened, working = list[Session](), jobs.working

    @contextmanager
    def noted(make: Any) -> Iterator[Session]:
        with working(make) as session:
            opened.append(session)
            yield session

    monkeypatch.setattr(jobs, "working", noted)
    return opened


@pytest.fixture
def outgoing_named(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`outgoing_named("127.0.0.1")`: the installation names what the server may call."""
    from tejian import settings

    here = settings.current()
    return lambda names: monkeypatch.setattr(settings, "current", lambda: replace(here, outgoing=names))


@dataclass
class Real:
    """A database of the test's own, with real commits."""

    urls: database.Urls
    engine: sa.Engine
    new_session: "sessionmaker[Session]"
    call: Caller
    data: Path


@pytest.fixture
def real(application: Any, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Real]:
    from tejian.kit.database import db as kit_db

    before = kit_db.engine
    with database.copied("real") as at:
        engine = kit_db.configure(at.app)
        try:
            caller = _caller(application, monkeypatch)
            caller.client.portal = portal
            yield Real(at, engine, kit_db.new_session, caller, tmp_path)
        finally:
            engine.dispose()
            kit_db.use(before)
