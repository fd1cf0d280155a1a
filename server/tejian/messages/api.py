"""What other areas use: tell users, send short messages, carry out trials and tell who asked for them."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, text, update
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Progress
from tejian.kit.ground.user import User

from .gateway import Reply
from .inbound import keep
from .models import Message
from .replies import REPLY
from .writing import PHONE, send_sms, send_sms_now

__all__ = ["PHONE", "REPLY", "Reply", "Trial", "keep", "send_sms", "send_sms_now", "tell"]
log = logging.getLogger(__name__)


def tell(db: Session, users: Iterable[str], kind: str, title: str, content: str = "", route: str = "") -> None:
    """A message to each user; open browsers learn of it after the commit."""
    found = sorted({u for u in users if u})
    for user in found:
        db.add(Message(user_id=user, kind=kind, title=title[:200], content=content or title, route=route))
    if found:
        db.flush()
        db.execute(text("select pg_notify('tejian_message', :u)"), {"u": ",".join(found)[:7900]})


@dataclass(frozen=True)
class Trial:
    """A kind of long job of which nothing stays but its result: that is stored with its end and told to who asked.

    Its rows have state, passed, ended, message, name and createby; `route` leads to one by its `id`.
    """

    model: type[Any]
    title: str
    route: str
    states: Mapping[str, str]  # in words
    done: Collection[str]  # those of what has ended
    whole: str = "total"  # the column of how much there is to do

    def progress(self, db: Session, me: User, form: OneId) -> Progress:
        """How far one is."""
        row = visible_or_refuse(db, me, self.model, form.id)
        return {
            "state": row.state,
            "stateName": self.states[row.state],
            "total": getattr(row, self.whole),
            "passed": row.passed,
            "ended": row.state in self.done,
        }

    def run(self, db: Session, key: str, work: Callable[[Session, Any], dict[str, Any]]) -> None:
        """Carry one out: `work` gives the values of its end. What was cut off begins again, for nothing was stored."""
        row = db.scalars(select(self.model).where(self.model.id == key)).one()
        if row.state in self.done:
            return
        db.expunge(row)
        try:
            self._end(db, row, work(db, row))  # seen together with its result
            return
        except Refused as refusal:
            db.rollback()
            values = {"state": "failed", "message": refusal.message[:500]}
        except Exception:
            db.rollback()
            log.exception("%s %s", self.model.__tablename__, key)
            values = {"state": "failed", "message": "办理过程中发生异常，没有保存结果，请联系管理员"}
        with jobs.new_session() as other:
            self._end(other, row, values)

    def _end(self, db: Session, row: Any, values: dict[str, Any]) -> None:
        db.execute(update(self.model).where(self.model.id == row.id).values(ended=clock.now(), **values))
        tell(
            db, [row.createby], self.title, f"{row.name}：{values['message']}"[:200], route=self.route.format(id=row.id)
        )
