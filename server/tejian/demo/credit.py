"""Limits of release on credit of the demo city: two large users have an agreed one, a third waits for the head."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.charging import codes
from tejian.charging.credit import api as credit
from tejian.charging.models.credit import CreditLine
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

from .actors import Actors
from .charges import carry
from .relief import document_of

AGREED = 2  # of the limits
LIMITS = (
    ("20000", "45", "院财〔2026〕12 号"),
    ("10000", "30", "院财〔2026〕13 号"),
    ("8000", "30", "院财〔2026〕31 号"),
)


def make() -> None:
    """Keep the limits, once."""
    with kit_db.new_session() as db:
        if db.scalar(select(CreditLine.id).limit(1)):
            return
        actors, units = Actors(db), _largest(db)
    day = clock.today() - timedelta(days=60)
    for n, (unit, (amount, days, number)) in enumerate(zip(units, LIMITS, strict=False)):
        until = str(clock.today() + timedelta(days=300))
        sent = {"unitsysid": unit, "amount": amount, "termdays": days, "validto": until, "document": number}
        moment = datetime.combine(day + timedelta(days=n), time(9), clock.SHANGHAI)
        _keep(actors, moment, sent, agreed=n < AGREED)


def _largest(db: Session) -> Sequence[str]:
    """The users with most devices."""
    E = Equipment
    most = select(E.useorgsysid).where(E.useorgsysid != "").group_by(E.useorgsysid)
    return db.scalars(most.order_by(func.count().desc(), E.useorgsysid).limit(len(LIMITS))).all()


def _keep(actors: Actors, moment: datetime, sent: dict[str, str], *, agreed: bool) -> None:
    def save(db: Session, me: User) -> Any:
        values = dict(taken(credit.CREDIT_FORM, db, me, sent).values)
        row = CreditLine(**values, createby=me.id)
        credit.opened(db, me, row, values)
        db.add(row)
        db.flush()
        db.add(document_of(codes.CREDIT_FILES, row.id, row.document, "关于欠费发放额度的批复", me))
        return row.id

    key = actors.do("caiwu", moment, save)
    if agreed:
        actors.do("yewu", moment + timedelta(hours=3), carry(credit.CREDIT, "agree", key))
