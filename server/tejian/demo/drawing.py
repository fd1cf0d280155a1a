"""Draws of the demo city: one with planned checks, one that waits for its public value, one that is a draft."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.supervision.draws import api as draws
from tejian.supervision.models.draws import Draw

from .actors import Actors
from .charges import carry

WHO = "jianguan"
SOURCE = "中国福利彩票双色球开奖号码（红球按升序，+蓝球）"


@dataclass(frozen=True)
class Story:
    """A draw: how many days ago it was planned, over which class, its sizes, and how far it came."""

    ago: int
    title: str
    equclass: str
    sizes: tuple[int, int, int]
    moves: tuple[str, ...] = ()


STORIES = (
    Story(20, "第四季度电梯使用单位双随机抽查", "3000", (2, 1, 1), ("publish", "draw", "plan")),
    Story(3, "场（厂）内专用机动车辆使用单位双随机抽查", "5000", (1, 1, 1), ("publish",)),
    Story(0, "气瓶与压力容器使用单位双随机抽查", "2000", (1, 1, 1)),
)


def make() -> None:
    """Each draw by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(Draw)):
            return
        actors = Actors(db)
    for story in STORIES:
        _tell(actors, story)


def _tell(actors: Actors, story: Story) -> None:
    begin = datetime.combine(clock.today() - timedelta(days=story.ago), time(9), clock.SHANGHAI)
    public = (begin + timedelta(days=5)).date()
    key: str = actors.do(WHO, begin, partial(_written, story=story, public=public))
    for n, move in enumerate(story.moves):
        form: dict[str, Any] = {"publicvalue": "03 08 11 19 27 32+05", "planday": clock.today() + timedelta(days=12)}
        later = timedelta(days=0 if move == "publish" else 5, hours=n + 1)
        try:
            actors.do(WHO, begin + later, carry(draws.DRAW, move, key, **form))
        except Refused:  # a small city has not so many units
            return


def _written(db: Session, me: User, *, story: Story, public: date) -> str:
    values: dict[str, Any] = {"title": story.title, "equclass": story.equclass, "areacode": "330200"}
    values |= {"publicsource": SOURCE, "publicday": public, "recusals": []}
    values |= dict(zip(("highs", "middles", "lows"), story.sizes, strict=True))
    row = Draw()
    put(db, me, row, values, draws.HOOKS, draws.FORM)
    db.flush()
    return row.id
