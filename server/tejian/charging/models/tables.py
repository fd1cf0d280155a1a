"""Versions of the fee table: the head that is drafted and published, and its rows as they were in the file."""

from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.rules.api import Edition


class FeeTable(Record, Edition, Base):
    """A whole fee table. Its rows rule charges from `effective` on, once it is published."""

    __tablename__ = "feetable"
    audited = "03"
    named = "收费标准"
    tableno: Mapped[str] = text(32, "标准编号")

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
