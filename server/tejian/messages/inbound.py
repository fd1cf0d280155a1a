"""What phones send back: the provider hands it in signed, and it finds the message that it answers.

退订 stops all but legal notices to that number until the phone takes it back; everything else waits for the clerk.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import Field
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.kit.database.phones import is_number
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.web.edge import Caller
from tejian.system.settings.api import number, value

from .gateway import Reply, signature_of_reply
from .models import CLOSED, OPEN, Sms, SmsReply, SmsStop
from .receipts import FRESH, refusal
from .replies import REPLY, RESUME, STOP, WORDS
from .writing import PHONE


class Inbound(Form):
    key: str = Field(title="通道消息号", max_length=64, min_length=1)
    number: str = Field(title="来自号码", max_length=32)
    content: str = Field(title="回复内容", max_length=600)
    sent: str = Field(title="发出时间", max_length=12, pattern=r"^\d+$")
    at: str = Field(title="时间", max_length=12, pattern=r"^\d+$")
    sign: str = Field(title="签名", max_length=64)


def take(db: Session, caller: Caller, form: Inbound) -> dict[str, Any] | Refused:
    """Keep a reply once, by the provider's number. Forged and stale ones change nothing and are noted."""
    secret = value(db, "sms.receipt_secret")
    reply = Reply(form.key, form.number, form.content, int(form.sent))
    if no := refusal(db, caller, form, "回复", secret and signature_of_reply(reply, form.at, secret)):
        return no
    if not PHONE.fullmatch(form.number) or not form.content.strip():
        return Refused("回复没有号码或内容")
    return {"taken": keep(db, reply)}


def keep(db: Session, reply: Reply) -> bool:
    """Write a reply down, once; False when it is known."""
    when = datetime.fromtimestamp(reply.sent, UTC)
    if when > clock.now() + FRESH:
        raise Refused("回复的发出时间在将来")
    answered = _answered(db, reply.number, when)
    if answered is None:
        raise Refused("没有给这个号码发送过短信")
    return _kept(db, reply, when, answered)


def _answered(db: Session, phone: str, when: datetime) -> Sms | None:
    """The last message to the number before it wrote."""
    before = select(Sms).where(is_number(Sms.receiver, phone), Sms.sentat.is_not(None), Sms.sentat <= when)
    return db.scalars(before.order_by(Sms.createtime.desc()).limit(1)).first()


def _kept(db: Session, reply: Reply, when: datetime, last: Sms) -> bool:
    """Write the reply unless it is known; what was sent too long ago only says whose the phone is."""
    if db.scalar(select(SmsReply.id).where(SmsReply.key == reply.key)):
        return False
    row = SmsReply(key=reply.key, sender=reply.number, content=reply.content.strip(), receivedat=when)
    row.org_id, row.kind = last.org_id, kind_of(db, reply.content)
    if last.sentat and when - last.sentat <= timedelta(hours=number(db, "sms.reply_hours", 72)):
        row.sms_id, row.template, row.datacode = last.id, last.template, last.datacode
    db.add(row)
    db.flush()
    REPLY.put(db, row, OPEN if row.kind == WORDS else CLOSED)
    if row.kind == STOP:
        stop = {"number": row.sender, "since": when, "reply_id": row.id}
        db.execute(insert(SmsStop).values(stop).on_conflict_do_nothing())
    elif row.kind == RESUME:
        db.execute(delete(SmsStop).where(is_number(SmsStop.number, row.sender)))
    return True


def kind_of(db: Session, content: str) -> str:
    """Whether a reply is one of the agreed words, whole: a sentence that holds one is for the clerk to read."""
    word = content.strip().strip("。.！!“”\"'").upper()
    for kind, parameter in ((STOP, "sms.stop_words"), (RESUME, "sms.resume_words")):
        if word in value(db, parameter).upper().split():
            return kind
    return WORDS
