"""Goes through the checks every five minutes and tells of what went wrong: once, and once more when it is over."""

import json
import logging
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.ground import clock, outgoing
from tejian.messages.api import send_sms, tell
from tejian.system.accounts.api import who_may
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import flag, value
from tejian.watch.models.health import BAD, HealthState
from tejian.watch.permissions import HEALTH

from .checks import CHECKS, Check

log = logging.getLogger(__name__)
SCREEN = "/sysmng/health"
TEMPLATE = "YXGJ"


@jobs.job("watch.health", retry=0, cron="*/5 * * * *")
def look(db: Session) -> None:
    """All checks once. One that cannot be made is as bad as one that fails."""
    hold(db, "watch.health")
    known = {row.code: row for row in db.scalars(select(HealthState))}
    present = set()
    for sort, one in enumerate(CHECKS):
        verdict = _made(db, one)
        if verdict is None:
            continue
        present.add(one.code)
        row = known.get(one.code)
        if row is None:
            row = HealthState(code=one.code, since=clock.now(), state="", alerted=False)
            db.add(row)
        state, sentence = verdict
        if state != row.state:
            row.state, row.since = state, clock.now()
        row.title, row.text, row.checked, row.sort = one.title, sentence[:400], clock.now(), sort
        if (state == BAD) != row.alerted:
            row.alerted = state == BAD
            alert(db, row)
    for code in known.keys() - present:
        db.delete(known[code])


def _made(db: Session, one: Check) -> tuple[str, str] | None:
    try:
        with db.begin_nested():
            return one.fn(db)
    except Exception as wrong:
        log.exception("check %s", one.code)
        return BAD, f"检查没有完成（{type(wrong).__name__}）"


def alert(db: Session, row: HealthState) -> None:
    """Tell whoever watches: in the platform, and by short message and webhook where the parameters say so."""
    title = f"{row.title}：{'异常' if row.alerted else '已恢复'}"
    watchers = who_may(db, HEALTH)
    tell(db, watchers, "运行告警", title, row.text, SCREEN)
    if flag(db, "health.sms"):
        for phone in _phones(db, watchers):
            send_sms(db, TEMPLATE, phone, {"title": title, "text": row.text[:120]}, f"HEALTH-{row.code}")
    if value(db, "health.webhook"):
        jobs.enqueue(db, "watch.webhook", title=title, text=row.text, state=row.state, code=row.code)


def _phones(db: Session, users: Sequence[str]) -> list[str]:
    return sorted(set(db.scalars(select(SysUser.mobile).where(SysUser.id.in_(users), SysUser.mobile_blind != ""))))


@jobs.job("watch.webhook", retry=5)
def call(db: Session, **told: str) -> None:
    """Hand an alert to the address that the installation names; tried again when it does not answer."""
    if url := value(db, "health.webhook"):
        outgoing.call(url, json.dumps(told).encode(), {"Content-Type": "application/json"}, timeout=10)


def begin(db: Session) -> None:
    """Look now, for whoever does not want to wait for the next time."""
    jobs.enqueue(db, "watch.health", lock="watch.health")
