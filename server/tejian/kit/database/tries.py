"""Wrong tries of secrets, counted in one place for all of them: by account, by address, with waits that grow.

A key says what is counted: a login name (whether there is such an account or not), or an address. What is refused
because of it is refused before the secret is looked at. A caller that counts gives its refusal back instead of raising
it: the count must be stored.
"""

import ipaddress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import DateTime, String, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, Session, mapped_column

from tejian.kit.ground import clock
from tejian.kit.ground.errors import TooMany

from .db import Base

GROWS = 3  # how often a wait doubles
FORGOTTEN = timedelta(days=1)  # without a wrong try; what waits is known longer


class SecretTry(Base):
    """What was tried in vain under one key since it last went well."""

    __tablename__ = "sys_secret_try"
    key: Mapped[str] = mapped_column(String(120), primary_key=True)
    failures: Mapped[int] = mapped_column(default=0)  # since `since`
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    waits: Mapped[int] = mapped_column(default=0)  # how often it has come to a wait
    until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


@dataclass(frozen=True)
class Limit:
    """So many failures within `within` lead to a wait, which doubles with each further one."""

    most: int
    wait: timedelta
    within: timedelta


PUBLIC = Limit(20, timedelta(minutes=10), timedelta(minutes=10))  # pages that anybody opens, by address


def address(place: str, ip: str) -> str:
    """The key of an address; of IPv6 the network, of which a visitor has all addresses."""
    try:
        known = ipaddress.ip_address(ip)
    except ValueError:
        return f"{place}:{ip[:64]}"
    net = ipaddress.ip_network((known, 64), strict=False) if known.version == 6 else known
    return f"{place}:{net}"


def _row(db: Session, key: str, *, lock: bool = False) -> SecretTry | None:
    query = select(SecretTry).where(SecretTry.key == key).execution_options(populate_existing=True)
    return db.scalars(query.with_for_update() if lock else query).first()


def in_turn(db: Session, key: str) -> None:
    """One try of a key after the other: a hundred at once are not judged by the count before the first."""
    db.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(key, 0))))


def waiting(db: Session, key: str) -> timedelta | None:
    """How long no further try is taken; None when one is."""
    row = _row(db, key)
    left = row.until - clock.now() if row and row.until else timedelta()
    return left if left > timedelta() else None


def minutes(wait: timedelta) -> int:
    """A wait as people are told it."""
    return -(-int(wait.total_seconds()) // 60)


def refuse_waiting(db: Session, key: str, what: str) -> None:
    """Refuse with 429 while the key has to wait."""
    if wait := waiting(db, key):
        raise TooMany(f"{what}过于频繁，请{minutes(wait)}分钟后再试")


def recent(db: Session, key: str, within: timedelta) -> int:
    """How many tries failed lately, at least two when it came to a wait."""
    row = _row(db, key)
    if row is None or clock.now() - row.last > within:
        return 0
    return max(row.failures, 2) if row.waits else row.failures


def failed(db: Session, key: str, limit: Limit, times: int = 1) -> None:
    """Count a wrong try, or some.

    Keys of accounts are counted before those of addresses: no two callers wait for each other.
    """
    now = clock.now()
    db.execute(insert(SecretTry).values(key=key, since=now, last=now, failures=0, waits=0).on_conflict_do_nothing())
    row = _row(db, key, lock=True)
    if row is None:
        return
    if now - row.last > FORGOTTEN:
        row.failures, row.waits = 0, 0
    if now - row.since > limit.within:
        row.failures = 0
    if row.failures == 0:
        row.since = now
    row.failures, row.last = row.failures + times, now
    if row.failures >= limit.most:
        row.until = now + limit.wait * 2 ** min(row.waits, GROWS)
        row.failures, row.waits = 0, row.waits + 1
    db.flush()


def forget(db: Session, key: str) -> None:
    """It went well, or somebody lets the key try again."""
    db.execute(delete(SecretTry).where(SecretTry.key == key))


def forget_old(db: Session) -> None:
    """Drop what no longer counts."""
    db.execute(delete(SecretTry).where(SecretTry.last < clock.now() - FORGOTTEN))
