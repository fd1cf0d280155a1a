"""Carries short messages to the provider and back: 待发 → 发送中 → 已送达 or 失败.

The provider is called between two short transactions: one that claims the message, one that writes the answer. What is
unknown is asked after; a message is handed in again only under the same key, so it is never sent twice.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.database.jobs import job
from tejian.kit.database.phones import hidden
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .gateway import DELIVERED, SENT, Busy, Outcome, Rejected, provider_of
from .models import NOT_SENT, OPEN, Sms, SmsReconcile, SmsReply

log = logging.getLogger(__name__)

WAITING, UNDER_WAY, DONE, LOST, SENT_AGAIN = "待发", "发送中", "已送达", "失败", "已重发"
WAITS = [timedelta(minutes=m) for m in (1, 5, 15, 60, 240)]  # between two tries
UNKNOWN = "结果未知，待核对"


def _wait(tries: int) -> datetime:
    return clock.now() + WAITS[min(max(tries, 1), len(WAITS)) - 1]


def _claim(sms_id: str) -> tuple[str, str, int] | None:
    """Take a waiting message into work, in a transaction of its own: (number, text, tries), or None."""
    with jobs.new_session() as own:
        row = own.scalars(select(Sms).where(Sms.id == sms_id).with_for_update(skip_locked=True)).first()
        if row is None or row.state != WAITING:
            return None
        row.state, row.tries, row.sentat = UNDER_WAY, row.tries + 1, clock.now()
        return row.receiver, row.content, row.tries


def _locked(db: Session, sms_id: str) -> Sms:
    return db.scalars(select(Sms).where(Sms.id == sms_id).with_for_update()).one()


@job("sms.send", retry=3)
def send(db: Session, sms_id: str) -> None:
    """Hand one message to the provider. Nothing is locked while the provider works."""
    claimed = _claim(sms_id)
    if claimed is None:
        return
    number, content, tries = claimed
    provider, failure, busy, providerid = provider_of(db), "", False, ""
    try:
        providerid = provider.send(sms_id, number, content)
    except Rejected as refusal:
        failure = str(refusal)
    except Busy as refusal:
        failure, busy = str(refusal), True
    except Exception as wrong:  # whatever happened on the way, the message may have been taken
        log.warning("short message %s: %s", sms_id, wrong)
        failure = UNKNOWN
    row = _locked(db, sms_id)
    if row.state != UNDER_WAY:  # the receipt was faster than the answer
        row.providerid = row.providerid or providerid
        return
    row.providerid, row.failure = providerid, failure
    if busy and tries <= len(WAITS):
        row.state = WAITING
        jobs.enqueue(db, "sms.send", at=_wait(tries), sms_id=sms_id)
    elif busy or (failure and failure != UNKNOWN):
        row.state = LOST
    else:
        jobs.enqueue(db, "sms.ask", at=_wait(1 if failure else 2), sms_id=sms_id, turn=1)


@job("sms.ask", retry=3)
def ask(db: Session, sms_id: str, turn: int) -> None:
    """Ask what became of a message whose receipt has not come."""
    state = db.scalar(select(Sms.state).where(Sms.id == sms_id))
    if state != UNDER_WAY:
        return
    outcome = provider_of(db).ask([sms_id]).get(sms_id)
    row = _locked(db, sms_id)
    if row.state != UNDER_WAY:
        return
    if outcome is None and row.tries <= len(WAITS):  # it never arrived: hand it in again, under its key
        row.state = WAITING
        jobs.enqueue(db, "sms.send", sms_id=sms_id)
    elif outcome is None:
        row.state, row.failure = LOST, "通道没有收到"
    elif outcome.state != SENT:
        settle(row, outcome)
    elif turn <= len(WAITS):
        row.providerid = outcome.providerid
        jobs.enqueue(db, "sms.ask", at=_wait(turn + 1), sms_id=sms_id, turn=turn + 1)
    else:
        row.state, row.failure = LOST, "通道没有给出结果"


def settle(row: Sms, outcome: Outcome) -> bool:
    """Write a final outcome; False when it is already known."""
    state = DONE if outcome.state == DELIVERED else LOST
    if row.state == state:
        return False
    row.state, row.providerid = state, outcome.providerid
    row.failure = outcome.reason if state == LOST else ""
    row.deliveredat = clock.now() if state == DONE else None
    return True


@job("sms.sweep", cron="*/10 * * * *")
def sweep(db: Session) -> None:
    """Messages whose job was lost with its worker: waiting for hours, or under way without any answer."""
    now = clock.now()
    unanswered = and_(Sms.state == UNDER_WAY, Sms.providerid == "", Sms.updatetime < now - timedelta(minutes=30))
    old = and_(Sms.state.in_((UNDER_WAY, WAITING)), Sms.updatetime < now - timedelta(hours=6))
    waiting = select(Sms).where(or_(unanswered, old)).order_by(Sms.id).limit(500).with_for_update(skip_locked=True)
    for row in db.scalars(waiting).all():
        row.updatetime = now  # looked after: the next sweep leaves it alone
        if row.state == WAITING:
            jobs.enqueue(db, "sms.send", sms_id=row.id)
        else:
            jobs.enqueue(db, "sms.ask", sms_id=row.id, turn=len(WAITS))


@job("sms.reconcile", daily="02:30")
def reconcile(db: Session) -> None:
    """Every night: yesterday's messages against the provider's statement."""
    reconcile_day(db, (clock.now() - timedelta(days=1)).date())


def reconcile_day(db: Session, day: Any) -> SmsReconcile:
    """Compare one day: final outcomes of the provider count, and what only one side knows is listed."""
    theirs = provider_of(db).statement(day)
    start = datetime.combine(day, time(), clock.SHANGHAI)
    sent = select(Sms).where(Sms.sentat >= start, Sms.sentat < start + timedelta(days=1), Sms.providerid != "")
    known = {r.id: r for r in db.scalars(sent.with_for_update())}
    late = [k for k in theirs if k not in known]  # taken by the provider, but no answer reached us
    known |= {r.id: r for r in db.scalars(select(Sms).where(Sms.id.in_(late)).with_for_update())} if late else {}
    differences: list[dict[str, Any]] = []
    corrected = 0
    for key in sorted(known.keys() | theirs.keys()):
        row, outcome = known.get(key), theirs.get(key)
        if row is None:
            differences.append({"key": key, "ours": "无", "theirs": outcome.state if outcome else ""})
        elif outcome is None:
            differences.append({"key": key, "ours": row.state, "theirs": "无"})
        elif outcome.state != SENT and settle(row, outcome):
            corrected += 1
    ledger = db.scalars(select(SmsReconcile).where(SmsReconcile.day == day).with_for_update()).first()
    result = ledger or SmsReconcile(day=day)
    result.ours, result.theirs, result.corrected = len(known), len(theirs), (result.corrected or 0) + corrected
    result.agreed, result.differences = len(known.keys() & theirs.keys()), differences
    db.add(result)
    return result


def retry(db: Session, me: User, ids: Sequence[str]) -> None:
    """Send failed messages again at a user's wish, under a key of their own: the phone did not get the first one."""
    rows = many_visible_or_refuse(db, me, Sms, ids, lock=True)
    if len(rows) > 100:
        raise Refused("一次最多重发100条")
    for row in rows:
        if row.state != LOST:
            raise Refused("只有失败的短信可以重发")
        if not row.content:
            raise Refused("短信已过保存期限，号码和内容已清理，不能重发")
        again = Sms(
            org_id=row.org_id, template=row.template, receiver=row.receiver, content=row.content, datacode=row.datacode
        )
        row.failure = f"{row.failure}（已重发）"[:200]
        row.state = SENT_AGAIN
        db.add(again)
        db.flush()
        jobs.enqueue(db, "sms.send", sms_id=again.id)


def hide_old(db: Session, before: datetime, most: int) -> int:
    """Hide the numbers and drop the texts of messages that are that old and have ended; gives how many."""
    old = select(Sms).where(
        Sms.createtime < before, Sms.content != "", Sms.state.in_((DONE, LOST, SENT_AGAIN, NOT_SENT))
    )
    found = db.scalars(old.order_by(Sms.createtime).limit(most)).all()
    for row in found:
        row.receiver, row.content = hidden(row.receiver), ""
    return len(found) + _hide_replies(db, before, most)


def _hide_replies(db: Session, before: datetime, most: int) -> int:
    """The replies that old and done: a number is written into the list of 退订 apart and stays there."""
    old = select(SmsReply).where(SmsReply.createtime < before, SmsReply.content != "", SmsReply.step != OPEN)
    found = db.scalars(old.order_by(SmsReply.createtime).limit(most)).all()
    for row in found:
        row.sender = row.content = ""
    return len(found)
