"""Versions of the fee table: the head that is drafted and published, and its rows as they were in the file."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import Date, DateTime, ForeignKey, Index, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.common.api import text
from tejian.kit.db import Base, Record
from tejian.kit.process import Subject
from tejian.kit.user import User


class FeeTable(Record, Subject, Base):
    """A whole fee table. Its rows rule charges from `effective` on, once it is published."""

    __tablename__ = "feetable"
    audited = "03"
    tableno: Mapped[str] = text(32, "标准编号")
    name: Mapped[str] = text(100, "标准名称")
    document: Mapped[str] = text(128, "文件依据")
    effective: Mapped[date | None] = mapped_column(Date, info={"label": "生效日期"})
    remark: Mapped[str] = text(500, "说明")
    rowcount: Mapped[int] = mapped_column(default=0, info={"label": "行数"})
    drafter: Mapped[str] = text(64, "起草人")
    drafter_id: Mapped[str] = text(32, "起草人主键")
    publisher: Mapped[str] = text(64, "发布人")
    published: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "发布时间"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class FeeTableRow(Record, Base):
    """A row of a table with the columns of the rule table; it stays as the file brought it."""

    __tablename__ = "feetablerow"
    part_of: ClassVar[Any] = FeeTable
    table_id: Mapped[str] = mapped_column(ForeignKey("feetable.id", ondelete="CASCADE"))
    seq: Mapped[int] = mapped_column(default=0, info={"label": "行号"})
    data: Mapped[dict[str, str]] = mapped_column(JSONB, info={"label": "内容"})
    __table_args__ = (Index("ix_feetablerow_table", "table_id", "seq"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
