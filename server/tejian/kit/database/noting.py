"""Refusals in the security log without filling it: ten lines of a kind and sender, and then one with their number.

What is counted stands among the tries (sys_secret_try) until its ten minutes are over; a job closes what nobody asks
again (watch.health.refusals), and tells the auditors of a sender who does not stop.
"""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock

from . import tries
from .audit import security_event
from .tries import SecretTry

TOLD = 10
WINDOW = timedelta(minutes=10)
COUNTED = tries.Limit(10**9, timedelta(), WINDOW)
PREFIX, ALARM = "refused:", "alarm:"


def note(db: Session, kind: str, sender: str, target: str, detail: str, **who: str) -> None:
    """Write one refusal of a sender (an account or an address), or count it when he was told of often enough."""
    key = f"{PREFIX}{kind}:{sender}"[:120]
    tries.in_turn(db, key)
    row = db.scalars(select(SecretTry).where(SecretTry.key == key).execution_options(populate_existing=True)).first()
    if row is not None and clock.now() - row.since > WINDOW:
        close(db, row)
        row = None
    before = row.failures if row is not None else 0
    tries.failed(db, key, COUNTED)
    if before < TOLD:
        more = "；十分钟内再有同类的只计数" if before == TOLD - 1 else ""
        security_event(db, kind, target, f"{detail}{more}", "拒绝", **who)


def alarm(db: Session, kind: str, sender: str, target: str, detail: str, **who: str) -> None:
    """Write a refusal of which the auditors are told at once."""
    security_event(db, kind, target, detail, "拒绝", **who)
    tries.failed(db, f"{ALARM}{kind}:{sender}"[:120], COUNTED)


def alarms(db: Session) -> Sequence[SecretTry]:
    """The alarms of which nobody was told yet, locked."""
    query = select(SecretTry).where(SecretTry.key.startswith(ALARM))
    return db.scalars(query.order_by(SecretTry.key).with_for_update(skip_locked=True)).all()


def unstoppable(db: Session) -> Sequence[SecretTry]:
    """The senders who were refused more often than is written line by line, locked."""
    query = select(SecretTry).where(SecretTry.key.startswith(PREFIX), SecretTry.failures > TOLD)
    return db.scalars(query.order_by(SecretTry.key).with_for_update(skip_locked=True)).all()


def said_of(row: SecretTry) -> tuple[str, str]:
    """(kind, sender) of what is counted."""
    kind, _, sender = row.key.removeprefix(PREFIX).removeprefix(ALARM).partition(":")
    return kind, sender


def close(db: Session, row: SecretTry) -> None:
    """Write how often the rest of it was, and begin anew."""
    if row.failures > TOLD:
        kind, sender = said_of(row)
        said = f"{row.since:%Y-%m-%d %H:%M} 起十分钟内同类共 {row.failures} 次，其中 {row.failures - TOLD} 次未逐条记录"
        security_event(db, kind, sender, said, "拒绝", user_id="", user_name="", ip="")
    db.delete(row)
    db.flush()
