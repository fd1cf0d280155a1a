"""The flow log: the line that every move of a process leaves behind."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, DateTime, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.ground.yearly import log_id, yearly

from .db import Base


class FlowLog(Base):
    """Who moved what from which step to which, when and why. Never changed, never deleted."""

    __tablename__ = "flow_log"
    id: Mapped[int] = log_id("flow_log")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True, info={"label": "办理时间"})
    process: Mapped[str] = mapped_column(String(32))
    subject_id: Mapped[str] = mapped_column(String(32))
    subject_no: Mapped[str] = mapped_column(String(32), default="")  # seisn
    parent_no: Mapped[str] = mapped_column(String(32), default="")  # appno
    move: Mapped[str] = mapped_column(String(32))
    move_label: Mapped[str] = mapped_column(String(32), info={"label": "办理"})
    from_step: Mapped[str] = mapped_column(String(32), info={"label": "原环节"})
    to_step: Mapped[str] = mapped_column(String(32), info={"label": "新环节"})
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64), info={"label": "办理人"})
    opinion: Mapped[str] = mapped_column(String(2000), default="", info={"label": "意见"})
    reason: Mapped[str] = mapped_column(String(2000), default="", info={"label": "原因"})
    reason_code: Mapped[str] = mapped_column(String(16), default="")
    request_no: Mapped[str] = mapped_column(String(32), default="")
    __table_args__ = (
        Index("ix_flow_log_subject", "subject_id", "id"),
        Index("ix_flow_log_parent", "parent_no", "id"),
        yearly(append_only=True, sealed=True),
    )


def since_made(subject: Any) -> ColumnElement[bool]:
    """Moves since a record was made, with a day for clocks that differ: only the parts of its years are read."""
    made: datetime = subject.createtime
    return FlowLog.at > made - timedelta(days=1)
