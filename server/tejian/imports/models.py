"""Runs of imports: which file, what was asked, how far it is, how it ended."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, String, and_, false, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column
from typing_extensions import TypedDict

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.importing.view import ImportUnits

MODES = {"check": "只检查", "all": "全部成功才导入", "valid": "只导入有效行", "drafts": "连同待完善的行导入"}
STATES = {
    "waiting": "等待",
    "reading": "检查中",
    "asking": "待对应列",
    "writing": "写入中",
    "done": "完成",
    "refused": "未导入",
    "failed": "失败",
}
ENDED = ("asking", "done", "refused", "failed")


class ImportFault(TypedDict):
    row: int
    label: str
    value: str
    sentence: str


class FaultGroup(TypedDict):
    """What is wrong in a column: in how many rows, and the first of them."""

    label: str
    sentence: str
    count: int
    rows: list[int]


class ImportRun(Record, Base):
    """One run over one file. `good`, `bad` and `written` are rows; `faults` are the first ones, for the screen."""

    __tablename__ = "import_run"
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64))
    view_no: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(100))
    filename: Mapped[str] = mapped_column(String(200))
    key: Mapped[str] = mapped_column(String(64), info={"content": True})  # of the file in the store
    mode: Mapped[str] = mapped_column(String(8))
    way: Mapped[str] = mapped_column(String(16), default="", server_default="")  # how its sender confirmed a signature
    state: Mapped[str] = mapped_column(String(8), default="waiting")
    total: Mapped[int] = mapped_column(default=0)
    seen: Mapped[int] = mapped_column(default=0)
    good: Mapped[int] = mapped_column(default=0)
    bad: Mapped[int] = mapped_column(default=0)
    written: Mapped[int] = mapped_column(default=0)
    message: Mapped[str] = mapped_column(String(500), default="")
    faults: Mapped[list[ImportFault]] = mapped_column(JSONB, default=list)
    errors_key: Mapped[str] = mapped_column(String(64), default="", info={"content": True})
    ended: Mapped[datetime | None]
    begun: Mapped[int] = mapped_column(default=0, server_default="0")  # how often: its process may end over it
    drafts: Mapped[int] = mapped_column(default=0, server_default="0")  # rows that may be taken to be completed
    # what stands in a file whose headings are not ours, and what its user said of it
    found: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, server_default="{}")
    meaning: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, server_default="{}")
    # the units that its rows name, new ones and known ones
    units: Mapped[ImportUnits | None] = mapped_column(JSONB(none_as_null=True))
    __table_args__ = (Index("ix_import_run_user", "user_id", "createtime"),)

    @staticmethod
    def visible(me: User) -> Any:
        return ImportRun.user_id == me.id


class ImportSource(Record, Base):
    """Where foreign files come from, and what their headings (→ field) and words (field → word → code) mean.

    Kept by the organisation of whoever said so, for the next file of that source. Each run keeps what it went by.
    """

    __tablename__ = "import_source"
    org_id: Mapped[str] = mapped_column(String(32))
    unit_id: Mapped[str] = mapped_column(String(32), default="")
    view_no: Mapped[str] = mapped_column(String(64), info={"label": "列表"})
    name: Mapped[str] = mapped_column(String(60), info={"label": "来源"})
    columns: Mapped[dict[str, str]] = mapped_column(JSONB, default=dict, info={"label": "列对应"})
    words: Mapped[dict[str, dict[str, str]]] = mapped_column(JSONB, default=dict, info={"label": "值对应"})
    __table_args__ = (Index("uq_import_source_name", "org_id", "unit_id", "view_no", "name", unique=True),)

    @staticmethod
    def visible(me: User) -> Any:
        """Those of one's organisation; an enterprise's people see those of their unit, who sees all sees all."""
        return true() if me.scope == "all" else ImportSource.kept_by(me)

    @staticmethod
    def kept_by(me: User) -> Any:
        """What an import of this person goes by."""
        if not me.org_id and not me.unit_id:
            return false()
        return and_(ImportSource.org_id == me.org_id, ImportSource.unit_id == (me.unit_id or ""))
