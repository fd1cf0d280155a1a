"""What runs by itself: plans whose time has come, what is due of their messages, and the comparison of the night."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.exchange.models import CHECKING
from tejian.exchange.models import ExchangePlan as Plan
from tejian.exchange.models import ExchangeRun as Run
from tejian.kit.database import jobs
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock

from . import collecting, delivering, reconciling  # noqa: F401  (the last one declares its job)

LOST = timedelta(minutes=30)
AT_ONCE = 100


@job("exchange.beat", cron="*/5 * * * *")
def beat(db: Session) -> None:
    """Start plans that are due, take up runs whose worker was lost, and send what is due."""
    now = clock.now()
    going = select(Run.plan_id).where(Run.ended.is_(None))
    due = select(Plan).where(Plan.enabled, Plan.nextrun <= now, Plan.id.not_in(going)).order_by(Plan.nextrun)
    for plan in db.scalars(due.limit(AT_ONCE).with_for_update(skip_locked=True)).all():
        collecting.start(db, plan)
    lost = select(Run).where(Run.ended.is_(None), Run.updatetime < now - LOST)
    for run in db.scalars(lost.limit(AT_ONCE).with_for_update(skip_locked=True)).all():
        run.updatetime = now
        collecting.enqueue(db, run)
    for plan_id in delivering.open_plans(db):
        jobs.enqueue(db, "exchange.deliver", lock=collecting.lock_of(plan_id), plan_id=plan_id)


@job("exchange.compare", daily="04:13")
def compare(db: Session) -> None:
    """Every night a comparison of each plan that is in use."""
    going = select(Run.plan_id).where(Run.ended.is_(None), Run.kind == CHECKING)
    for plan in db.scalars(select(Plan).where(Plan.enabled, Plan.id.not_in(going)).order_by(Plan.id)).all():
        collecting.start(db, plan, CHECKING)
