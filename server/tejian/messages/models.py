"""Messages inside the platform, short messages to phones, what phones answer, and the templates."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, Index, String, Text, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone, phone
from tejian.kit.database.sealed import blind_of
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

NOT_SENT = "未发送"  # the state of a short message to a phone that wants none
OPEN, ANSWERED, CLOSED = "DC", "HF", "BJ"  # the steps of a reply


class Message(Record, Base):
    """A message to one user: unread, read, or in the trash."""

    __tablename__ = "message"
    user_id: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(32), default="", info={"label": "类型"})
    title: Mapped[str] = mapped_column(String(200), info={"label": "标题"})
    content: Mapped[str] = mapped_column(Text, default="", info={"label": "内容"})
    route: Mapped[str] = mapped_column(String(256), default="", info={"label": "页面"})
    level: Mapped[str] = mapped_column(String(8), default="", info={"label": "级别"})
    box: Mapped[str] = mapped_column(String(8), default="unread", info={"label": "状态"})
    __table_args__ = (Index("ix_message_user_box", "user_id", "box", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return Message.user_id == me.id


class SmsTemplate(Record, Base):
    """The text of a short message; `{name}` parts are filled from the record."""

    __tablename__ = "sms_template"
    audited = "03"
    named = "短信模板"
    code: Mapped[str] = mapped_column(String(16), unique=True, info={"label": "模板类型", "dict": "C665"})
    content: Mapped[str] = mapped_column(String(500), info={"label": "模板内容"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    auto: Mapped[bool] = mapped_column(default=True, info={"label": "自动发送"})
    legal: Mapped[bool] = mapped_column(default=False, info={"label": "退订后仍发送"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class Sms(Record, Base):
    """A short message with its own state: 待发, 发送中, 已送达, 失败. The provider is asked by a job."""

    __tablename__ = "sms"
    org_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "机构", "refers": "sys_org"})
    template: Mapped[str] = mapped_column(String(16), info={"label": "模板类型", "dict": "C665"})
    receiver: Mapped[str] = contact_phone("sms.receiver", "接收号码")
    receiver_blind: Mapped[str] = blind_of("sms.receiver")
    content: Mapped[str] = mapped_column(String(600), info={"label": "内容"})
    datacode: Mapped[str] = mapped_column(String(32), default="", index=True, info={"label": "业务单号"})
    state: Mapped[str] = mapped_column(String(8), default="待发", index=True, info={"label": "状态"})
    tries: Mapped[int] = mapped_column(default=0, info={"label": "次数"})
    providerid: Mapped[str] = mapped_column(String(64), default="", info={"label": "通道回执号"})
    failure: Mapped[str] = mapped_column(String(200), default="", info={"label": "失败原因"})
    sentat: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "发送时间"})
    deliveredat: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "送达时间"})
    __table_args__ = (
        Index("ix_sms_receiver", "receiver_blind", "createtime"),
        Index("ix_sms_kept", "createtime", postgresql_where="content <> ''"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=Sms.createby, org=Sms.org_id)


class SmsReply(Record, Subject, Base):
    """What a phone sent back: to which message of ours, and what the clerk answered."""

    __tablename__ = "sms_reply"
    audited, named, called = "03", "短信回复", "receivedat"
    org_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "机构", "refers": "sys_org"})
    key: Mapped[str] = mapped_column(String(64), unique=True, info={"label": "通道消息号"})
    sender: Mapped[str] = phone("sms_reply.sender", "来自号码")
    sender_blind: Mapped[str] = blind_of("sms_reply.sender")
    content: Mapped[str] = mapped_column(String(600), info={"label": "回复内容"})
    receivedat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "收到时间"})
    sms_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "所回复的短信"})
    template: Mapped[str] = mapped_column(String(16), default="", info={"label": "短信类型", "dict": "C665"})
    datacode: Mapped[str] = mapped_column(String(32), default="", index=True, info={"label": "业务单号"})
    kind: Mapped[str] = mapped_column(String(8), default="", info={"label": "回复类型"})
    answer: Mapped[str] = mapped_column(String(300), default="", info={"label": "答复"})
    handler_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "办理人", "refers": "sys_user"})
    handled: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "办理时间"})
    __table_args__ = (
        Index("ix_sms_reply_org", "org_id", "step", "receivedat"),
        Index("ix_sms_reply_sender", "sender_blind"),
        Index("ix_sms_reply_kept", "createtime", postgresql_where="content <> ''"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=SmsReply.handler_id, org=SmsReply.org_id)


class SmsStop(Base):
    """A number that wants no more short messages; it stands until the phone takes it back."""

    __tablename__ = "sms_stop"
    number: Mapped[str] = contact_phone("sms_stop.number", "号码")
    number_blind: Mapped[str] = blind_of("sms_stop.number")
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    reply_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    __table_args__ = (Index("uq_sms_stop_number", "number_blind", unique=True, postgresql_where="number_blind <> ''"),)


class SmsReconcile(Record, Base):
    """One day compared with the provider's statement: how many agreed, which were put right, what is left."""

    __tablename__ = "sms_reconcile"
    day: Mapped[date] = mapped_column(Date, unique=True, info={"label": "对账日期"})
    ours: Mapped[int] = mapped_column(default=0, info={"label": "平台发送"})
    theirs: Mapped[int] = mapped_column(default=0, info={"label": "通道记录"})
    agreed: Mapped[int] = mapped_column(default=0, info={"label": "一致"})
    corrected: Mapped[int] = mapped_column(default=0, info={"label": "已更正"})
    differences: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list, info={"label": "差异"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class GatewaySms(Base):
    """The simulator's own ledger: what a provider would keep on its side, one row a message key."""

    __tablename__ = "sms_gateway"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    providerid: Mapped[str] = mapped_column(String(64), unique=True)
    number: Mapped[str] = mapped_column(String(32))
    content: Mapped[str] = mapped_column(String(600))
    asked: Mapped[int] = mapped_column(default=0)  # how often it was handed in; it is sent once
    reason: Mapped[str] = mapped_column(String(64), default="")  # why the phone does not get it; empty: it does
    accepted: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), index=True)  # none: it was busy
    due: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # when the phone answers
