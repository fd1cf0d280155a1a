"""Inspections that a refinery's site team enters for its vessels and lines."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Index, Numeric, String, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class SiteInspection(Record, Base):
    """A yearly check, a thickness measuring or a periodic inspection of a vessel or a line."""

    __tablename__ = "site_inspection"
    audited = "00"
    named = "现场检查"
    equdatasysid: Mapped[str] = mapped_column(
        String(32), info={"label": "设备主键", "refers": "equipment", "merges": "现场检验记录"}
    )
    lineid: Mapped[str] = text(32, "管线主键")
    kind: Mapped[str] = text(4, "检查类型")  # 1 年度检查, 2 壁厚测定, 3 定期检验
    checkdate: Mapped[date] = day("检查日期")
    result: Mapped[str] = text(4, "结论")  # 1 合格, 2 监控使用, 3 不合格
    minthick: Mapped[Decimal | None] = mapped_column(Numeric(8, 2), info={"label": "实测最小壁厚"})
    nextdate: Mapped[date | None] = day("下次检查日期")
    orgname: Mapped[str] = text(200, "检查单位")
    checkman: Mapped[str] = text(64, "检查人员")
    reportno: Mapped[str] = text(64, "报告编号")
    problem: Mapped[str] = text(500, "发现的问题")
    __table_args__ = (
        Index("ix_site_inspection_device", "equdatasysid", "checkdate"),
        Index("ix_site_inspection_line", "lineid", "checkdate"),
        Index("ix_site_inspection_day", "checkdate", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return SiteInspection.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))
