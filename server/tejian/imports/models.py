"""Runs of imports: which file, what was asked, how far it is, how it ended."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column
from typing_extensions import TypedDict

from tejian.kit.db import Base, Record
from tejian.kit.user import User

MODES = {"check": "只检查", "all": "全部成功才导入", "valid": "只导入有效行"}
STATES = {
    "waiting": "等待",
    "reading": "检查中",
    "writing": "写入中",
    "done": "完成",
    "refused": "未导入",
    "failed": "失败",
}
ENDED = ("done", "refused", "failed")


class ImportFault(TypedDict):
    row: int
    label: str
    value: str
    sentence: str


class ImportRun(Record, Base):
    """One run over one file. `good`, `bad` and `written` are rows; `faults` are the first ones, for the screen."""

    __tablename__ = "import_run"
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64))
    view_no: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(100))
    filename: Mapped[str] = mapped_column(String(200))
    key: Mapped[str] = mapped_column(String(64))  # of the file in the store
    mode: Mapped[str] = mapped_column(String(8))
    state: Mapped[str] = mapped_column(String(8), default="waiting")
    total: Mapped[int] = mapped_column(default=0)
    seen: Mapped[int] = mapped_column(default=0)
    good: Mapped[int] = mapped_column(default=0)
    bad: Mapped[int] = mapped_column(default=0)
    written: Mapped[int] = mapped_column(default=0)
    message: Mapped[str] = mapped_column(String(500), default="")
    faults: Mapped[list[ImportFault]] = mapped_column(JSONB, default=list)
    errors_key: Mapped[str] = mapped_column(String(64), default="")
    ended: Mapped[datetime | None]
    __table_args__ = (Index("ix_import_run_user", "user_id", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return ImportRun.user_id == me.id
