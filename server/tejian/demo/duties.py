"""Records of duty of the unit of the demo city that has an account: some weeks, a day missing, one made up for."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.checklist import AnswerForm
from tejian.kit.records.crud import put
from tejian.supervision.duties import api as duties
from tejian.supervision.models.duties import DutyRecord

from .actors import Actors
from .charges import carry
from .checking import picture

UNIT = "qiye"


@dataclass(frozen=True)
class Story:
    """A record: how many days ago its period was, how many days later it was written, and what was wrong."""

    ago: int
    period: str = "D"
    later: int = 0
    wrong: str = ""


FORGOTTEN = (5, 6)  # days ago: nobody wrote these
STORIES = (
    *(Story(ago) for ago in range(13, 0, -1) if ago not in (*FORGOTTEN, 8, 3)),
    Story(8, later=1),
    Story(3, wrong="层门地坎有异物，当场清理"),
    Story(9, "W"),
)


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(DutyRecord)):
            return
        actors = Actors(db)
        mine = E.useorgsysid == actors.users[UNIT].unit_id, E.equDel == 0, E.equstatus.in_(codes.RUNNING)
        kind = (
            db.scalars(select(E.equclass).where(*mine).group_by(E.equclass).order_by(func.count().desc())).first() or ""
        )
    for story in STORIES if kind else ():
        moment = datetime.combine(clock.today() - timedelta(days=story.ago - story.later), time(8, 30), clock.SHANGHAI)
        key: str = actors.do(UNIT, moment, partial(_written, story=story, kind=kind))
        actors.do(UNIT, moment + timedelta(minutes=12), carry(duties.DUTIES, "submit", key))


def _written(db: Session, me: User, *, story: Story, kind: str) -> str:
    row, day = DutyRecord(), clock.today() - timedelta(days=story.later)
    values: dict[str, Any] = {"period": story.period, "equclass": kind, "firstday": day}
    values["latereason"] = "安全员外出培训，次日补录" if story.later else None
    put(db, me, row, values, duties.HOOKS, duties.FORM)
    db.flush()
    items = duties.DUTY.items(db, row)
    for item in items:
        if item.photo:
            picture(db, me, duties.FILES, row.id, "现场照片", item.no)
    marks = [item for item in items if item.kind == "mark"]
    if story.wrong and marks:
        duties.DUTY.save(db, me, row, [AnswerForm(no=marks[-1].no, result="×", value="", finding=story.wrong)])
    return row.id
