"""How long inspections took on site, by item, and the medians that are learnt from them."""

from datetime import date
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, false
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

PHONE, RECORD, NONE = "phone", "record", ""
SOURCES = {PHONE: "手机签到签退", RECORD: "记录起止时间"}
UNIT, STATION, ORG = "unit", "station", "org"
LEVELS = {UNIT: "单位", STATION: "检验站", ORG: "机构"}


def _count(label: str) -> Any:
    return mapped_column(default=0, info={"label": label})


class SiteTime(Record, Base):
    """What an item took on site, written when its report was approved; `source` is empty where nothing says it.

    `minutes` are its own: what the same inspector had open at the same time is shared between the items (`together`).
    """

    part_of: ClassVar[Any] = AppBuss
    __tablename__ = "site_time"
    appbuss_id: Mapped[str] = mapped_column(
        ForeignKey("appbuss.id", ondelete="CASCADE"), info={"label": "业务", "refers": "appbuss"}
    )
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    chedept: Mapped[str] = text(32, "检验站", refers="sys_org")
    unitsysid: Mapped[str] = text(32, "受检单位主键", refers="unit", merges="现场时长", beside="unitname")
    unitname: Mapped[str] = text(200, "受检单位")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    main_id: Mapped[str] = text(32, "主检", refers="sys_user")
    inspdate: Mapped[date] = day("检验日期")
    begunat: Mapped[str] = text(5, "开始时间")
    endedat: Mapped[str] = text(5, "结束时间")
    source: Mapped[str] = text(8, "时间来源")
    together: Mapped[int] = _count("同时几台")
    minutes: Mapped[int] = _count("现场时长（分钟）")
    norm: Mapped[int] = _count("规则表（分钟）")
    __table_args__ = (
        Index("uq_site_time_item", "appbuss_id", unique=True),
        Index("ix_site_time_org", "cheorg", "inspdate", "id"),
        Index("ix_site_time_unit", "unitsysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return false() if me.unit_id else in_scope(me, dept=SiteTime.chedept, org=SiteTime.cheorg)


class LearntMinutes(Record, Base):
    """The median of a kind of inspection: at one unit, of a station, or of the whole institute.

    `used`: of so many that the planning goes by it.
    """

    __tablename__ = "learnt_minutes"
    level: Mapped[str] = text(8, "范围")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    chedept: Mapped[str] = text(32, "检验站", refers="sys_org")
    unitsysid: Mapped[str] = text(32, "受检单位主键", refers="unit", merges="现场时长中位数", beside="unitname")
    unitname: Mapped[str] = text(200, "受检单位")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    count: Mapped[int] = _count("次数")
    middle: Mapped[int] = _count("中位数（分钟）")
    ninth: Mapped[int] = _count("P90（分钟）")
    norm: Mapped[int] = _count("规则表（分钟）")
    used: Mapped[bool] = mapped_column(default=False, info={"label": "用于计划"})
    since: Mapped[date] = day("最早")
    until: Mapped[date] = day("最近")
    __table_args__ = (
        Index("ix_learnt_minutes_org", "cheorg", "count", "id"),
        Index("ix_learnt_minutes_unit", "unitsysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return false() if me.unit_id else in_scope(me, dept=LearntMinutes.chedept, org=LearntMinutes.cheorg)
