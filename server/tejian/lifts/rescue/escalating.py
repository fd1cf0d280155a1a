"""Escalation by itself: a job at its moment, written with the step before it; each minute what was missed."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.lifts.models.rescue import ACCEPTED, ARRIVED, FIRE, SHUT_IN, RescueIncident

from .judging import ESCALATE
from .process import next_level, raise_to

AT_ONCE = 200


def _why(row: RescueIncident) -> str:
    if row.step == ARRIVED:
        return "到场后未在规定时间内解救，自动升级"
    return "未在规定时间内到场，自动升级" if row.step == ACCEPTED else "未在规定时间内接单，自动升级"


def _escalate(db: Session, row: RescueIncident) -> None:
    if row.step in SHUT_IN and row.level != FIRE and row.raiseat and row.raiseat <= clock.now():
        raise_to(db, row, next_level(row), _why(row))


@jobs.job(ESCALATE, retry=3)
def at_its_time(db: Session, key: str) -> None:
    """One rescue at its moment; what moved meanwhile has another moment."""
    row = db.scalars(select(RescueIncident).where(RescueIncident.id == key).with_for_update()).first()
    if row is not None:
        _escalate(db, row)


@jobs.job("lifts.escalations", retry=1, cron="* * * * *")
def each_minute(db: Session) -> None:
    """Those whose job did not run."""
    C = RescueIncident
    late = select(C).where(C.raiseat <= clock.now(), C.step.in_(SHUT_IN)).order_by(C.raiseat, C.id).limit(AT_ONCE)
    for row in db.scalars(late.with_for_update(skip_locked=True)).all():
        _escalate(db, row)
