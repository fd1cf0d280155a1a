"""The sub-reports of a business item."""

from datetime import date
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, and_, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

WRITE, AUDIT, DONE = "WRITE", "AUDIT", "DONE"


class SubReport(Record, Subject, Base):
    """A sub-report: its number is that of the report with -01, -02; its pages are one PDF, kept as an attachment."""

    __tablename__ = "inspection_sub_report"
    audited = "03"
    named = "分项报告"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"))
    seq: Mapped[int] = mapped_column(info={"label": "序号"})
    subno: Mapped[str] = text(48, "分项报告编号")
    subname: Mapped[str] = text(64, "分项报告名称")
    subresult: Mapped[str] = text(200, "结论")
    testdate: Mapped[date | None] = mapped_column(Date, info={"label": "检测日期"})
    tester_id: Mapped[str] = text(32, "检测人主键", refers="sys_user")
    tester: Mapped[str] = text(64, "检测人")
    writer_id: Mapped[str] = text(32, "编制人主键", refers="sys_user")
    writer: Mapped[str] = text(64, "编制人")
    auditor_id: Mapped[str] = text(32, "审核人主键", refers="sys_user")
    auditor: Mapped[str] = text(64, "审核人")
    auditedon: Mapped[date | None] = mapped_column(Date, info={"label": "审核日期"})
    pages: Mapped[int] = mapped_column(default=0, info={"label": "页数"})
    seisn: Mapped[str] = text(32, "业务流水号")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    unitname: Mapped[str] = text(200, "受检单位")
    __table_args__ = (
        Index("uq_inspection_sub_report", "appbuss_id", "seq", unique=True),
        Index("ix_inspection_sub_report_step", "step", "createtime", "id"),
        Index("ix_inspection_sub_report_time", "createtime", "id"),
    )

    def number_after(self, reportno: str) -> None:
        """Its number is that of the report with its own place behind it."""
        self.subno = f"{reportno}-{self.seq:02d}"

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the business item; a unit only what was audited."""
        seen = SubReport.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
        return and_(seen, SubReport.step == DONE) if me.unit_id else seen
