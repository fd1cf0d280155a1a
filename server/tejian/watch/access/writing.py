"""Writes what the web processes counted, and keeps the table within its days and rows."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.database.db import new_id
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.kit.web.access import Key, Tally, percentile, written
from tejian.system.settings.api import number
from tejian.watch.models.access import ApiAccess as A


def write(past: dict[Key, Tally]) -> None:
    """Store past minutes in a transaction of their own."""
    with kit_db.new_session.begin() as db:
        store(db, past)


written.bind(write)


def store(db: Session, past: dict[Key, Tally]) -> None:
    """Add up with what other processes, or this one before, stored of the same minutes: one writer after another."""
    db.execute(select(func.pg_advisory_xact_lock(func.hashtext("watch_access"))))
    minutes = {datetime.fromtimestamp(minute * 60, UTC) for minute, *_ in past}
    there = {
        (r.minute, r.path, r.user_id, r.ip): r for r in db.execute(select(A.__table__).where(A.minute.in_(minutes)))
    }
    fresh, more = [], []
    for (minute, path, user_id, ip), tally in past.items():
        key = (datetime.fromtimestamp(minute * 60, UTC), path[:120], user_id, ip[:64])
        steps, old = Counter(tally.steps), there.get(key)
        row = {name: getattr(tally, name) for name in ("calls", "refused", "broken", "total_ms", "most_ms")}
        if old:
            steps.update({int(step): count for step, count in old.steps.items()})
            row = {name: row[name] + getattr(old, name) for name in row} | {"most_ms": max(old.most_ms, tally.most_ms)}
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
            row[name] = percentile(steps, share, row["most_ms"])
        row["steps"] = {str(step): count for step, count in sorted(steps.items())}
        if old:
            more.append({"id": old.id, **row})
            continue
        named = dict(zip(("minute", "path", "user_id", "ip"), key, strict=True))
        fresh.append({"id": new_id(), **named, "user_name": tally.user_name[:64], **row})
    if fresh:
        db.execute(insert(A), fresh)
    if more:
        db.execute(update(A), more)


@job("watch.access", cron="*/10 * * * *")
def keep_bounded(db: Session) -> None:
    """Every ten minutes: what is older than its days goes, and of more rows than may be kept the oldest minutes."""
    before = clock.now() - timedelta(days=number(db, "access.days", 7))
    beyond = select(A.minute).order_by(A.minute.desc()).offset(number(db, "access.rows", 200_000)).limit(1)
    if last := db.scalar(beyond):
        before = max(before, last + timedelta(minutes=1))
    db.execute(text("set local lock_timeout = '5s'"))
    db.execute(delete(A).where(A.minute < before))
