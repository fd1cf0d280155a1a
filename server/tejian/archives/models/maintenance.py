"""One visit of a maintenance unit to a lift."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import DateTime, Index, String, select
from sqlalchemy import text as sql_text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class Maintenance(Record, Base):
    """A visit: who, when, which type, what was found, who signed. The lift's words are kept as they were."""

    __tablename__ = "maintenance"
    audited = "00"
    named = "电梯维保记录"
    equdatasysid: Mapped[str] = mapped_column(
        String(32), info={"label": "电梯主键", "refers": "equipment", "merges": "维保记录"}
    )
    equcode: Mapped[str] = text(20, "设备代码")
    ele96333code: Mapped[str] = text(8, "96333应急识别码")
    useplace: Mapped[str] = text(256, "使用地点")
    useorgname: Mapped[str] = text(200, "使用单位")
    maiorgsysid: Mapped[str] = text(32, "维保单位主键", refers="unit", merges="维保记录", beside="maiorgname")
    maiorgname: Mapped[str] = text(200, "维保单位")
    maitype: Mapped[str] = text(4, "维保类型", dict="C661")
    persons: Mapped[str] = text(200, "维保人员")
    starttime: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "开始时间"})
    endtime: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "结束时间"})
    visitday: Mapped[date] = day("维保日期")
    items: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "维保项目", "quiet": True})
    faults: Mapped[int] = mapped_column(default=0, info={"label": "发现问题数"})
    signed: Mapped[bool] = mapped_column(default=False, info={"label": "使用单位签字"})
    signedby: Mapped[str] = text(64, "签字人")
    score: Mapped[int | None] = mapped_column(info={"label": "评分"})
    prevday: Mapped[date | None] = day("上次维保日期")
    intervaldays: Mapped[int | None] = mapped_column(info={"label": "间隔天数"})
    limitdays: Mapped[int | None] = mapped_column(info={"label": "规定间隔"})
    overdue: Mapped[bool] = mapped_column(default=False, info={"label": "超期"})
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (
        Index("ix_maintenance_lift", "equdatasysid", "visitday"),
        Index("ix_maintenance_unit", "maiorgsysid", "visitday"),
        Index("ix_maintenance_day", "visitday", "id"),
        Index("ix_maintenance_ends", sql_text("(visitday + limitdays)"), postgresql_where="limitdays is not null"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """A maintenance unit sees its own visits, the others those of the lifts that they see."""
        if me.unit_id:
            mine = select(Equipment.id).where(Equipment.equDel == 0, Equipment.useorgsysid == me.unit_id)
            return (Maintenance.maiorgsysid == me.unit_id) | Maintenance.equdatasysid.in_(mine)
        return Maintenance.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))
