"""What left the archives and why: one row for each deleted or merged record, with all that brings it back."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Index, Integer, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

DELETED, MERGED = "1", "2"
GONE, BACK = "0", "1"


class Trace(Record, Base):
    """A record that was deleted or merged into another: who, when, why, and whether it is back."""

    __tablename__ = "archive_trace"
    entity: Mapped[str] = text(16, "档案类别")  # equipment, unit
    how: Mapped[str] = text(4, "方式")
    object_id: Mapped[str] = text(32, "档案主键")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    code: Mapped[str] = text(32, "代码")
    name: Mapped[str] = text(200, "名称")
    unitname: Mapped[str] = text(200, "使用单位")
    place: Mapped[str] = text(256, "地点")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    reason: Mapped[str] = text(500, "原因")
    by_name: Mapped[str] = text(64, "操作人")
    keptid: Mapped[str] = text(32, "保留档案主键")
    keptname: Mapped[str] = text(256, "并入")
    keptcode: Mapped[str] = text(32, "保留档案代码")
    moves: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "转移"})  # label → rows
    before: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)  # the columns that a merge wrote
    seen_version: Mapped[int] = mapped_column(Integer, default=0)  # of the merged record, just after the merge
    addedcodes: Mapped[str] = text(200, "并入代码")
    state: Mapped[str] = text(4, "状态")
    back_by: Mapped[str] = text(64, "恢复人")
    back_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "恢复时间"})
    __table_args__ = (
        Index("ix_archive_trace_time", "entity", "createtime", "id"),
        Index("ix_archive_trace_object", "object_id"),
        Index("ix_archive_trace_kept", "keptid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The institute that did it, and the authority of the place."""
        return in_scope(me, own=Trace.createby, org=Trace.orgid, area=Trace.areacode)


class MovedRow(Base):
    """A row that a merge pointed at the kept record, and what stood in it before."""

    __tablename__ = "merge_moved"
    trace_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    ref: Mapped[str] = mapped_column(String(64), primary_key=True)  # table.column
    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    before: Mapped[dict[str, Any]] = mapped_column(JSONB)
