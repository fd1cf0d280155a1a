"""Measuring instruments and the boxes in which they travel."""

from datetime import date
from typing import Any

from sqlalchemy import Date, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope


def text(size: int, label: str, **info: str) -> Any:
    return mapped_column(String(size), default="", info={"label": label, **info})


AT_CALIBRATION, PASSED = "2", "3"  # C647
USABLE = ("0", "1", PASSED)  # in store, lent, passed and ready


class Instrument(Record, Base):
    """An instrument with its calibration."""

    __tablename__ = "instrument"
    audited = "03"
    named = "仪器设备"
    called = "name"
    instno: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "仪器编号"})
    name: Mapped[str] = text(64, "仪器名称")
    insttype: Mapped[str] = text(32, "仪器类型", dict="YQLX")
    model: Mapped[str] = text(64, "型号")
    range: Mapped[str] = text(128, "测量范围")
    accuracy: Mapped[str] = text(64, "准确度")
    maker: Mapped[str] = text(128, "制造单位")
    serial: Mapped[str] = text(64, "出厂编号")
    boxno: Mapped[str] = text(16, "工具箱")
    org_id: Mapped[str] = mapped_column(String(32), index=True, info={"label": "机构", "refers": "sys_org"})
    dept_id: Mapped[str] = text(32, "部门", refers="sys_org")
    keeper: Mapped[str] = text(64, "保管人")
    cycle: Mapped[int] = mapped_column(default=12, info={"label": "检定周期(月)"})
    lastcal: Mapped[date | None] = mapped_column(Date, info={"label": "检定日期"})
    nextcal: Mapped[date | None] = mapped_column(Date, info={"label": "有效期至"})
    method: Mapped[str] = text(4, "溯源方式", dict="C648")
    certno: Mapped[str] = text(64, "证书编号")
    status: Mapped[str] = text(4, "状态", dict="C647")

    @staticmethod
    def visible(me: User) -> Any:
        # the boxes of an institute go to whoever inspects next
        return in_scope(me, own=Instrument.createby, org=Instrument.org_id, shared=True)
