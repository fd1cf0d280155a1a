"""Hazards of failed reports, registered before the reports are archived."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.hazards.api import HAZARD
from tejian.inspection.models.hazards import NEW, Hazard
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

COMMON = "5"  # C658
TERM = timedelta(days=30)


def register_hazards(db: Session, me: User, item: str) -> None:
    """Write down what a failed report left, and send it to the unit."""
    register = HAZARD.by_name["register"]
    for row in db.scalars(select(Hazard).where(Hazard.appbuss_id == item, Hazard.step == NEW)).all():
        row.level, row.place, row.demand = COMMON, "见检验不合格项目", "整改至符合要求，复检合格后使用"
        row.content = row.content or "检验项目不符合要求"
        row.deadline = max(row.deadline or clock.today(), clock.today() + TERM)
        db.flush()
        HAZARD.do(db, me, register.name, [row.id], register.read(db, me, {}))
