"""Batches of labels of the demo city: one that is being used up, one that came from the press lately."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.labels.api import HOOKS, move
from tejian.inspection.models.labels import ISSUED, VOIDED, LabelBatch
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.system.models.organisations import Org

from .actors import Actors, Days

KEEPER = "dayin"
ROLL = {"type": "02", "prefix": "BQ-JY-", "width": 6, "printer": "宁波安全印务有限公司", "remark": ""}
BATCHES = ((60, 1, 2000), (5, 2001, 4000))  # working days ago, first and last number
ISSUES = (("530201-02", 1, 200), ("530201-04", 201, 300))
SPOILT = (199, 200, "运输中受潮")


def make() -> None:
    """By the keeper of the stock; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(LabelBatch)):
            return
        actors, days = Actors(db), Days(db, clock.today())
    today = days.on_or_before(clock.today())
    for ago, first, last in BATCHES:
        day = days.at(today - ago, 9).date()
        actors.do(KEEPER, days.at(today - ago, 10), _batch(first, last, day))
    actors.do(KEEPER, days.at(today - BATCHES[0][0] + 1, 9), _issued)


def _batch(first: int, last: int, day: Any) -> Any:
    def work(db: Session, me: User) -> None:
        put(db, me, LabelBatch(), {**ROLL, "firstno": first, "lastno": last, "printed": day}, HOOKS)

    return work


def _issued(db: Session, me: User) -> None:
    batch = db.scalars(select(LabelBatch).where(LabelBatch.firstno == 1, LabelBatch.prefix == ROLL["prefix"])).one()
    for code, first, last in ISSUES:
        dept = db.scalars(select(Org.id).where(Org.code == code)).one()
        move(db, me, Input({"firstno": first, "lastno": last, "dept_id": dept}, [batch.id], batch.version), ISSUED)
    first, last, why = SPOILT
    move(db, me, Input({"firstno": first, "lastno": last, "reason": why}, [batch.id], batch.version), VOIDED)
