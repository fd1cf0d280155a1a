"""Work after the answer: a job is written in the transaction of its cause, so it exists exactly when the cause does.

procrastinate runs the jobs; a job function is `fn(db, **arguments)` and has one transaction like a request.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time
from typing import Any

import procrastinate
from procrastinate.connector import BaseConnector
from sqlalchemy import text, update
from sqlalchemy.orm import Session

from tejian.kit.ground import clock, trace
from tejian.kit.ground.user import SYSTEM

from . import db as kit_db

log = logging.getLogger(__name__)
Job = Callable[..., None]

app = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())
# Enqueueing goes over the caller's own connection, in the worker too, whose connector is an asynchronous one: so it has
# an app of its own, which only knows how to write the row.
_writer = procrastinate.App(connector=procrastinate.SyncPsycopgConnector())
_jobs: dict[str, Job] = {}
_queues: dict[str, str] = {}
_periodic: list[tuple[str, str]] = []


@contextmanager
def working(opened: Callable[[], Session]) -> Iterator[Session]:
    """The session of a job: committed when the job ends, and where it lets its transaction go (`let_go`)."""
    with opened() as session:
        yield session
        session.commit()


new_session: Callable[[], Any] = lambda: working(kit_db.new_session)  # noqa: E731


def run(name: str, arguments: dict[str, Any]) -> None:
    """Carry a job out in a transaction of its own."""
    with trace.under(kit_db.new_id()) as number, new_session() as session:
        session.info["me"] = SYSTEM
        session.info["request_no"] = number
        _jobs[name](session, **arguments)


def let_go(db: Session) -> None:
    """End the transaction of a job that has only read so far, before a child of its own works for minutes.

    A connection that rests in a transaction is cut after two minutes (database/db.py), and until then it keeps what
    others delete. What was read stays as it was read; what may have changed meanwhile is the caller's to read again.
    """
    if db.new or db.dirty or db.deleted:
        raise RuntimeError("a transaction that has written is not let go")
    db.commit()


def _cron_of(daily: str) -> str:
    """A time of China as the scheduler reads it, which counts in UTC; China keeps no summer time."""
    at = datetime.combine(clock.today(), time.fromisoformat(daily), clock.SHANGHAI).astimezone(UTC)
    return f"{at.minute} {at.hour} * * *"


def job(name: str, *, retry: int = 5, cron: str = "", daily: str = "", queue: str = "default") -> Callable[[Job], Job]:
    """Declare a job. It is tried again with growing waits.

    `daily` also runs it every day at this time of China (`02:40`), `cron` in short intervals, each once per slot.
    """
    cron = cron or (daily and _cron_of(daily))

    def add(fn: Job) -> Job:
        if name in _jobs:
            raise ValueError(f"two jobs are called {name}")
        _jobs[name] = fn
        _queues[name] = queue

        def task(**arguments: Any) -> None:
            arguments.pop("timestamp", None)
            run(name, arguments)

        wait = procrastinate.RetryStrategy(max_attempts=retry, exponential_wait=4) if retry else False
        task_of = app.task(name=name, retry=wait, queue=queue)(task)
        if cron:
            app.periodic(cron=cron)(task_of)  # type: ignore[arg-type]
            _periodic.append((name, cron))
        return fn

    return add


def enqueue(db: Session, name: str, *, at: datetime | None = None, lock: str = "", **arguments: Any) -> None:
    """Write a job in the caller's transaction. `lock` keeps jobs of the same lock one after another."""
    if name not in _jobs:
        raise ValueError(f"unknown job {name}")
    options: dict[str, Any] = {"connection": _driver(db), "queue": _queues[name]}
    if at:
        options["schedule_at"] = at
    if lock:
        options["lock"] = lock
    _writer.configure_task(name, **options).defer(**arguments)


def note(model: type[Any], key: str, **values: Any) -> None:
    """Write into the row of a long job how far it is, in a transaction of its own."""
    with new_session() as other:
        other.execute(update(model).where(model.id == key).values(**values))


def _driver(db: Session) -> Any:
    """The psycopg connection below a session. What is pending is written later in the same transaction."""
    return db.connection().connection.driver_connection


def waiting(db: Session) -> list[tuple[str, dict[str, Any]]]:
    """Jobs that are enqueued and not yet begun, oldest first."""
    rows = db.execute(
        text("select task_name, args from procrastinate_jobs where status = 'todo' order by priority desc, id")
    )
    return [(r.task_name, r.args) for r in rows]


def failed(db: Session) -> int:
    """How many jobs gave up after all tries."""
    return db.scalar(text("select count(*) from procrastinate_jobs where status = 'failed'")) or 0


def worker(url: str, connector: BaseConnector | None = None) -> None:
    """Run jobs until told to stop."""
    real = connector or procrastinate.PsycopgConnector(conninfo=url, min_size=1, max_size=3)
    with app.replace_connector(real) as running:
        # four at once: long imports of three users do not keep short messages waiting
        running.run_worker(concurrency=4, delete_jobs="successful", name="tejian")
