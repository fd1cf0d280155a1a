"""A safety valve with its calibrations."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Computed, Index, Numeric, String, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record, new_id
from tejian.kit.ground.user import User
from tejian.kit.lists.search import by_pieces
from tejian.system.models.organisations import in_scope

from .valve_as_device import ValveAsDevice

NAMES = "valveno || '|' || valvemodel || '|' || hostequname || '|' || useorgname || '|' || labelno"


class SafetyValve(ValveAsDevice, Record, Base):
    """A safety valve (7310). The last calibration stands in the columns; all of them in `valve_calibration`."""

    __tablename__ = "safety_valve"
    audited = "00"
    named = "安全阀"
    id: Mapped[str] = mapped_column("samvalveid", String(32), primary_key=True, default=new_id)
    valveno: Mapped[str] = text(64, "安全阀编号")
    valvemodel: Mapped[str] = text(64, "安全阀型号")
    valvetype: Mapped[str] = text(4, "安全阀类型", dict="C719")
    nominaldia: Mapped[Decimal | None] = mapped_column(Numeric(10, 2), info={"label": "公称通径", "unit": "mm"})
    setpress: Mapped[Decimal | None] = mapped_column(Numeric(10, 4), info={"label": "要求整定压力"})
    medium: Mapped[str] = text(64, "工作介质")
    makername: Mapped[str] = text(200, "制造单位")
    hostequid: Mapped[str] = text(32, "安装设备主键", refers="equipment", merges="安全阀")
    hostequname: Mapped[str] = text(128, "安装设备名称")
    hostequclass: Mapped[str] = text(8, "安装设备种类", dict="C601")
    installpos: Mapped[str] = text(128, "安装位置")
    useorgsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="安全阀", beside="useorgname")
    useorgname: Mapped[str] = text(200, "使用单位名称")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    cheorgsysid: Mapped[str] = text(32, "检验机构主键", refers="sys_org")
    caldate: Mapped[date | None] = day("校验日期")
    nextcaldate: Mapped[date | None] = day("下次校验日期")
    calresult: Mapped[str] = text(8, "校验结果", dict="C605")
    calreportno: Mapped[str] = text(32, "校验报告编号")
    labelno: Mapped[str] = text(32, "校验标牌号")
    status: Mapped[str] = text(4, "使用状态", dict="C637")
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "其他参数"})
    searchtext: Mapped[str] = mapped_column(
        String(600), Computed(f"lower({NAMES})", persisted=True), deferred=True, info={"secret": True}
    )
    __table_args__ = (
        by_pieces("ix_safety_valve_grams", "searchtext"),
        Index("ix_safety_valve_due", "nextcaldate", "samvalveid"),
        Index("ix_safety_valve_host", "hostequid"),
        Index("ix_safety_valve_unit", "useorgsysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        if me.unit_id:
            return SafetyValve.useorgsysid == me.unit_id
        own, org, area = SafetyValve.createby, SafetyValve.cheorgsysid, SafetyValve.areacode
        return in_scope(me, own=own, org=org, area=area, shared=True)


class ValveCalibration(Record, Base):
    """One calibration (校验) of a valve."""

    __tablename__ = "valve_calibration"
    audited = "00"
    named = "安全阀校验"
    part_of = SafetyValve
    samvalveid: Mapped[str] = mapped_column(String(32), info={"label": "安全阀主键"})
    calmode: Mapped[str] = text(4, "校验方式", dict="C720")
    calmedium: Mapped[str] = text(4, "校验介质", dict="C721")
    setpress: Mapped[Decimal | None] = mapped_column(Numeric(10, 4), info={"label": "要求整定压力", "unit": "MPa"})
    actualset: Mapped[Decimal | None] = mapped_column(Numeric(10, 4), info={"label": "实际整定压力", "unit": "MPa"})
    sealpress: Mapped[Decimal | None] = mapped_column(Numeric(10, 4), info={"label": "密封试验压力", "unit": "MPa"})
    leakrate: Mapped[Decimal | None] = mapped_column(Numeric(10, 2), info={"label": "泄漏率"})
    overhaul: Mapped[str] = text(256, "解体检修情况")
    calresult: Mapped[str] = text(8, "校验结果", dict="C605")
    caldate: Mapped[date] = day("校验日期")
    setcyclemonths: Mapped[int] = mapped_column(info={"label": "校验周期"})
    extapproval: Mapped[str] = text(256, "延长校验周期批准记录")
    nextcaldate: Mapped[date | None] = day("下次校验日期")
    sealno: Mapped[str] = text(32, "铅封号")
    labelno: Mapped[str] = text(32, "校验标牌号")
    calman: Mapped[str] = text(64, "校验人员")
    calbenchno: Mapped[str] = text(64, "校验台编号")
    calreportno: Mapped[str] = text(32, "校验报告编号")
    __table_args__ = (Index("ix_valve_calibration_valve", "samvalveid", "caldate"),)

    @staticmethod
    def visible(me: User) -> Any:
        return ValveCalibration.samvalveid.in_(select(SafetyValve.id).where(SafetyValve.visible(me)))
