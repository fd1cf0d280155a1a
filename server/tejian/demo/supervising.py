"""The supervision of products as they are made: each point witnessed, each paper received, beside the inspection."""

from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.supervised import Supervision
from tejian.inspection.supervised import api as supervised
from tejian.kit.ground.user import User

from .charges import carry

if TYPE_CHECKING:
    from .business import Story

SUPERVISED = "01"  # the category of supervision
FIRST = {"attendants": "制造单位质量负责人", "firstnote": "已开首次会议，质量保证体系运转正常"}


def supervise(story: "Story", item: str) -> None:
    """From the inspectors that are named to the papers that are complete, all before the record is handed in."""
    case: str = story.do("diaodu", 1, 11, lambda db, me: _of(db, item).id)
    first, second = (story.actors.users[login].id for login in story.team)
    visit = str(story.days.days[story.place + 3])

    def move(login: str, day: int, hour: int, name: str, **form: Any) -> None:
        story.do(login, day, hour, carry(supervised.SUPERVISION, name, case, **form))

    move("diaodu", 1, 13, "assign", inspector1=first, inspector2=second, visitdate=visit)
    move(story.team[0], 3, 13, "first", firstdate=visit, **FIRST)
    story.do(story.team[0], 4, 9, partial(_witnessed, item=item))
    move(story.team[0], 4, 10, "hand_in")
    move(story.team[0], 4, 11, "pass")


def _of(db: Session, item: str) -> Supervision:
    return db.scalars(select(Supervision).where(Supervision.appbuss_id == item)).one()


def _witnessed(db: Session, me: User, item: str) -> None:
    supervised.witness_all(db, me, _of(db, item))
