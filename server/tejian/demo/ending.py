"""Maintenance that ends in the demo city: one that its owner gave up waits for the audit, others for their answer."""

from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.lifts.ending import api as ending
from tejian.lifts.models.binding import BOUND, LiftBinding
from tejian.lifts.models.ending import LiftTermination

from .actors import Actors
from .charges import carry

OWNER, MAINTAINER = "qiye", "weibao"
MOST = 3


def make() -> None:
    """Each by the real process, once; those of other maintenance units wait for their answer."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(LiftTermination)):
            return
        actors, B = Actors(db), LiftBinding
        mine = select(B.equcode, B.maiorgsysid).where(B.unitsysid == actors.users[OWNER].unit_id, B.step == BOUND)
        own = actors.users[MAINTAINER].unit_id
        bindings = db.execute(mine.order_by((B.maiorgsysid == own).desc(), B.equcode).limit(MOST)).all()
    for n, (code, keeper) in enumerate(bindings):
        begin = datetime.combine(clock.today() - timedelta(days=2 + n), time(10, 0), clock.SHANGHAI)
        key: str = actors.do(OWNER, begin, partial(_written, lift=code))
        actors.do(OWNER, begin + timedelta(minutes=10), carry(ending.ENDING, "submit", key))
        if n == 0 and keeper == own:
            answer = {"answer": "1", "answersaid": "费用结清至本月底，同意终止"}
            actors.do(MAINTAINER, begin + timedelta(hours=20), carry(ending.ENDING, "answer", key, **answer))


def _written(db: Session, me: User, *, lift: str) -> str:
    row = LiftTermination()
    values = {"equcode": lift, "cause": "03", "explain": "业主大会决定更换维保单位，新合同已签订"}
    put(db, me, row, values | {"lastday": clock.today() + timedelta(days=20)}, ending.HOOKS, ending.FORM)
    db.flush()
    return row.id
