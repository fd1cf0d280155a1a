"""重大问题报告: what an institute tells the bureau at once, and what the bureau made of it (supervision.md D, L)."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Index, and_, false, or_, true
from sqlalchemy.orm import Mapped

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, AUDIT, APPROVE, SEND = "CG", "SH", "PZ", "BS"
SENT, RECEIVED, ANSWERED, CLOSED = "YB", "QS", "FK", "GB"
BEFORE = (DRAFT, AUDIT, APPROVE, SEND)  # the bureau knows nothing yet
WITH_BUREAU = (SENT, RECEIVED)
TOLD = (*WITH_BUREAU, ANSWERED, CLOSED)
BY_HAND, BY_REPORT, BY_NOTICE, BY_HAZARD = "0", "1", "2", "3"
SOURCES = {BY_REPORT: "检验报告", BY_NOTICE: "检验意见通知书", BY_HAZARD: "隐患登记", BY_HAND: "其他"}


class SeriousReport(Record, Subject, Base):
    """A serious problem of a device, from its discovery to the answer of the bureau."""

    __tablename__ = "serious_report"
    audited, named, called = "03", "重大问题报告", "seriousno"
    seriousno: Mapped[str] = text(32, "重大问题编号", number="serious", numbered="move")
    sourcekind: Mapped[str] = text(4, "来源")
    source_id: Mapped[str] = text(32, "来源记录")
    sourceno: Mapped[str] = text(40, "来源编号")
    org_id: Mapped[str] = text(32, "报告单位", refers="sys_org")
    toorg: Mapped[str] = text(32, "报送单位", refers="sys_org")
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="重大问题报告")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="重大问题报告", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    level: Mapped[str] = text(4, "问题等级", dict="C654")
    problem: Mapped[str] = text(1000, "重大问题")
    found: Mapped[date] = day("发现日期")
    measures: Mapped[str] = text(1000, "已采取的措施")
    suggestion: Mapped[str] = text(500, "处理建议")
    author_id: Mapped[str] = text(32, "起草人", refers="sys_user")
    submitted: Mapped[datetime | None] = moment("提交时间")
    auditor_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    audited_at: Mapped[datetime | None] = moment("审核时间")
    approver_id: Mapped[str] = text(32, "批准人", refers="sys_user")
    approved: Mapped[datetime | None] = moment("批准时间")
    sender_id: Mapped[str] = text(32, "报送人", refers="sys_user")
    sent: Mapped[datetime | None] = moment("报送时间")
    latereason: Mapped[str] = text(200, "迟报原因")
    receiver_id: Mapped[str] = text(32, "接收人", refers="sys_user")
    received: Mapped[datetime | None] = moment("接收时间")
    feedback: Mapped[str] = text(1000, "处理情况")
    answerer_id: Mapped[str] = text(32, "反馈人", refers="sys_user")
    answered: Mapped[datetime | None] = moment("反馈时间")
    closed: Mapped[date | None] = day("关闭日期")
    __table_args__ = (
        Index("ix_serious_report_org", "org_id", "step"),
        Index("ix_serious_report_to", "toorg", "step"),
        Index("ix_serious_report_area", "areacode", "step"),
        Index("ix_serious_report_device", "equdatasysid"),
        Index("ix_serious_report_source", "source_id"),
        Index("ix_serious_report_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The institute its own; whom it was sent to, and the bureaus of the area, once it was sent."""
        C = SeriousReport
        if me.scope == "all":
            return true()
        if me.unit_id or not me.org_id:
            return false()
        to_us = or_(C.toorg == me.org_id, in_scope(me, area=C.areacode))
        return or_(C.org_id == me.org_id, and_(to_us, C.step.in_(TOLD)))
