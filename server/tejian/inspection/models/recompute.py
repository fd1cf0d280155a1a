"""Runs of the recomputation, and the dates that a run would change."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, Date, Identity, Index, String, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User

STATES = {
    "waiting": "等待",
    "counting": "预览中",
    "ready": "待确认",
    "writing": "写入中",
    "done": "已写入",
    "dropped": "已放弃",
    "failed": "失败",
}
OPEN = ("waiting", "counting", "ready", "writing")
WAYS = {"earlier": "提前", "later": "推迟", "added": "补上"}
WRITTEN = {"": "待写入", "1": "已写入", "2": "已跳过"}


class DateRun(Record, Base):
    """One recomputation. `passed` devices were looked at; `left` says how many were not worked out, and why."""

    __tablename__ = "date_run"
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64))
    reason: Mapped[str] = mapped_column(String(500))
    state: Mapped[str] = mapped_column(String(8), default="waiting")
    rules: Mapped[int] = mapped_column(default=0)  # version of the rules that the preview read
    later: Mapped[bool] = mapped_column(default=False)  # whether dates that become later are written too
    passed: Mapped[int] = mapped_column(default=0)
    changed: Mapped[int] = mapped_column(default=0)
    earlier_count: Mapped[int] = mapped_column(default=0)
    later_count: Mapped[int] = mapped_column(default=0)
    added_count: Mapped[int] = mapped_column(default=0)
    left_count: Mapped[int] = mapped_column(default=0)
    summary: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list)
    left: Mapped[list[dict[str, Any]]] = mapped_column("left_out", JSONB, default=list)
    written: Mapped[int] = mapped_column(default=0)
    skipped: Mapped[int] = mapped_column(default=0)
    message: Mapped[str] = mapped_column(String(500), default="")
    ended: Mapped[datetime | None]
    __table_args__ = (Index("ix_date_run_createtime", "createtime", "id"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class DateChange(Base):
    """One date of one device that a run would change. `version` is the device's at the preview."""

    __tablename__ = "date_change"
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    run_id: Mapped[str] = mapped_column(String(32))
    equdatasysid: Mapped[str] = mapped_column(String(32))
    version: Mapped[int]
    equclass: Mapped[str] = mapped_column(String(8))
    field: Mapped[str] = mapped_column(String(32))
    way: Mapped[str] = mapped_column(String(8))
    old: Mapped[date | None] = mapped_column(Date)
    new: Mapped[date] = mapped_column(Date)
    ruleid: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(1), default="")
    __table_args__ = (
        Index("ix_date_change_run", "run_id", "id"),
        Index("ix_date_change_device", "run_id", "equdatasysid"),
    )
