"""Visits that a unit of the demo city booked: one that waits to be arranged, one taken at the counter."""

import logging
from datetime import datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.visits import UnitVisit
from tejian.inspection.online import api as online
from tejian.inspection.visits.api import Booking, book, coming
from tejian.kit.database import db as kit_db
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .actors import Actors
from .charges import carry

log = logging.getLogger(__name__)
UNIT = "qiye"
LIFTS = online.Project("3000", "02", "0211")
EACH, AHEAD = 2, 10  # lifts of a visit; days that are offered


def make() -> None:
    """By the unit's own call; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(UnitVisit)):
            return
        actors = Actors(db)
        lifts = _declarable(db, actors.users[UNIT])
    at = datetime.combine(clock.today() - timedelta(days=1), time(10, 20), clock.SHANGHAI)
    for n in range(0, min(len(lifts), 2 * EACH), EACH):
        try:
            _book(actors, at + timedelta(minutes=n), lifts[n : n + EACH], taken=n > 0)
        except Refused as refusal:
            log.warning("demo visits: %s", refusal.message)


def _declarable(db: Session, me: User) -> list[str]:
    """Lifts of the unit in use that nobody declared yet, the first due first: not before the days that are wished."""
    query = select(Equipment).where(Equipment.useorgsysid == me.unit_id, Equipment.equclacode == "3110")
    later = Equipment.ninspdate > clock.today() + timedelta(days=2 * AHEAD), Equipment.equstatus == "1"
    rows = list(db.scalars(query.where(*later).order_by(Equipment.ninspdate, Equipment.equcode)))
    why = online.why_not(db, me.unit_id, LIFTS, rows)
    return [one.id for one in rows if one.id not in why]


def _book(actors: Actors, at: datetime, lifts: list[str], *, taken: bool) -> None:
    def work(db: Session, me: User) -> list[str]:
        days = [str(one) for one in coming(db, AHEAD)]
        sent = {
            "items": [{"id": one, "project": str(LIFTS)} for one in lifts],
            "wished": days[4:6],
            "closed": days[:1],
            "inscontactname": "胡斌",
            "INSCONTACTTEL": "13805741234",
            "remark": "请安排同一天，现场有人配合",
            "earlyreason": "与其他电梯一并检验",
        }
        number = book(db, me, checked(Booking, sent))
        mine = select(OnlineApplication.id).join(UnitVisit, UnitVisit.id == OnlineApplication.visit_id)
        return list(db.scalars(mine.where(UnitVisit.visitno == number)))

    keys: list[str] = actors.do(UNIT, at, work)
    for key in keys if taken else ():
        actors.do("shouli", at + timedelta(hours=1), carry(online.ONLINE, "confirm", key))
