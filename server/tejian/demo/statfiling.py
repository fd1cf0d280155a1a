"""Statistics as the demo city files them: two districts report, one corrects, the city sums, some are drafts."""

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.statistics.editions import api as editions
from tejian.statistics.models.editions import COUNTED, SUMMED, StatEdition
from tejian.statistics.models.filed import USED, StatForm

from . import accounts
from .actors import Actors
from .charges import carry
from .weekdays import worked

WHY = "上报时个别新装电梯的使用登记还没有补登，按补登后的档案重新统计"


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session.begin() as db:
        if db.scalar(select(func.count()).select_from(StatEdition)):
            return
        accounts.districts(db)
    with kit_db.new_session() as db:
        query = select(StatForm.code, StatForm.id).where(StatForm.step == USED)
        filing = _Filing(Actors(db), dict(db.execute(query).all()))  # type: ignore[arg-type]
    first = filing.reported("yinzhou", "TJ01", COUNTED, hour=8)
    filing.reported("haishu", "TJ01", COUNTED, hour=9)
    again = filing.corrected("yinzhou", first)
    filing.on(again, "yinzhou2", 12, "review", "report")
    filing.reported("jianguan", "TJ01", SUMMED, hour=14, head="juzhang")
    filing.on(filing.counted("haishu", "TJ02", COUNTED, 15), "haishu2", 15, "review")
    filing.counted("yinzhou", "TJ02", COUNTED, 16)
    filing.counted("jianguan", "TJ02", SUMMED, 17)  # none has reported it: it says so


class _Filing:
    """The people at work on one day, over the months of this year that have ended."""

    def __init__(self, actors: Actors, forms: dict[str, str]):
        self.actors, self.forms = actors, forms
        self.last = clock.today().replace(day=1) - timedelta(days=1)
        self.day = worked(clock.today() - timedelta(days=1))

    def _at(self, hour: int, minute: int = 0) -> datetime:
        return datetime.combine(self.day, time(hour, minute), clock.SHANGHAI)

    def counted(self, login: str, code: str, way: str, hour: int) -> str:
        sent = {"form_id": self.forms[code], "first": date(self.last.year, 1, 1), "last": self.last, "way": way}
        return str(self.actors.do(login, self._at(hour), partial(_begin, sent=sent)))

    def on(self, key: str, login: str, hour: int, *moves: str) -> None:
        for n, move in enumerate(moves, 1):
            self.actors.do(login, self._at(hour, 10 * n), carry(editions.EDITION, move, key))

    def reported(self, login: str, code: str, way: str, hour: int, head: str = "") -> str:
        key = self.counted(login, code, way, hour)
        self.on(key, head or f"{login}2", hour, "review", "report")
        return key

    def corrected(self, login: str, key: str) -> str:
        return str(self.actors.do(login, self._at(11), partial(_correct, key=key)))


def _begin(db: Session, me: User, *, sent: dict[str, Any]) -> str:
    return _count(db, str(editions.begin(db, me, sent)["id"]))


def _correct(db: Session, me: User, *, key: str) -> str:
    carry(editions.EDITION, "correct", key, reason=WHY)(db, me)
    return _count(db, db.scalars(select(StatEdition.id).where(StatEdition.corrects_id == key)).one())


def _count(db: Session, key: str) -> str:
    """What the worker does, in the same transaction: when the worker comes, nothing is left to be done."""
    row = db.scalars(select(StatEdition).where(StatEdition.id == key)).one()
    editions.run(db, edition_id=key, take=row.take)
    return key
