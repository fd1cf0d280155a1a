"""What other areas use: tell users, send short messages, carry out trials and tell who asked for them."""

import logging
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import me_of, new_id
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused, TooMany
from tejian.system.settings.api import number

from .models import Message, Sms, SmsTemplate
from .parts import filled

log = logging.getLogger(__name__)
PHONE = re.compile(r"1[2-9]\d{9}")


def tell(db: Session, users: Iterable[str], kind: str, title: str, content: str = "", route: str = "") -> None:
    """A message to each user; open browsers learn of it after the commit."""
    found = sorted({u for u in users if u})
    for user in found:
        db.add(Message(user_id=user, kind=kind, title=title[:200], content=content or title, route=route))
    if found:
        db.flush()
        db.execute(text("select pg_notify('tejian_message', :u)"), {"u": ",".join(found)[:7900]})


def send_sms(db: Session, template: str, receiver: str, data: dict[str, str], datacode: str) -> Sms | None:
    """Write a short message and the job that sends it. An automatic one to a number that cannot take it is left out."""
    known: dict[str, SmsTemplate | None] = db.info.setdefault("sms templates", {})  # a batch asks for one many times
    if template not in known:
        query = select(SmsTemplate).where(SmsTemplate.code == template, SmsTemplate.enabled)
        known[template] = db.scalars(query).first()
    row = known[template]
    if row is None or not row.auto or not PHONE.fullmatch(receiver):
        return None
    content = filled(row.content, data)
    return _written(db, row, receiver, content, datacode) if content else None


def send_sms_now(db: Session, template: str, receiver: str, data: dict[str, str], datacode: str) -> Sms:
    """Send at a user's wish: refused with a sentence when it cannot be, and limited by number and user."""
    row = db.scalars(select(SmsTemplate).where(SmsTemplate.code == template, SmsTemplate.enabled)).first()
    if row is None:
        raise Refused("短信模板未启用")
    if not receiver:
        raise Refused("请填写短信服务号码,再进行发送！")
    if not PHONE.fullmatch(receiver):
        raise Refused(f"号码{receiver}不是手机号，不能发送短信")
    since = clock.now() - timedelta(hours=1)
    to_number = select(func.count()).where(Sms.receiver == receiver, Sms.createtime > since)
    by_user = select(func.count()).where(Sms.createby == me_of(db).id, Sms.createtime > since)
    if (db.scalar(to_number) or 0) >= number(db, "sms.per_number_hour", 5):
        raise TooMany("该号码短信发送过于频繁，请稍后再试")
    if (db.scalar(by_user) or 0) >= number(db, "sms.per_user_hour", 100):
        raise TooMany("短信发送过于频繁，请稍后再试")
    if not (content := filled(row.content, data)):
        raise Refused("短信内容不全，不能发送")
    return _written(db, row, receiver, content, datacode)


def _written(db: Session, row: SmsTemplate, receiver: str, content: str, datacode: str) -> Sms:
    sms = Sms(
        id=new_id(),
        org_id=me_of(db).org_id,
        template=row.code,
        receiver=receiver,
        content=content[:600],
        datacode=datacode,
    )
    db.add(sms)
    jobs.enqueue(db, "sms.send", sms_id=sms.id)
    return sms


@dataclass(frozen=True)
class Trial:
    """A kind of long job of which nothing stays but its result: that is stored with its end and told to who asked.

    Its rows have state, ended, message, name and createby; `route` leads to one by its `id`.
    """

    model: type[Any]
    title: str
    route: str
    done: Collection[str]  # the states of what has ended

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
