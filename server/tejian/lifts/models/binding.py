"""Which unit maintains a lift, under which emergency code, and which station comes first: from a day to a day."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Index, Numeric, false, func, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, CONFIRMING, AUDITING, BACK, BOUND, ENDED = "CG", "QR", "SH", "TH", "YX", "JC"
WITH_UNIT, RUNNING = (DRAFT, BACK), (CONFIRMING, AUDITING)
NEW, CHANGE = "01", "02"
KINDS = {NEW: "新绑定", CHANGE: "变更"}
MAINTAINER, GRID, PUBLIC = "1", "2", "3"
STATION_KINDS = {MAINTAINER: "维保单位驻点", GRID: "网格救援站", PUBLIC: "消防等公共救援"}


class RescueStation(Record, Base):
    """A station from which somebody comes: of a maintenance unit, of the grid, of the fire service."""

    __tablename__ = "rescue_station"
    audited, named, called = "01", "救援站", "name"
    name: Mapped[str] = text(100, "救援站")
    kind: Mapped[str] = text(4, "类别")
    unitsysid: Mapped[str] = text(32, "所属单位主键", refers="unit", merges="救援站", beside="unitname")
    unitname: Mapped[str] = text(200, "所属单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    address: Mapped[str] = text(256, "地址")
    lng: Mapped[Decimal | None] = mapped_column(Numeric(10, 6), info={"label": "经度"})
    lat: Mapped[Decimal | None] = mapped_column(Numeric(10, 6), info={"label": "纬度"})
    hotline: Mapped[str] = text(32, "值守电话")
    onduty: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "每班在岗", "unit": "人"})
    target: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "到场目标", "unit": "分"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    __table_args__ = (
        Index("uq_rescue_station_name", "name", unique=True),
        Index("ix_rescue_station_area", "areacode", "kind"),
        Index("ix_rescue_station_unit", "unitsysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """A unit its own, the others those of their area."""
        C = RescueStation
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return in_scope(me, own=C.createby, area=C.areacode)


class LiftBinding(Record, Subject, Base):
    """The binding of a lift from a day on; one that ended stays, so that each day says who was responsible."""

    __tablename__ = "lift_binding"
    audited, named, called = "00", "电梯绑定", "bindno"
    bindno: Mapped[str] = text(32, "绑定编号", number="liftbinding", numbered="move")
    bindkind: Mapped[str] = text(4, "绑定类别")
    replaces_id: Mapped[str] = text(32, "原绑定", refers="lift_binding")
    equdatasysid: Mapped[str] = text(32, "电梯主键", refers="equipment", merges="电梯绑定")
    equcode: Mapped[str] = text(20, "设备代码")
    useplace: Mapped[str] = text(256, "使用地点")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="电梯绑定（使用单位）", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    maiorgsysid: Mapped[str] = text(
        32, "维保单位主键", refers="unit", merges="电梯绑定（维保单位）", beside="maiorgname"
    )
    maiorgname: Mapped[str] = text(200, "维保单位")
    filing_id: Mapped[str] = text(32, "维保备案", refers="maint_filing")
    code96333: Mapped[str] = text(8, "应急识别码")
    station_id: Mapped[str] = text(32, "救援站", refers="rescue_station")
    contractno: Mapped[str] = text(64, "维保合同编号")
    contractfrom: Mapped[date] = day("合同起始日期")
    contractto: Mapped[date] = day("合同截止日期")
    regorg: Mapped[str] = text(32, "审核机关", refers="sys_org")
    remark: Mapped[str] = text(500, "备注")
    applied: Mapped[datetime | None] = moment("提交时间")
    confirmer_id: Mapped[str] = text(32, "确认人", refers="sys_user")
    confirmed: Mapped[datetime | None] = moment("使用单位确认时间")
    auditor_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    auditedat: Mapped[datetime | None] = moment("审核时间")
    validfrom: Mapped[date | None] = day("生效日期")
    validto: Mapped[date | None] = day("最后一日")
    reason: Mapped[str] = text(500, "退回、解除的理由")
    __table_args__ = (
        Index("ix_lift_binding_lift", "equdatasysid", "step"),
        Index("ix_lift_binding_unit", "unitsysid", "step"),
        Index("ix_lift_binding_maintainer", "maiorgsysid", "step"),
        Index("ix_lift_binding_org", "regorg", "step"),
        Index("ix_lift_binding_area", "areacode"),
        Index("ix_lift_binding_code", "code96333"),
        Index("ix_lift_binding_days", "validfrom", "validto"),
        Index("uq_lift_binding_bound", "equdatasysid", unique=True, postgresql_where="step = 'YX'"),
        Index("uq_lift_binding_number", "code96333", unique=True, postgresql_where="step = 'YX'"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Both units theirs, the authority those of its area."""
        C = LiftBinding
        if me.scope == "all":
            return true()
        if me.unit_id:
            return or_(C.unitsysid == me.unit_id, C.maiorgsysid == me.unit_id)
        return in_scope(me, own=C.createby, org=C.regorg, area=C.areacode) if me.org_id else false()


def on(when: date) -> ColumnElement[bool]:
    """The binding was in force on a day: the old unit answers until the day named."""
    C = LiftBinding
    return (C.validfrom <= when) & (func.coalesce(C.validto, when) >= when)
