"""Waiting messages go out in batches, each object's in their order: what a partner will not take stops its object only.

The partner is called between two short transactions. Whose worker died is taken up again when its lease is over.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from tejian.exchange.api import Rejected, Unreachable
from tejian.exchange.models import ExchangeMessage as Message
from tejian.kit.database import jobs
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.system.settings.api import number

from . import adapters, collecting, timing
from .adapters import Parcel
from .collecting import DONE, FAILED, WAITING

BATCH, ROUNDS = 50, 40
LEASE = timedelta(minutes=10)
NO_RECEIPT = "对方没有给出这一条的回执"


def due(model: Any) -> Any:
    """What is to be sent now: it waits, or failed and its time has come."""
    its_time = model.nexttry <= clock.now()
    return or_(
        and_(model.state == WAITING, or_(model.nexttry.is_(None), its_time)), and_(model.state == FAILED, its_time)
    )


@job("exchange.deliver", retry=3)
def deliver(db: Session, plan_id: str) -> None:
    """Send what is due of a plan; what is left after many batches goes on in a job of its own."""
    for _ in range(ROUNDS):
        with jobs.new_session() as own:
            adapter, batch = _claimed(own, plan_id)
        if adapter is None or not batch:
            break
        receipts = sent(adapter, batch)
        with jobs.new_session() as own:
            settle(own, batch, receipts)
    else:
        with jobs.new_session() as own:
            jobs.enqueue(own, "exchange.deliver", lock=collecting.lock_of(plan_id), plan_id=plan_id)


def _claimed(db: Session, plan_id: str) -> tuple[adapters.Adapter | None, list[Parcel]]:
    """The next batch: of each object the oldest message that is open, when that one is due."""
    plan, partner = collecting.sides_of(db, plan_id)
    if collecting.hindrance(db, plan, partner):
        return None, []
    m, earlier = Message, aliased(Message)
    is_open = earlier.state.in_((WAITING, FAILED))
    before = exists().where(earlier.plan_id == m.plan_id, earlier.objectkey == m.objectkey, earlier.id < m.id, is_open)
    query = select(m).where(m.plan_id == plan_id, m.state.in_((WAITING, FAILED)), due(m), ~before)
    rows = db.scalars(query.order_by(m.id).limit(BATCH).with_for_update(skip_locked=True)).all()
    return adapters.adapter_of(partner), claim(rows)


def claim(rows: Sequence[Message]) -> list[Parcel]:
    """Take locked messages for a try: nobody else tries them before the lease is over."""
    now = clock.now()
    for row in rows:
        row.state, row.tries, row.sentat, row.nexttry = WAITING, row.tries + 1, now, now + LEASE
    return [Parcel(r.id, r.entity, r.edition, r.objectkey, r.number, r.content, r.tries) for r in rows]


Receipts = Mapping[str, tuple[str, bool]]  # message → why it was not taken ('' when it was), whether to try again


def sent(adapter: adapters.Adapter, batch: Sequence[Parcel]) -> Receipts:
    """What came of a batch. One that was refused as a whole is sent again one by one, to find whose fault it is."""
    try:
        answer = adapter(batch)
    except Unreachable as wrong:
        return {one.key: (str(wrong), True) for one in batch}
    except Rejected as wrong:
        if len(batch) == 1:
            return {batch[0].key: (str(wrong), False)}
        singly = [sent(adapter, [one]) for one in batch]
        return {key: receipt for part in singly for key, receipt in part.items()}
    return {one.key: (answer[one.key], False) if one.key in answer else (NO_RECEIPT, True) for one in batch}


def settle(db: Session, batch: Sequence[Parcel], receipts: Receipts) -> None:
    """Write what came of each message; what somebody ignored meanwhile stays ignored."""
    retries = number(db, "exchange.retries", len(timing.WAITS))
    keys = [one.key for one in batch]
    for row in db.scalars(select(Message).where(Message.id.in_(keys)).order_by(Message.id).with_for_update()):
        if row.state != WAITING:
            continue
        why, again = receipts[row.id]
        row.state, row.error, row.nexttry = (FAILED if why else DONE), why[:500], None
        row.answer = "已收" if not why else ""
        if again and row.tries <= retries:
            row.nexttry = timing.next_try(clock.now(), row.tries)


def open_plans(db: Session) -> Sequence[str]:
    """The plans of which something is due."""
    query = select(Message.plan_id).where(Message.state.in_((WAITING, FAILED)), Message.plan_id != "", due(Message))
    return db.scalars(query.group_by(Message.plan_id).having(func.count() > 0)).all()
