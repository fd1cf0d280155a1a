"""Signatures as acts: who signed what of a report in which part, what took one back, and what somebody has opened."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User

from .columns import text

# the parts in which a report is signed, in the order of its steps
INSPECTED, WRITTEN, CHECKED, PART_AUDITED, AUDITED, APPROVED = "检验", "编制", "校核", "分项审核", "审核", "批准"
SUB_WRITTEN, SUB_AUDITED = "分项编制", "分项报告审核"  # of a sub-report
BY_PIN, BEFORE = "签名口令", "升级前"  # how somebody confirmed; before there were signatures a move was one


class Signature(Record, Base):
    """One person signed one thing once. Only added to, and in the chain; a client never says that somebody signed.

    `digest` is of the record's content (records/signing.py), `evidence` of its pictures and `answers` of the reasons
    that its inspectors gave to the checks ('' before there was one), `seen` of the findings and differences that were
    shown.
    `round` is the number of corrections of the report by then: a correction is signed anew, and one that is given up
    finds the signatures of the report that is valid again.
    """

    part_of = AppBuss
    __tablename__ = "report_signature"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"))
    subreport_id: Mapped[str] = text(32, "分项报告主键")
    round: Mapped[int] = mapped_column(default=0, info={"label": "更正次数"})
    role: Mapped[str] = text(16, "签名身份")
    user_id: Mapped[str] = text(32, "签名人主键")
    user_name: Mapped[str] = text(64, "签名人")
    signedat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "签名时间"})
    digest: Mapped[str] = text(64, "所签内容摘要")
    evidence: Mapped[str] = text(64, "所附照片摘要")
    answers: Mapped[str] = text(64, "检查说明摘要")
    seen: Mapped[str] = text(64, "所见内容摘要")
    way: Mapped[str] = text(16, "确认方式")
    __table_args__ = (
        Index("ix_report_signature_item", "appbuss_id"),
        {"info": {"append_only": True, "sealed": True}},
    )

    @staticmethod
    def visible(me: User) -> Any:
        return Signature.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))


class SignatureTaken(Record, Base):
    """A signature that stands no more, since when and why. Only added to, and in the chain."""

    part_of = AppBuss
    __tablename__ = "report_signature_taken"
    signature_id: Mapped[str] = mapped_column(ForeignKey("report_signature.id"), unique=True)
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    takenat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "收回时间"})
    by_name: Mapped[str] = text(64, "办理人")
    why: Mapped[str] = text(200, "收回原因")
    __table_args__ = ({"info": {"append_only": True, "sealed": True}},)

    @staticmethod
    def visible(me: User) -> Any:
        return SignatureTaken.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))


class Opening(Record, Base):
    """What somebody was shown of a report when he opened it last: the proof that his page was given."""

    part_of = AppBuss
    __tablename__ = "report_opening"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id", ondelete="CASCADE"))
    user_id: Mapped[str] = text(32, "打开人主键")
    proof: Mapped[str] = mapped_column(String(600), info={"label": "打开凭据", "secret": True})
    __table_args__ = (Index("uq_report_opening", "appbuss_id", "user_id", unique=True),)

    @staticmethod
    def visible(me: User) -> Any:
        return Opening.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
