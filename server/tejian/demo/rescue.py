"""Rescues of the demo city: half a year with their times, one that waits for its follow-up, one with the firemen."""

import random
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.lifts.models.binding import BOUND, LiftBinding
from tejian.lifts.models.rescue import RescueIncident
from tejian.lifts.rescue import api as rescue

from .actors import Actors
from .charges import carry
from .draw import lots

SEED = 119
OPERATOR = "jiejing"
MOST = 24
CAUSES = (
    ("01", "层门门锁触点氧化，更换后恢复"),
    ("02", "变频器过流保护，复位并检查接线"),
    ("08", "地坎内有石子，清理后恢复"),
)
STEPS = ("dispatch", "accept", "arrive", "free", "follow", "close")


def make() -> None:
    """Each by the real process, once; the newest two are not over."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(RescueIncident)):
            return
        actors, rnd = Actors(db), lots(SEED)
        codes = db.scalars(select(LiftBinding.code96333).where(LiftBinding.step == BOUND).order_by(LiftBinding.bindno))
        bound = list(codes.all())
    for n in range(min(MOST, 3 * len(bound))):
        day = clock.today() - timedelta(days=n * 7 + 1)
        begin = datetime.combine(day, time(7 + n % 14, rnd.randrange(60)), clock.SHANGHAI)
        try:
            _tell(actors, rnd, begin, bound[(n * 7) % len(bound)], n)
        except Refused:  # one is open for the lift
            continue


def _tell(actors: Actors, rnd: random.Random, begin: datetime, code: str, n: int) -> None:
    """A rescue as a whole: its clock has long run out, and whoever escalates by the clock must not see it open."""
    cause, words = CAUSES[n % len(CAUSES)]
    forms: dict[str, Any] = {
        "forecast": 8 + n % 6,
        "followsaid": "已安全离开，情绪稳定",
        "cause": cause,
        "causesaid": words,
    }
    arrived = rnd.choice((6, 8, 9, 11, 12, 14, 17, 23, 31))
    minutes = (1, 2, arrived, arrived + 9, arrived + 120, arrived + 600)
    moves = list(zip(STEPS, minutes, strict=True))[: 4 if n == 0 else None]
    if n == 1:
        moves, forms = [("third", 2)], {"reason": "轿厢进水"}

    def whole(db: Session, me: User) -> None:
        key = _called(db, me, code=code, people=1 + n % 4)
        for move, later in moves:
            with clock.at(min(begin + timedelta(minutes=later), real)):
                carry(rescue.RESCUE, move, key, **forms)(db, me)
                db.flush()

    real = clock.now()
    actors.do(OPERATOR, begin, whole)


def _called(db: Session, me: User, *, code: str, people: int) -> str:
    words = {"code96333": code, "people": people, "caller": "轿厢内乘客", "callertel": "13805748899", "floor": "6"}
    return str(rescue.call(db, me, words)["id"])
