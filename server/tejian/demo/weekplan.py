"""A week of a station of the demo city, proposed: it waits for somebody to look at it and accept it."""

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.models.planning import PlanProposal
from tejian.inspection.planning.api import begin, stations
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .actors import Actors

DAYS = 7


def make() -> None:
    """By the real call; the job solves it. A second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(PlanProposal)):
            return
        actors = Actors(db)
    actors.do("diaodu", clock.now(), _begun)


def _begun(db: Session, me: User) -> None:
    """Of the smallest station, the last of them, where something waits and can be planned."""
    first = clock.today() + timedelta(days=1)
    sent = {"first": first, "last": first + timedelta(days=DAYS - 1), "startlng": "", "startlat": ""}
    for one in reversed(stations(db, me)):
        try:
            begin(db, me, Input(sent | {"dept": one["value"]}))
        except Refused:
            continue
        return
