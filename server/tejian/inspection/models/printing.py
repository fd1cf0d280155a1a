"""Sheets of pre-numbered marks (合格标志): which went out with which report, and which were spoiled."""

from typing import Any

from sqlalchemy import ForeignKey, Index, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User

USED, SPOILED = "01", "02"
STATES = {USED: "已使用", SPOILED: "已作废"}


class MarkSheet(Record, Base):
    """A numbered sheet of an institute; a number is used up once."""

    __tablename__ = "mark_sheet"
    audited = "03"
    named = "标志用纸"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    sheetno: Mapped[str] = text(32, "标志编号")
    prefix: Mapped[str] = text(32, "编号前缀")
    serial: Mapped[int] = mapped_column(default=0, info={"label": "编号流水"})
    width: Mapped[int] = mapped_column(default=0, info={"label": "流水位数"})
    state: Mapped[str] = text(4, "状态")
    reason: Mapped[str] = text(256, "作废原因")
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(40, "报告编号")
    unitname: Mapped[str] = text(200, "受检单位")
    equname: Mapped[str] = text(128, "设备名称")
    by_name: Mapped[str] = text(64, "打印人")
    __table_args__ = (
        Index("uq_mark_sheet_no", "org_id", "sheetno", unique=True),
        Index("ix_mark_sheet_roll", "org_id", "prefix", "width", "serial"),
        Index("ix_mark_sheet_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the business item that it was printed for."""
        return MarkSheet.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
