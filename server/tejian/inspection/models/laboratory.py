"""Samples of an inspection at a laboratory, what the laboratory said of them, and what that means afterwards."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import Date, DateTime, ForeignKey, Index, String, false, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAWN, SENT, RECEIVED, TESTING = "CY", "SJ", "JS", "JC"
FOUND, REVIEWED, TAKEN, WITHDRAWN, DROPPED = "CJ", "SH", "QH", "CH", "QX"
STEP_NAMES = {
    DRAWN: "待送检",
    SENT: "已送检",
    RECEIVED: "实验室已接收",
    TESTING: "检测中",
    FOUND: "待审核结果",
    REVIEWED: "结果已审核",
    TAKEN: "已取回",
    WITHDRAWN: "结果已撤回",
    DROPPED: "已取消",
}
# without a result that stands: the report of the record waits for it
UNDER_WAY = (DRAWN, SENT, RECEIVED, TESTING, FOUND, WITHDRAWN)
# of which the laboratory may still say something
AT_LABORATORY = (SENT, RECEIVED, TESTING, FOUND, REVIEWED, TAKEN, WITHDRAWN)


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


class LabSample(Record, Subject, Base):
    """A sample for one item of the record of a business item, with the result that stands."""

    __tablename__ = "lab_sample"
    audited, named, called = "03", "实验室样品", "sampleno"
    sampleno: Mapped[str] = text(32, "样品编号", number="labsample")
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), info={"label": "检验业务", "refers": "appbuss"})
    seisn: Mapped[str] = text(32, "业务流水号")
    unitname: Mapped[str] = text(200, "受检单位")
    equname: Mapped[str] = text(128, "设备名称")
    itemseq: Mapped[int] = mapped_column(default=0, info={"label": "检验项目序号"})
    itemname: Mapped[str] = text(200, "检验项目")
    name: Mapped[str] = text(64, "样品名称")
    amount: Mapped[str] = text(32, "样品数量")
    place: Mapped[str] = text(128, "采样位置")
    drawnday: Mapped[date | None] = mapped_column(Date, info={"label": "采样日期"})
    asked: Mapped[str] = text(300, "检测项目")
    sender_id: Mapped[str] = text(32, "送检人", refers="sys_user")
    sent: Mapped[datetime | None] = moment("送检时间")
    labno: Mapped[str] = text(64, "实验室编号")
    received: Mapped[datetime | None] = moment("实验室接收时间")
    reviewed: Mapped[datetime | None] = moment("结果审核时间")
    taker_id: Mapped[str] = text(32, "取回人", refers="sys_user")
    taken: Mapped[datetime | None] = moment("取回时间")
    edition: Mapped[int] = mapped_column(default=0, info={"label": "结果版次"})
    outcome: Mapped[str] = text(200, "检测结论")
    values: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "检测结果", "quiet": True})
    problem: Mapped[str] = text(500, "传输异常")
    __table_args__ = (
        Index("uq_lab_sample_no", "sampleno", unique=True, postgresql_where="sampleno <> ''"),
        Index("ix_lab_sample_item", "appbuss_id"),
        Index("ix_lab_sample_time", "createtime", "id"),
        Index("ix_lab_sample_step", "step", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever of an institute sees the business item; a unit reads the report."""
        seen = LabSample.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
        return false() if me.unit_id else seen


class LabEvent(Record, Base):
    """One thing that the laboratory said of a sample. Said again under the same key it is the same."""

    part_of: ClassVar[Any] = LabSample
    __tablename__ = "lab_event"
    sample_id: Mapped[str] = mapped_column(ForeignKey("lab_sample.id", ondelete="CASCADE"))
    eventkey: Mapped[str] = text(64, "消息编号")
    kind: Mapped[str] = text(16, "内容")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "实验室时间"})
    outcome: Mapped[str] = text(200, "检测结论")
    values: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "检测结果"})
    reason: Mapped[str] = text(300, "原因")
    became: Mapped[str] = text(300, "处理结果")
    __table_args__ = (Index("uq_lab_event", "sample_id", "eventkey", unique=True),)


TO_JUDGE, JUDGED = "DC", "HC"
UNTOUCHED, TO_CORRECT = "1", "2"
VERDICTS = {UNTOUCHED: "报告不受影响", TO_CORRECT: "须更正报告"}


class LabFinding(Record, Subject, Base):
    """A result that changed or was withdrawn behind an approved report: quality judges what of the report stands."""

    __tablename__ = "lab_finding"
    audited, named, called = "03", "结果变更核查", "findno"
    findno: Mapped[str] = text(32, "核查编号", number="labfinding")
    sample_id: Mapped[str] = mapped_column(
        ForeignKey("lab_sample.id"), index=True, info={"label": "样品", "refers": "lab_sample"}
    )
    appbuss_id: Mapped[str] = text(32, "检验业务", refers="appbuss")  # that of the sample
    reportno: Mapped[str] = text(32, "报告编号")
    unitname: Mapped[str] = text(200, "受检单位")
    equname: Mapped[str] = text(128, "设备名称")
    orgid: Mapped[str] = text(32, "检验机构", refers="sys_org")
    what: Mapped[str] = text(500, "变更情况")
    verdict: Mapped[str] = mapped_column(String(4), default="", info={"label": "核查结论"})
    opinion: Mapped[str] = text(500, "核查说明")
    judge_id: Mapped[str] = text(32, "核查人", refers="sys_user")
    judged: Mapped[datetime | None] = moment("核查时间")
    __table_args__ = (Index("ix_lab_finding_step", "step", "createtime", "id"),)

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the sample."""
        return LabFinding.sample_id.in_(select(LabSample.id).where(LabSample.visible(me)))
