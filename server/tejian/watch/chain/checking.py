"""Reads the whole chain against the rows and the kept heads: every night, and when the auditor wants it."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import hold_if_free, me_of
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.system.accounts.api import is_demonstration, who_may
from tejian.system.desk.api import arrival
from tejian.system.permissions import AUDIT_QUERY
from tejian.watch.models.chain import ChainBlock, ChainCheck, ChainPending

from . import heads
from .sealing import LOCK, rows, seal_all, seal_now, sealed
from .verify_chain import FOUND_AT_MOST, judge

SOUND, BROKEN = "完好", "有问题"
ROUTE = "/sysmng/chainCheck/details?id={id}"
FETCHED = 5000


class Stored:
    """The chain as it stands in the database (see verify_chain.judge)."""

    def __init__(self, db: Session):
        self.db = db
        self.tables = {table.name: table for table in sealed()}

    def chains(self) -> list[str]:
        return sorted({*self.tables, *self.db.scalars(select(ChainBlock.chain).distinct())})

    def blocks(self, chain: str) -> Iterator[dict[str, Any]]:
        table = ChainBlock.__table__
        asked = select(table).where(table.c.chain == chain).order_by(table.c.no).execution_options(yield_per=20)
        for row in self.db.execute(asked).mappings():
            yield dict(row)

    def rows(self, chain: str, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        return rows(self.db, self.tables[chain], keys) if chain in self.tables else {}

    def keys(self, chain: str) -> Iterator[str]:
        if chain not in self.tables:
            return
        key = sa.cast(self.tables[chain].c.id, sa.Text)
        waits = exists().where(ChainPending.chain == chain, ChainPending.row_key == key)
        yield from self.db.scalars(select(key).where(~waits).execution_options(yield_per=FETCHED))

    def waiting(self, chain: str) -> set[str]:
        return set(self.db.scalars(select(ChainPending.row_key).where(ChainPending.chain == chain)))

    def count(self, chain: str) -> int:
        if chain not in self.tables:
            return 0
        return self.db.scalar(select(func.count()).select_from(self.tables[chain])) or 0


def judged(db: Session, until: datetime | None = None) -> tuple[list[str], dict[str, int]]:
    """What is wrong with the chain as this transaction reads it, and what was read; with the heads signed `until`."""
    known = heads.kept()
    if until is not None:
        known = [h for h in known if datetime.fromisoformat(h.get("at", h["day"])).astimezone() <= until]
    faults, read = judge(Stored(db), known, heads.public_key())
    return faults, read


def check(db: Session, me: User) -> ChainCheck:
    """Bind what waits, read everything, keep the result, and tell the auditors when something is wrong.

    What this transaction reads is one state of the database, so rows that come meanwhile are no findings.
    """
    begun = clock.now()
    faults, read = judged(db)
    row = ChainCheck(
        begun=begun,
        ended=clock.now(),
        result=BROKEN if faults else SOUND,
        found=len(faults),
        findings=faults[:FOUND_AT_MOST],
        byname=me.name,
        **read,
    )
    db.add(row)
    db.flush()
    if faults:
        auditors = who_may(db, AUDIT_QUERY)
        tell(db, auditors, "日志核查", f"日志封存链核查发现 {len(faults)} 处问题", faults[0], ROUTE.format(id=row.id))
    return row


@jobs.job("chain.seal", retry=0, cron="* * * * * */20")
def seal(db: Session) -> None:
    """Every twenty seconds: bind what was committed since; when nothing is left, the head of the hour is signed.

    Rows are as old as their blocks from the first head on, so there is none while demonstration data of earlier days
    arrives.
    """
    if hold_if_free(db, LOCK) and seal_all(db) and not (arrival.progress() and is_demonstration(db)):
        heads.sign_hourly(db)


def read_first(db: Session, me: User) -> None:
    """Bind what is there, sign the first head over it, and read it all."""
    seal_now(db)
    heads.sign_hourly(db)
    check(db, me)


@jobs.job("chain.check", retry=0, queue="imports")
def check_now(db: Session, user_id: str, user_name: str) -> None:
    """At the wish of an auditor."""
    _sealed_and_checked(User(id=user_id, name=user_name))


@jobs.job("chain.night", retry=2, daily="02:40", queue="imports")
def every_night(db: Session) -> None:
    """Bind, check, and sign the head of the day: a chain that is wrong gets a head too, which tells so."""
    _sealed_and_checked(me_of(db), signs=True)


def _sealed_and_checked(me: User, *, signs: bool = False) -> None:
    with jobs.new_session() as sealing:
        seal_now(sealing)
    with jobs.new_session() as reading:
        reading.info["me"] = me
        reading.execute(sa.text("set transaction isolation level repeatable read"))
        row = check(reading, me)
        if signs:
            row.head = heads.sign(reading)


def begin(db: Session, me: User) -> None:
    """Write the job of a check."""
    jobs.enqueue(db, "chain.check", lock="chain.check", user_id=me.id, user_name=me.name)


def newest(db: Session) -> ChainCheck | None:
    return db.scalars(select(ChainCheck).order_by(ChainCheck.begun.desc()).limit(1)).first()


def waiting(db: Session) -> int:
    """How many rows stand in no block yet."""
    return db.scalar(select(func.count()).select_from(ChainPending)) or 0
