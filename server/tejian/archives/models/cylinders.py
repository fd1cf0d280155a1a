"""A vehicle with its cylinders and pipes, registered and scrapped together (TSG 08)."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Computed, Index, Numeric, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User
from tejian.kit.lists.search import by_pieces
from tejian.system.models.organisations import in_scope

NAMES = "carno || '|' || vin || '|' || ownername || '|' || usecertno"

MEDIA = {
    "CNG": "压缩天然气",
    "LNG": "液化天然气",
    "LPG": "液化石油气",
    "H2": "氢气",
}


class CylinderCar(Record, Base):
    """A vehicle: the cylinders on it are registered, inspected and scrapped with it."""

    __tablename__ = "cylinder_car"
    audited = "00"
    named = "气瓶车辆"
    called = "carno"
    carno: Mapped[str] = text(16, "车牌号")
    vin: Mapped[str] = text(17, "车辆识别代号")
    cartype: Mapped[str] = text(64, "车辆型号")
    medium: Mapped[str] = text(8, "充装介质")
    ownername: Mapped[str] = text(200, "车主")
    ownertel: Mapped[str] = contact_phone("cylinder_car.ownertel", "联系电话")
    unitsysid: Mapped[str] = text(32, "车主单位主键", refers="unit", merges="车用气瓶")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    regdate: Mapped[date | None] = day("登记日期")
    inspdate: Mapped[date | None] = day("上次检验日期")
    ninspdate: Mapped[date | None] = day("下次检验日期")
    installer: Mapped[str] = text(200, "安装单位")
    installdate: Mapped[date | None] = day("安装日期")
    status: Mapped[str] = text(4, "使用状态", dict="C637")
    scrapdate: Mapped[date | None] = day("报废日期")
    scrapreason: Mapped[str] = text(200, "报废原因")
    cylnum: Mapped[int] = mapped_column(default=0, info={"label": "气瓶数量"})
    cylvolume: Mapped[Decimal] = mapped_column(Numeric(10, 1), default=0, info={"label": "总容积"})
    pipes: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "管路", "quiet": True})
    cheorgsysid: Mapped[str] = text(32, "检验机构主键", refers="sys_org")
    remark: Mapped[str] = text(500, "备注")
    searchtext: Mapped[str] = mapped_column(
        String(400), Computed(f"lower({NAMES})", persisted=True), deferred=True, info={"secret": True}
    )
    __table_args__ = (
        by_pieces("ix_cylinder_car_grams", "searchtext"),
        Index("ix_cylinder_car_due", "ninspdate", "id"),
        Index("uq_cylinder_car_vin", "vin", unique=True, postgresql_where="vin <> '' and status <> '3'"),
        Index(
            "uq_cylinder_car_usecertno", "usecertno", unique=True, postgresql_where="usecertno <> '' and status <> '3'"
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The institute's own, an area's, an enterprise's own."""
        if me.unit_id:
            return CylinderCar.unitsysid == me.unit_id
        own, org, area = CylinderCar.createby, CylinderCar.cheorgsysid, CylinderCar.areacode
        return in_scope(me, own=own, org=org, area=area, shared=True)


class Cylinder(Record, Base):
    """A cylinder on a vehicle."""

    __tablename__ = "cylinder"
    part_of = CylinderCar
    audited = "00"
    named = "车用气瓶"
    carid: Mapped[str] = mapped_column(String(32), index=True, info={"label": "车辆主键"})
    seq: Mapped[int] = mapped_column(info={"label": "序号"})
    cylno: Mapped[str] = text(32, "气瓶编号")
    batchno: Mapped[str] = text(32, "批号")
    cylkind: Mapped[str] = text(8, "气瓶品种", dict="C602")
    maker: Mapped[str] = text(200, "制造单位")
    volume: Mapped[Decimal | None] = mapped_column(Numeric(10, 1), info={"label": "公称容积", "unit": "L"})
    netweight: Mapped[Decimal | None] = mapped_column(Numeric(10, 1), info={"label": "净重", "unit": "kg"})
    workpress: Mapped[Decimal | None] = mapped_column(Numeric(8, 2), info={"label": "公称工作压力", "unit": "MPa"})
    prodate: Mapped[date | None] = day("制造日期")
    scrapdate: Mapped[date | None] = day("设计使用年限到期日期")
    __table_args__ = (Index("ix_cylinder_cylno", "cylno", "maker"),)
