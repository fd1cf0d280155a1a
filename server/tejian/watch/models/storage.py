"""What a night's look at the store of files found."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, String, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class StorageCheck(Record, Base):
    """All contents counted; those of one first digit compared with the rows that name them, some read and digested."""

    __tablename__ = "storage_check"
    begun: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True, info={"label": "核对时间"})
    ended: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "完成时间"})
    objects: Mapped[int] = mapped_column(BigInteger, default=0, info={"label": "文件数"})
    size: Mapped[int] = mapped_column(BigInteger, default=0, info={"label": "总字节"})
    digit: Mapped[str] = mapped_column(String(1), info={"label": "本次核对的首位"})
    compared: Mapped[int] = mapped_column(default=0, info={"label": "核对"})
    missing: Mapped[int] = mapped_column(default=0, info={"label": "缺失"})
    orphans: Mapped[int] = mapped_column(default=0, info={"label": "无主"})
    sampled: Mapped[int] = mapped_column(default=0, info={"label": "抽验"})
    damaged: Mapped[int] = mapped_column(default=0, info={"label": "损坏"})
    findings: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list, info={"label": "问题"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
