"""What other areas use: tell users, send short messages."""

import re
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from tejian.kit import clock, jobs
from tejian.kit.db import me_of, new_id
from tejian.kit.errors import Refused, TooMany
from tejian.system.settings.api import number

from .models import Message, Sms, SmsTemplate

PHONE = re.compile(r"1[2-9]\d{9}")
PART = re.compile(r"\{(\w+)\}")


def tell(db: Session, users: Iterable[str], kind: str, title: str, content: str = "", route: str = "") -> None:
    """A message to each user; open browsers learn of it after the commit."""
    found = sorted({u for u in users if u})
    for user in found:
        db.add(Message(user_id=user, kind=kind, title=title[:200], content=content or title, route=route))
    if found:
        db.flush()
        db.execute(text("select pg_notify('tejian_message', :u)"), {"u": ",".join(found)[:7900]})


def filled(content: str, data: dict[str, str]) -> str:
    """A template with its parts filled; the text of the data is never read as a template."""
    return PART.sub(lambda m: data.get(m.group(1), ""), content)


def send_sms(db: Session, template: str, receiver: str, data: dict[str, str], datacode: str) -> Sms | None:
    """Write a short message and the job that sends it. An automatic one to a number that cannot take it is left out."""
    known: dict[str, SmsTemplate | None] = db.info.setdefault("sms templates", {})  # a batch asks for one many times
    if template not in known:
        asked = select(SmsTemplate).where(SmsTemplate.code == template, SmsTemplate.enabled)
        known[template] = db.scalars(asked).first()
    row = known[template]
    if row is None or not row.auto or not PHONE.fullmatch(receiver):
        return None
    return _written(db, row, receiver, data, datacode)


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
    return _written(db, row, receiver, data, datacode)


def _written(db: Session, row: SmsTemplate, receiver: str, data: dict[str, str], datacode: str) -> Sms:
    sms = Sms(
        id=new_id(),
        org_id=me_of(db).org_id,
        template=row.code,
        receiver=receiver,
        content=filled(row.content, data)[:600],
        datacode=datacode,
    )
    db.add(sms)
    jobs.enqueue(db, "sms.send", sms_id=sms.id)
    return sms
