"""First registrations of the demo city: a draft, two that wait, one returned, one that became an archive."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.equipment import api as equipment
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.registration.first import api as first
from tejian.registration.models.first import FirstRegistration

from .actors import Actors, Days
from .charges import carry

OFFICER = "jianguan"
WRONG = "出厂编号与铭牌照片不符：铭牌末位是 7，请核对后重新提交"


@dataclass(frozen=True)
class Story:
    """Who entered which class how many working days ago, and how far it came."""

    who: str
    equclass: str
    ago: int
    moves: tuple[tuple[str, str, dict[str, str]], ...]


SUBMIT: tuple[str, str, dict[str, str]] = ("", "submit", {})  # by who entered it
STORIES = (
    Story("qiye", "4000", 9, (SUBMIT, (OFFICER, "agree", {}))),
    Story("qiye", "2000", 5, (SUBMIT, (OFFICER, "back", {"reason": WRONG}))),
    Story("qiye", "5000", 2, (SUBMIT,)),
    Story("qiye", "3000", 1, ()),
    Story("jianyan1", "4000", 4, (SUBMIT,)),
    Story("jianyan1", "5000", 3, (SUBMIT,)),
    Story("jianyan1", "2000", 1, ()),
)


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(FirstRegistration)):
            return
        actors, days = Actors(db), Days(db, clock.today())
    today = days.on_or_before(clock.today())
    for number, story in enumerate(STORIES, 1):
        at = days.at(today - story.ago, 9)
        key: str = actors.do(story.who, at, partial(_entered, equclass=story.equclass, number=number))
        for later, (who, move, form) in enumerate(story.moves):
            moment = days.at(today - story.ago + later, 15)
            actors.do(who or story.who, moment, carry(first.FIRST, move, key, **form))


def _entered(db: Session, me: User, *, equclass: str, number: int) -> str:
    """A new device like one of the city, under a number of its own and without the codes of the other."""
    like = select(E).where(E.equclass == equclass, E.lacking.is_(None), ~E.equclacode.startswith("23"), E.equDel == 0)
    old = db.scalars(like.order_by(E.equcode).limit(1)).one()
    asked = {one.name for one in equipment.form_fields(equclass, old.equclacode)} - set(first.NOT_ASKED)
    known: dict[str, Any] = {k: v for k, v in equipment.current(old).items() if k in asked and v not in (None, "")}
    without = ("equcode", "equidentcode", "ele96333code", "equinnerno", "insinspdate", "firstinspdate", "usestartdate")
    known = {k: v for k, v in known.items() if k not in without}
    new = {"equclass": equclass, "prono": f"XJ26-{number:04}", "cheorg": old.cheorgsysid}
    return first.save(db, me, first.FirstForm.model_validate({**known, **new})).id
