"""Requests to correct an issued report, or to issue it once more."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, String, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, AUDIT, APPROVE, BACK, UNDERWAY = "DRAFT", "AUDIT", "APPROVE", "BACK", "UNDERWAY"
DONE, VOID = "DONE", "VOID"
OPEN = (DRAFT, BACK)  # with the applicant
PENDING = (BACK, AUDIT, APPROVE, UNDERWAY)
SUPPLEMENT, OF_UNIT = "05", "04"  # C728: 补发, 单位信息更正
SELF = "UNIT"  # the way of what the unit asks for itself


class ReportChange(Record, Subject, Base):
    """A correction (更正) or a supplement (补发) of one report."""

    __tablename__ = "report_change"
    audited = "03"
    named = "报告更正"
    changeno: Mapped[str] = text(32, "更正单号", number="change", numbered="move")
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    kind: Mapped[str] = text(4, "更正类型", dict="C728")
    reportno: Mapped[str] = text(40, "原报告编号")
    newno: Mapped[str] = text(40, "新报告编号")
    seisn: Mapped[str] = text(32, "业务流水号")
    unitname: Mapped[str] = text(200, "受检单位")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    content: Mapped[str] = text(1000, "更正内容")
    reason: Mapped[str] = text(500, "更正原因")
    applicant: Mapped[str] = text(64, "申请人")
    submitted: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "申请时间"})
    auditor: Mapped[str] = text(64, "审核人")
    auditor_id: Mapped[str] = text(32, "审核人主键", refers="sys_user")
    audited_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "审核时间"})
    approver: Mapped[str] = text(64, "批准人")
    approved_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "批准时间"})
    opinion: Mapped[str] = text(500, "审批意见")
    way: Mapped[str] = mapped_column(String(8), default="", server_default="", info={"label": "申请途径"})
    copies: Mapped[int | None] = mapped_column(info={"label": "补发份数"})
    kept: Mapped[dict[str, Any]] = mapped_column(
        JSONB, default=dict, server_default="{}", info={"label": "更正前", "secret": True}
    )
    __table_args__ = (
        Index("uq_report_change_no", "changeno", unique=True, postgresql_where="changeno <> ''"),
        Index("ix_report_change_step", "step", "createtime"),
        Index("ix_report_change_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the business item."""
        return ReportChange.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
