"""The terminal of a lift with what it last reported, and one event of a lift on its way to being settled."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, DateTime, Index, Integer, String, cast, func, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.settings import Param

OFFLINE = "iot.offline_minutes"
TRAPPED = "2"  # C750 困人
NEW, CONFIRMED, SENT, CLOSED = "0", "1", "2", "3"  # C751


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


class LiftIot(Record, Base):
    """A terminal on a lift. Its binding changes by hand, with a version; its counters come from the platform, without.

    The binding is also written into the lift's archive (iotflag, iotdevno), where its history is kept.
    """

    __tablename__ = "lift_iot"
    equdatasysid: Mapped[str] = mapped_column(
        String(32), index=True, info={"label": "电梯主键", "refers": "equipment", "merges": "物联网终端"}
    )
    devno: Mapped[str] = text(64, "终端编号")
    source: Mapped[str] = text(4, "接入平台", dict="C752")
    installdate: Mapped[date | None] = day("接入日期")
    remark: Mapped[str] = text(200, "备注")
    lastseen: Mapped[datetime | None] = moment("最近上报时间")
    runcount: Mapped[int] = mapped_column(default=0, info={"label": "运行次数"})
    doorcount: Mapped[int] = mapped_column(default=0, info={"label": "开关门次数"})
    faults: Mapped[int] = mapped_column(default=0, info={"label": "故障次数"})
    trapped: Mapped[int] = mapped_column(default=0, info={"label": "困人次数"})
    __table_args__ = (
        Index("uq_lift_iot_devno", "devno", unique=True),
        Index("ix_lift_iot_source", "source", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return LiftIot.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))


class LiftEvent(Record, Base):
    """What a lift reported, once however often it was repeated, and what was done about it (新→确认→派单→关闭)."""

    __tablename__ = "lift_event"
    eventid: Mapped[str] = text(64, "平台事件编号")
    source: Mapped[str] = text(4, "接入平台", dict="C752")
    equdatasysid: Mapped[str] = mapped_column(
        String(32), info={"label": "电梯主键", "refers": "equipment", "merges": "物联网事件"}
    )
    devno: Mapped[str] = text(64, "终端编号")
    type: Mapped[str] = text(4, "事件类型", dict="C750")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "发生时间"})
    lastat: Mapped[datetime] = mapped_column(DateTime(timezone=True), info={"label": "最近一次上报"})
    repeats: Mapped[int] = mapped_column(default=0, info={"label": "重复上报次数"})
    floor: Mapped[str] = text(8, "楼层")
    value: Mapped[str] = text(64, "上报内容")
    state: Mapped[str] = mapped_column(String(1), default=NEW, info={"label": "状态", "dict": "C751"})
    confirmedby: Mapped[str] = text(64, "确认人")
    confirmedat: Mapped[datetime | None] = moment("确认时间")
    sentto: Mapped[str] = text(200, "派单单位")
    sentby: Mapped[str] = text(64, "派单人")
    sentat: Mapped[datetime | None] = moment("派单时间")
    handled: Mapped[str] = text(500, "处理情况")
    closedby: Mapped[str] = text(64, "关闭人")
    closedat: Mapped[datetime | None] = moment("关闭时间")
    __table_args__ = (
        Index("uq_lift_event_eventid", "source", "eventid", unique=True),
        Index("ix_lift_event_lift", "equdatasysid", "type", "lastat"),
        Index("ix_lift_event_at", "at", "id"),
        Index("ix_lift_event_open", "equdatasysid", "type", postgresql_where="state <> '3'"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return LiftEvent.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))


def online() -> ColumnElement[bool]:
    """The terminal reported within the minutes that the parameter allows."""
    minutes = select(cast(Param.value, Integer)).where(Param.key == OFFLINE, Param.value.op("~")("^[0-9]{1,5}$"))
    limit = func.make_interval(0, 0, 0, 0, 0, func.coalesce(minutes.scalar_subquery(), 15))
    return func.coalesce(LiftIot.lastseen >= func.now() - limit, False)


def open_events(*where: ColumnElement[bool]) -> Any:
    """How many events of the terminal's lift are not closed."""
    mine = (LiftEvent.equdatasysid == LiftIot.equdatasysid, LiftEvent.state != CLOSED)
    return select(func.count()).where(*mine, *where).correlate(LiftIot).scalar_subquery()
