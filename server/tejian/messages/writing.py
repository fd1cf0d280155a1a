"""Short messages as they are written: by themselves, or at a user's wish, and never to a phone that wants none."""

import re
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import me_of, new_id
from tejian.kit.database.phones import is_number
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused, TooMany
from tejian.system.settings.api import number

from .models import NOT_SENT, Sms, SmsStop, SmsTemplate
from .parts import filled

STOPPED = "号码已退订"
PHONE = re.compile(r"1[2-9]\d{9}")


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
    if content and not row.legal and stopped(db, receiver):
        _row(db, row, receiver, content, datacode, state=NOT_SENT, failure=STOPPED)  # seen in the list why it was not
        return None
    return _written(db, row, receiver, content, datacode) if content else None


def stopped(db: Session, receiver: str) -> bool:
    """Whether a phone has sent 退订."""
    return db.scalar(select(SmsStop.reply_id).where(is_number(SmsStop.number, receiver))) is not None


def send_sms_now(db: Session, template: str, receiver: str, data: dict[str, str], datacode: str) -> Sms:
    """Send at a user's wish: refused with a sentence when it cannot be, and limited by number and user."""
    row = db.scalars(select(SmsTemplate).where(SmsTemplate.code == template, SmsTemplate.enabled)).first()
    if row is None:
        raise Refused("短信模板未启用")
    if not receiver:
        raise Refused("请填写短信服务号码,再进行发送！")
    if not PHONE.fullmatch(receiver):
        raise Refused(f"号码{receiver}不是手机号，不能发送短信")
    if not row.legal and stopped(db, receiver):
        raise Refused("该号码已退订短信，请电话联系")
    lately = Sms.createtime.between(clock.now() - timedelta(hours=1), clock.now())
    to_number = select(func.count()).where(is_number(Sms.receiver, receiver), lately)
    by_user = select(func.count()).where(Sms.createby == me_of(db).id, lately)
    if (db.scalar(to_number) or 0) >= number(db, "sms.per_number_hour", 5):
        raise TooMany("该号码短信发送过于频繁，请稍后再试")
    if (db.scalar(by_user) or 0) >= number(db, "sms.per_user_hour", 100):
        raise TooMany("短信发送过于频繁，请稍后再试")
    if not (content := filled(row.content, data)):
        raise Refused("短信内容不全，不能发送")
    return _written(db, row, receiver, content, datacode)


def _written(db: Session, row: SmsTemplate, receiver: str, content: str, datacode: str) -> Sms:
    sms = _row(db, row, receiver, content, datacode)
    jobs.enqueue(db, "sms.send", sms_id=sms.id)
    return sms


def _row(db: Session, row: SmsTemplate, receiver: str, content: str, datacode: str, **more: str) -> Sms:
    sms = Sms(
        id=new_id(),
        org_id=me_of(db).org_id,
        template=row.code,
        receiver=receiver,
        content=content[:600],
        datacode=datacode,
        **more,
    )
    db.add(sms)
    return sms
