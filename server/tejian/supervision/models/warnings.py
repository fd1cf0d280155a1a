"""What is wrong with a unit, counted once an hour: a list of hundreds of thousands of units asks no device."""

from datetime import date
from typing import Any

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope


class UnitWarning(Record, Base):
    """A unit with something overdue, unqualified, expired or missing. Made anew by supervision.warnings."""

    __tablename__ = "unit_warning"
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="单位预警", beside="unitname")
    unitname: Mapped[str] = text(200, "单位名称")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    devices: Mapped[int] = mapped_column(default=0, info={"label": "设备"})
    overdue: Mapped[int] = mapped_column(default=0, info={"label": "超期"})
    worst: Mapped[date | None] = day("最早到期")
    unqualified: Mapped[int] = mapped_column(default=0, info={"label": "不合格在用"})
    stopped: Mapped[int] = mapped_column(default=0, info={"label": "停用过长"})
    licences: Mapped[int] = mapped_column(default=0, info={"label": "许可过期"})
    certs: Mapped[int] = mapped_column(default=0, info={"label": "证书过期"})
    duties: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "缺日管控（天）"})
    nostaff: Mapped[bool] = mapped_column(default=False, info={"label": "无安全管理人员"})
    since: Mapped[date] = mapped_column(info={"label": "预警起始"})
    __table_args__ = (
        Index("ix_unit_warning_area", "areacode", "worst"),
        Index("ix_unit_warning_worst", "worst"),
        Index("uq_unit_warning_unit", "unitsysid", unique=True),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """A bureau sees its area, a unit itself."""
        C = UnitWarning
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return in_scope(me, own=C.createby, area=C.areacode)
