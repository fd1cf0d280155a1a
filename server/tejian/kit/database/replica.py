"""Reads that may be a moment old: a replica of the database answers them when there is one and it keeps up.

Who asks and what he may do is judged on the primary. Then the replica gives a good answer or none: when it is away, too
far behind, no replica any more, or refuses, the primary is asked, so that no request fails because of it (ADR 9).
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, TimeoutError
from sqlalchemy.orm import Session, sessionmaker

from tejian.kit.ground.errors import Refused
from tejian.kit.ground.ports import Port

from . import db as kit_db

log = logging.getLogger(__name__)

PAUSE = 5.0  # seconds until a replica that failed is tried again
PATIENCE = 0.2  # seconds that a call waits for the replica to have all that the primary had when it was asked
CANCELLED = "57014"  # a statement took too long: it would on the primary too

POSITION = text("select cast(pg_current_wal_flush_lsn() as text)")
STATE = text(
    """
    select pg_is_in_recovery() as replica,
           coalesce(pg_last_wal_replay_lsn() >= cast(:position as pg_lsn), false) as current,
           coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 'infinity') as behind
    """
)

engine: Engine | None = None
_new_session: sessionmaker[Session] = sessionmaker(expire_on_commit=False, autoflush=False)
_away_until = 0.0

versions: Port[[Session], Any] = Port("versions of what processes keep in memory", lambda _db: None)
most_lag: Port[[Session], float] = Port("lag in seconds up to which a replica counts", lambda _db: 30.0)


class Unfit(Exception):
    """Why the replica may not answer now."""


@dataclass(frozen=True)
class Primary:
    """What the primary knew when a call was judged there."""

    position: str
    versions: Any
    most_lag: float


def configure(address: str) -> None:
    """Use the replica at a postgresql:// address. Called once at start-up; nothing is opened before the first read."""
    global engine, _away_until
    waits = {"connect_timeout": 2, "tcp_user_timeout": 5000}  # a host that is gone must not hold a request up for long
    engine = kit_db.open_engine(address, "tejian-replica", **waits).execution_options(
        isolation_level="REPEATABLE READ", postgresql_readonly=True
    )
    _new_session.configure(bind=engine)
    _away_until = 0.0


def ready() -> bool:
    """Whether there is a replica that did not fail just now."""
    return engine is not None and time.monotonic() >= _away_until


def primary(db: Session) -> Primary:
    """Note in a session of the primary what the replica must have."""
    return Primary(db.scalar(POSITION) or "", versions(db), most_lag(db))


@contextmanager
def reading(known: Primary) -> Iterator[Session]:
    """A session on the replica: one snapshot, read only. Raises Unfit when the replica may not answer."""
    with _new_session() as db:
        _wait(db, known)
        if versions(db) != known.versions:  # words and rules of then would be kept by this process as those of now
            raise Unfit("its dictionaries and rules are older")
        yield db


def _wait(db: Session, known: Primary) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        state = db.execute(STATE, {"position": known.position}).one()
        db.rollback()  # the snapshot of the answer begins after this
        if not state.replica:
            raise Unfit("it is no replica")
        if state.current:
            return
        if time.monotonic() >= until:
            break
        time.sleep(0.01)
    if state.behind > known.most_lag:
        raise Unfit(f"it is {state.behind:.0f} s behind")


def told(db: Session) -> list[Any]:
    """Lines for the logs that a call added while it read: they are to be stored on the primary."""
    if db.dirty or db.deleted:
        raise RuntimeError("a call that reads from the replica changes rows")
    rows = list(db.new)
    db.expunge_all()
    return rows


def failed(wrong: Exception, path: str) -> None:
    """Judge why the replica gave no answer: raises what the primary could not do either, else it will be asked."""
    global _away_until
    state = getattr(getattr(wrong, "orig", None), "sqlstate", None)
    if state == CANCELLED:
        raise wrong
    if isinstance(wrong, Refused):
        return  # to be said by the primary, which knows the newest
    log.warning("replica in %s: %s", path, str(wrong).splitlines()[:1])
    away = isinstance(wrong, DBAPIError) and (state is None or state[:2] in ("08", "53", "57"))
    if away or isinstance(wrong, Unfit | TimeoutError):
        _away_until = time.monotonic() + PAUSE


def lag() -> float | None:
    """Seconds that the replica is behind, -1 when it does not answer, None when the installation has none."""
    if engine is None:
        return None
    try:
        with _new_session() as db:
            behind: float = db.execute(STATE, {"position": "0/0"}).one().behind
    except (DBAPIError, TimeoutError):
        return -1.0
    return float(behind)
