"""An incident of people shut in a lift: from the call to its end, with the clocks that say how long each step took."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Index, Numeric, cast, extract, func, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

# C726
CALLED, SENT, ACCEPTED, ARRIVED, FREED, FOLLOWED, CLOSED, SECOND, THIRD = "0", "1", "2", "3", "4", "5", "6", "7", "8"
SHUT_IN = (CALLED, SENT, ACCEPTED, ARRIVED, SECOND, THIRD)  # people are in the lift
WAITING = (SENT, SECOND, THIRD)  # somebody was sent and has not answered
CONTRACT, GRID, FIRE = "1", "2", "3"  # C664
BY_PHONE, BY_IOT = "P", "I"
WAYS = {BY_PHONE: "电话", BY_IOT: "物联网"}


class RescueIncident(Record, Subject, Base):
    """Its words are those of the day of the call; `typed` names the clocks that a person typed instead of an event."""

    __tablename__ = "rescue_incident"
    audited, named, called = "03", "困人救援", "orderno"
    orderno: Mapped[str] = text(32, "工单编号", number="rescue")
    equdatasysid: Mapped[str] = text(32, "电梯主键", refers="equipment", merges="困人救援")
    equcode: Mapped[str] = text(20, "设备代码")
    code96333: Mapped[str] = text(8, "应急识别码")
    useplace: Mapped[str] = text(256, "使用地点")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="困人救援（使用单位）", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    maiorgsysid: Mapped[str] = text(
        32, "维保单位主键", refers="unit", merges="困人救援（维保单位）", beside="maiorgname"
    )
    maiorgname: Mapped[str] = text(200, "维保单位")
    station_id: Mapped[str] = text(32, "救援站", refers="rescue_station")
    way: Mapped[str] = text(4, "来源")
    event_id: Mapped[str] = text(32, "物联网事件")
    caller: Mapped[str] = text(64, "报警人")
    callertel: Mapped[str] = phone("rescue_incident.callertel", "报警人电话")
    people: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "被困", "unit": "人"})
    floor: Mapped[str] = text(16, "楼层")
    situation: Mapped[str] = text(500, "情况")
    urgent: Mapped[str] = text(32, "紧急情形")
    calls: Mapped[int] = mapped_column(default=1, server_default="1", info={"label": "来电", "unit": "次"})
    level: Mapped[str] = text(4, "救援级别", dict="C664")
    raisedwhy: Mapped[str] = text(200, "升级原因")
    forecast: Mapped[int | None] = mapped_column(info={"label": "预计到场", "unit": "分"})
    calledat: Mapped[datetime] = moment("接警时间")
    sentat: Mapped[datetime | None] = moment("派单时间")
    acceptedat: Mapped[datetime | None] = moment("接单时间")
    arrivedat: Mapped[datetime | None] = moment("到场时间")
    freedat: Mapped[datetime | None] = moment("解救时间")
    comfortat: Mapped[datetime | None] = moment("最近安抚时间")
    comforts: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "安抚", "unit": "次"})
    typed: Mapped[str] = text(100, "补填的时间")
    raiseat: Mapped[datetime | None] = moment("升级时间")
    followsaid: Mapped[str] = text(500, "回访情况")
    followedat: Mapped[datetime | None] = moment("回访时间")
    cause: Mapped[str] = text(4, "困人原因", dict="C663")
    causesaid: Mapped[str] = text(500, "原因分析与处理")
    closedat: Mapped[datetime | None] = moment("关闭时间")
    __table_args__ = (
        Index("ix_rescue_incident_lift", "equdatasysid", "calledat"),
        Index("ix_rescue_incident_raise", "raiseat", postgresql_where="raiseat is not null"),
        Index("ix_rescue_incident_unit", "unitsysid"),
        Index("ix_rescue_incident_maintainer", "maiorgsysid"),
        Index("ix_rescue_incident_area", "areacode", "calledat"),
        Index("ix_rescue_incident_station", "station_id", "calledat"),
        Index("ix_rescue_incident_at", "calledat", "id"),
        Index(
            "uq_rescue_incident_open",
            "equdatasysid",
            unique=True,
            postgresql_where="step in ('0', '1', '2', '3', '7', '8')",
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Both units of the lift theirs, operators and authority those of their area."""
        C = RescueIncident
        if me.scope == "all":
            return true()
        if me.unit_id:
            return or_(C.unitsysid == me.unit_id, C.maiorgsysid == me.unit_id)
        return in_scope(me, own=C.createby, area=C.areacode)


def minutes() -> ColumnElement[Any]:
    """From the call to the arrival, in minutes."""
    return extract("epoch", RescueIncident.arrivedat - RescueIncident.calledat) / 60


def share(part: float) -> Any:
    """The minutes within which so many of the rescues had somebody there."""
    return func.round(cast(func.percentile_cont(part).within_group(minutes()), Numeric), 1)
