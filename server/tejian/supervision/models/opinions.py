"""意见征集: a draft on which a bureau asks units for their opinion, and what each of them said."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, OPEN, OVER = "CG", "ZJ", "JS"
TOLD = (OPEN, OVER)


class OpinionCall(Record, Subject, Base):
    """A draft with its questions, until when opinions are taken, and what became of them."""

    __tablename__ = "opinion_call"
    audited, named, called = "03", "意见征集", "callno"
    callno: Mapped[str] = text(32, "征集编号", number="opinioncall", numbered="move")
    org_id: Mapped[str] = text(32, "征集单位", refers="sys_org")
    title: Mapped[str] = text(200, "征集事项")
    content: Mapped[str] = text(2000, "征求意见稿")
    questions: Mapped[str] = text(1000, "征求意见的问题")
    deadline: Mapped[date] = day("征集截止日期")
    publisher_id: Mapped[str] = text(32, "发布人", refers="sys_user")
    published: Mapped[datetime | None] = moment("发布时间")
    outcome: Mapped[str] = text(1000, "意见采纳情况")
    closed: Mapped[date | None] = day("结束日期")
    __table_args__ = (
        Index("ix_opinion_call_org", "org_id", "step"),
        Index("ix_opinion_call_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """What was published is everybody's to read; a draft its office's."""
        C = OpinionCall
        if me.scope == "all":
            return true()
        own = C.org_id == me.org_id if me.org_id and not me.unit_id else false()
        return or_(own, C.step.in_(TOLD))


class OpinionReply(Record, Base):
    """What a unit said to a draft: one opinion of each."""

    part_of: ClassVar[Any] = OpinionCall
    __tablename__ = "opinion_reply"
    call_id: Mapped[str] = mapped_column(ForeignKey("opinion_call.id", ondelete="CASCADE"))
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="征集意见", beside="unitname")
    unitname: Mapped[str] = text(200, "单位")
    opinion: Mapped[str] = text(2000, "意见")
    author_id: Mapped[str] = text(32, "提交人", refers="sys_user")
    sent: Mapped[datetime | None] = moment("提交时间")
    __table_args__ = (Index("uq_opinion_reply_unit", "call_id", "unitsysid", unique=True),)
