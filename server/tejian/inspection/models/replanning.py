"""What the main inspector of a task asks of who arranges: another day, or another person."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, Index, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

WAIT, AGREED, REFUSED, TAKEN, LAPSED = "WAIT", "AGREED", "REFUSED", "TAKEN", "LAPSED"
DAY, PERSON = "1", "2"
KINDS = {DAY: "改期", PERSON: "换人"}


class TaskRequest(Record, Subject, Base):
    """申请改期、换人, of one task as it was arranged when it was asked."""

    __tablename__ = "task_request"
    audited = "03"
    named = "改期换人申请"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    kind: Mapped[str] = text(4, "申请事项")
    seisn: Mapped[str] = text(32, "业务流水号")
    unitname: Mapped[str] = text(200, "受检单位")
    equname: Mapped[str] = text(128, "设备名称")
    useplace: Mapped[str] = text(256, "使用地点")
    plandate: Mapped[date | None] = day("原安排日期")
    people: Mapped[str] = text(256, "原检验人员")
    wantday: Mapped[date | None] = day("希望日期")
    wantperson: Mapped[str] = text(32, "建议人选")
    wantname: Mapped[str] = text(64, "建议人选")
    reason: Mapped[str] = text(500, "原因")
    applicant: Mapped[str] = text(64, "申请人")
    answer: Mapped[str] = text(500, "答复")
    answeredby: Mapped[str] = text(64, "答复人")
    answeredat: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "答复时间"})
    __table_args__ = (
        Index("uq_task_request_open", "appbuss_id", unique=True, postgresql_where="step = 'WAIT'"),
        Index("ix_task_request_step", "step", "createtime"),
        Index("ix_task_request_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the business item."""
        return TaskRequest.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
