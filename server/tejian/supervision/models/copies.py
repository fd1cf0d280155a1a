"""抄告单 and the devices that it is about. Steps: workflow.md §8.1 (carbon copy)."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, and_, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, SENT, SIGNED, HANDLING, REPLIED, FILED, BACK = "CG", "FC", "QS", "BL", "HF", "GD", "TH"
WITH_SENDER, OPEN = (DRAFT, BACK), (SENT, SIGNED, HANDLING)


class CarbonCopy(Record, Subject, Base):
    """A notice about devices from one organisation to another. Bureau and institute see what they send or receive."""

    __tablename__ = "carbon_copy"
    audited, named, called = "03", "抄告单", "notifyno"
    notifyno: Mapped[str] = text(32, "抄告单编号", number="carboncopy", numbered="move")
    fromorg: Mapped[str] = text(32, "抄告单位", refers="sys_org")
    toorg: Mapped[str] = text(32, "主送单位", refers="sys_org")
    subject: Mapped[str] = text(100, "事由")
    content: Mapped[str] = text(1000, "抄告内容")
    deadline: Mapped[date] = day("办理期限")
    sentby: Mapped[str] = text(64, "发出人")
    sent: Mapped[datetime | None] = moment("发出时间")
    signedby: Mapped[str] = text(64, "签收人")
    signed: Mapped[datetime | None] = moment("签收时间")
    handler_id: Mapped[str] = text(32, "承办人", refers="sys_user")
    reply: Mapped[str] = text(1000, "办理情况")
    replied: Mapped[datetime | None] = moment("回复时间")
    filed: Mapped[date | None] = day("归档日期")
    __table_args__ = (Index("ix_carbon_copy_from", "fromorg"), Index("ix_carbon_copy_to", "toorg"))

    @staticmethod
    def visible(me: User) -> Any:
        C = CarbonCopy
        if me.scope == "all" or me.unit_id or not me.org_id:
            return true() if me.scope == "all" else false()
        return or_(C.fromorg == me.org_id, C.handler_id == me.id, and_(C.toorg == me.org_id, C.step != DRAFT))


class CopiedDevice(Record, Base):
    """A device of a copy; its words are those of the archive."""

    __tablename__ = "carbon_copy_device"
    part_of: ClassVar[Any] = CarbonCopy
    notify_id: Mapped[str] = mapped_column(ForeignKey("carbon_copy.id", ondelete="CASCADE"), index=True)
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="抄告单")
