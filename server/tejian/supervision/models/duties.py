"""日管控、周排查、月调度: one record of a unit per class of devices and day, week or month (总局令第74号)."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Index, and_, false, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

FILLING, HANDED = "TX", "YT"
DAILY, WEEKLY, MONTHLY = "D", "W", "M"
PERIODS = {DAILY: "日管控", WEEKLY: "周排查", MONTHLY: "月调度"}


class DutyRecord(Record, Subject, Base):
    """What a unit looked at in a period, and what it found. `firstday` and `lastday` bound the period."""

    __tablename__ = "duty_record"
    audited, named = "03", "履职记录"
    unitsysid: Mapped[str] = text(32, "单位主键", refers="unit", merges="履职记录", beside="unitname")
    unitname: Mapped[str] = text(200, "单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    period: Mapped[str] = text(4, "类别")
    firstday: Mapped[date] = day("日期")
    lastday: Mapped[date] = day("截止日期")
    wrong: Mapped[int] = mapped_column(default=0, info={"label": "异常"})
    latereason: Mapped[str] = text(200, "补录原因")
    signer_id: Mapped[str] = text(32, "填写人", refers="sys_user")
    handed: Mapped[datetime | None] = moment("提交时间")
    __table_args__ = (
        Index("uq_duty_record_period", "unitsysid", "equclass", "period", "firstday", unique=True),
        Index("ix_duty_record_area", "areacode", "firstday"),
        Index("ix_duty_record_day", "firstday", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit its own, the bureau those of its area once they were handed in."""
        C = DutyRecord
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return and_(in_scope(me, own=C.createby, area=C.areacode), C.step == HANDED) if me.org_id else false()
