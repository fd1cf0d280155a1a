"""What the administrators of the demo city find: changes that two agreed on or that wait, and a chain that was read."""

from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.models.protection import ProtectedChange
from tejian.system.models.settings import Param
from tejian.system.protection import api as protection
from tejian.watch.chain import api as chain

from .actors import Actors
from .charges import carry

# parameter, its new value, why it is asked for, what the auditor says (nothing: it waits)
ASKED = (
    ("password.history", "6", "等级保护测评建议", "agree"),
    ("password.max_days", "180", "口令更换过于频繁", "refuse"),
    ("session.idle_minutes", "20", "窗口电脑常有人离开", ""),
)


def make() -> None:
    """The changes, each once."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(ProtectedChange)):
            return
        actors = Actors(db)
    begin = datetime.combine(clock.today() - timedelta(days=3), time(10, 20), clock.SHANGHAI)
    for n, (key, value, reason, answer) in enumerate(ASKED):
        at = begin + timedelta(days=n, minutes=7 * n)
        change: str = actors.do("secadmin", at, partial(_ask, key=key, value=value, reason=reason))
        if answer:
            why = {"reason": "等级保护要求定期更换，不宜延长"} if answer == "refuse" else {}
            actors.do("audadmin", at + timedelta(hours=3), carry(protection.PROTECTION, answer, change, **why))


def read() -> None:
    """The chain over the logs, bound and read when all of earlier days is there, once."""
    with kit_db.new_session() as db:
        if chain.newest(db):
            return
        actors = Actors(db)
    actors.do("audadmin", clock.now(), chain.read_first)


def _ask(db: Session, me: User, key: str, value: str, reason: str) -> str:
    row = db.scalars(select(Param).where(Param.key == key)).one()
    sent = {"id": row.id, "version": row.version, "value": value, "reason": reason}
    return protection.ask_param(db, me, taken(protection.PARAM_FORM, db, me, sent))["id"]
