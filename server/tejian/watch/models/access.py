"""Calls by minute, client and path."""

from datetime import datetime

from sqlalchemy import DateTime, Float, String, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base


class ApiAccess(Base):
    """The calls of one client to one path in one minute. Kept for some days (watch.access)."""

    __tablename__ = "watch_access"
    __table_args__ = (UniqueConstraint("minute", "path", "user_id", "ip"),)  # which finds the minutes too
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    minute: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "时间（分钟）"})
    path: Mapped[str] = mapped_column(String(120), info={"label": "接口"})
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64), info={"label": "调用者"})
    ip: Mapped[str] = mapped_column(String(64), info={"label": "来源地址"})
    calls: Mapped[int] = mapped_column(info={"label": "次数"})
    refused: Mapped[int] = mapped_column(info={"label": "拒绝"})
    broken: Mapped[int] = mapped_column(info={"label": "出错"})
    total_ms: Mapped[float] = mapped_column(Float)
    p50: Mapped[float] = mapped_column(Float, info={"label": "一半在(毫秒)"})
    p95: Mapped[float] = mapped_column(Float, info={"label": "95% 在(毫秒)"})
    p99: Mapped[float] = mapped_column(Float, info={"label": "99% 在(毫秒)"})
    most_ms: Mapped[float] = mapped_column(Float, info={"label": "最长(毫秒)"})
    steps: Mapped[dict[str, int]] = mapped_column(JSONB)  # the histogram, so that processes add up (kit.web.access)
