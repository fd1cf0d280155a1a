"""What the checks of a report said when it was moved on, and the second signature of an issued one."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, String, Text, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class CheckRun(Record, Base):
    """The checks at one move of a report: what they said, what was answered, on which record and which rules.

    Written with the move and never changed: a later dispute shows what was known.
    """

    part_of = AppBuss
    __tablename__ = "report_check_run"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id", ondelete="CASCADE"), index=True)
    step: Mapped[str] = mapped_column(String(16), info={"label": "环节"})
    by_id: Mapped[str] = mapped_column(String(32), info={"label": "办理人主键", "refers": "sys_user"})
    by_name: Mapped[str] = mapped_column(String(64), info={"label": "办理人"})
    findings: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "检查结果"})
    digest: Mapped[str] = mapped_column(String(64), info={"label": "原始记录摘要"})
    rules: Mapped[int] = mapped_column(info={"label": "规则版本"})

    @staticmethod
    def visible(me: User) -> Any:
        return CheckRun.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))


class ReportSm2(Record, Base):
    """The SM2 signature of an issued report, in its container (.p7s as base64): only added to, and in the chain."""

    part_of = Report
    __tablename__ = "report_sm2"
    report_id: Mapped[str] = mapped_column(ForeignKey("report.id"))
    container: Mapped[str] = mapped_column(Text, info={"label": "签名"})
    sm3: Mapped[str] = mapped_column(String(64), info={"label": "文件摘要(SM3)"})
    signer: Mapped[str] = mapped_column(String(200), info={"label": "签署人"})
    issuer: Mapped[str] = mapped_column(String(200), info={"label": "发证机构"})
    serial: Mapped[str] = mapped_column(String(64), info={"label": "证书序列号"})
    signedat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "签署时间"})
    __table_args__ = (
        Index("uq_report_sm2_report", "report_id", unique=True),
        {"info": {"append_only": True, "sealed": True}},
    )

    @staticmethod
    def visible(me: User) -> Any:
        return ReportSm2.report_id.in_(select(Report.id).where(Report.visible(me)))
