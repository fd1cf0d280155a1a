"""An authorisation to inspect."""

from datetime import date
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, String, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class InspAuthorization(Record, Base):
    """An institution may inspect these classes in this area, or for this unit, in this time. Empty means every."""

    __tablename__ = "insp_authorization"
    audited = "01"
    named = "检验单位授权"
    unit_id: Mapped[str] = mapped_column(
        ForeignKey("unit.unitsysid"), index=True, info={"label": "检验单位", "refers": "unit", "merges": "检验授权"}
    )
    classes: Mapped[str] = text(64, "设备种类", dict="C601")
    areacode: Mapped[str] = text(12, "区划", dict="AREA")
    useunit_id: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="检验授权（使用单位）")
    docno: Mapped[str] = text(64, "授权文号")
    datefrom: Mapped[date] = mapped_column(Date, info={"label": "授权起始日期"})
    dateto: Mapped[date] = mapped_column(Date, info={"label": "授权截止日期"})
    revoked: Mapped[date | None] = day("收回日期")
    revokereason: Mapped[str] = text(256, "收回原因")
    grantedby: Mapped[str] = mapped_column(String(64), default="", info={"label": "授权人"})
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("ix_insp_authorization_dateto", "dateto"),)

    @staticmethod
    def visible(me: User) -> Any:
        """Staff see every authorisation; an enterprise account those that name it."""
        if not me.unit_id:
            return true()
        return or_(InspAuthorization.unit_id == me.unit_id, InspAuthorization.useunit_id == me.unit_id)
