"""What a unit of the demo city declared by itself: taken, sent back, refused, and one that waits for the counter."""

import logging
from datetime import date, datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.online import SENT, OnlineApplication
from tejian.inspection.online import api as online
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .actors import Actors
from .charges import carry

log = logging.getLogger(__name__)
UNIT = "qiye"
LIFTS = online.Project("3000", "02", "0211")
# what the counter answers, and with what
ANSWERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("confirm", {}),
    ("return", {"reason": "请补充上次检验不合格项的整改见证"}),
    ("refuse", {"reason": "该电梯已列入改造，应在改造后申报监督检验"}),
    ("", {}),
)


def make() -> None:
    """One application for each answer; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(OnlineApplication)):
            return
        actors = Actors(db)
        devices = _declarable(db, actors.users[UNIT])
    yesterday = clock.today() - timedelta(days=1)
    for n, (device, (move, values)) in enumerate(zip(devices, ANSWERS, strict=False)):
        try:
            _tell(actors, yesterday, n, device, move, values)
        except Refused as refusal:
            log.warning("demo online %s: %s", move, refusal.message)


def _declarable(db: Session, me: User) -> list[str]:
    """Lifts of the unit that it may declare, the first due first."""
    query = select(Equipment).where(Equipment.useorgsysid == me.unit_id, Equipment.equclacode == "3110")
    rows = list(db.scalars(query.order_by(Equipment.ninspdate, Equipment.equcode)))
    why = online.early_ones(db, LIFTS, rows) | online.why_not(db, me.unit_id, LIFTS, rows)
    return [one.id for one in rows if one.id not in why]


def _tell(actors: Actors, day: date, n: int, device: str, move: str, values: dict[str, str]) -> None:
    def declare(db: Session, me: User) -> str:
        online.declare(db, me, taken(online.BATCH, db, me, {"ids": device, "project": str(LIFTS)}))
        newest = select(OnlineApplication.id).where(OnlineApplication.step == SENT)
        return db.scalars(newest.order_by(OnlineApplication.onlineno.desc()).limit(1)).one()

    at = datetime.combine(day, time(9, 10 * n), clock.SHANGHAI)
    key: str = actors.do(UNIT, at, declare)
    if move:
        more = {"mendby": str(clock.today() + timedelta(days=10))} if move == "return" else {}
        actors.do("shouli", at + timedelta(hours=2), carry(online.ONLINE, move, key, **values, **more))
