"""Tables of the health page: the present state of everything that is watched, and when backups and drills were made."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, String, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User

GOOD, ATTENTION, BAD = "ok", "ca", "no"


class HealthState(Record, Base):
    """One thing that is watched, how it is, and since when it is so."""

    __tablename__ = "watch_health"
    code: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "代码"})
    title: Mapped[str] = mapped_column(String(64), info={"label": "项目"})
    state: Mapped[str] = mapped_column(String(4), info={"label": "状态"})
    text: Mapped[str] = mapped_column(String(400), default="", info={"label": "现状"})
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "自"})
    checked: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "最近检查"})
    alerted: Mapped[bool] = mapped_column(default=False, info={"label": "已告警"})
    sort: Mapped[int] = mapped_column(default=0, info={"label": "排序"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class Operation(Base):
    """A backup or a drill that was made, told by the command that made it."""

    __tablename__ = "watch_operation"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), index=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    good: Mapped[bool]
    detail: Mapped[str] = mapped_column(String(400), default="")
