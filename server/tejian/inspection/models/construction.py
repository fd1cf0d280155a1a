"""Notices of construction, and the devices that each of them names."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, DateTime, ForeignKey, Index, Numeric, String, and_, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, FILED, BACK, RECEIVED = "DRAFT", "FILED", "BACK", "RECEIVED"
COMPLETED, CANCELLED = "COMPLETED", "CANCELLED"
OPEN = (DRAFT, BACK)  # with whoever files it
STANDING = (FILED, RECEIVED)  # a device stands on one of these at most


class ConstructionNotice(Record, Subject, Base):
    """A notice (施工告知) of one work by one contractor for one user; their names are copied into it."""

    __tablename__ = "construction_notice"
    audited = "03"
    named = "施工告知"
    notifyno: Mapped[str] = text(32, "施工告知编号")
    worktype: Mapped[str] = text(4, "施工类别", dict="C640")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="施工告知", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    contractor_id: Mapped[str] = text(
        32, "施工单位主键", refers="unit", merges="施工告知（施工单位）", beside="contractorname"
    )
    contractorname: Mapped[str] = text(200, "施工单位")
    licno: Mapped[str] = text(64, "许可证编号")
    licitems: Mapped[str] = text(256, "许可项目", dict="C624")
    licvalidto: Mapped[date | None] = mapped_column(Date, info={"label": "许可证有效期至"})
    place: Mapped[str] = text(256, "施工地点")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    contractno: Mapped[str] = text(64, "合同编号")
    startdate: Mapped[date | None] = mapped_column(Date, info={"label": "计划开工日期"})
    enddate: Mapped[date | None] = mapped_column(Date, info={"label": "计划竣工日期"})
    headman: Mapped[str] = text(64, "现场负责人")
    headtel: Mapped[str] = contact_phone("construction_notice.headtel", "负责人电话")
    workers: Mapped[str] = text(500, "作业人员")
    cheorg: Mapped[str] = text(32, "监检机构", refers="sys_org")
    remark: Mapped[str] = text(500, "备注")
    filed: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "提交时间"})
    filer: Mapped[str] = text(64, "提交人")
    filer_id: Mapped[str] = text(32, "提交人主键", refers="sys_user")
    notifydate: Mapped[date | None] = mapped_column(Date, info={"label": "受理日期"})
    receiver: Mapped[str] = text(64, "受理人")
    reason: Mapped[str] = text(500, "退回或注销原因")
    # of a contractor that wrote it by itself; it goes to an institute when it is filed
    byunit: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "登记单位主键", "refers": "unit"}
    )
    __table_args__ = (
        Index("uq_construction_notice_no", "notifyno", unique=True, postgresql_where="notifyno <> ''"),
        Index("ix_construction_notice_org", "cheorg", "step", "startdate", "id"),
        Index("ix_construction_notice_time", "createtime", "id"),
        Index("ix_construction_notice_unit", "unitsysid"),
        Index("ix_construction_notice_contractor", "contractor_id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The institute that inspects, the authority of the place, its contractor; its user once it was filed."""
        own = ConstructionNotice
        if me.unit_id:
            filed = and_(own.unitsysid == me.unit_id, own.step != DRAFT)
            return or_(own.contractor_id == me.unit_id, filed)
        scope = in_scope(me, own=own.createby, org=own.cheorg, area=own.areacode, shared=True)
        return and_(scope, or_(own.byunit == "", own.step != DRAFT))


class ConstructionDevice(Record, Base):
    """A device of a notice as it was when it was named, and what it was doing before the work began."""

    part_of = ConstructionNotice
    __tablename__ = "construction_device"
    audited = "03"
    named = "施工告知的设备"
    notice_id: Mapped[str] = mapped_column(ForeignKey("construction_notice.id", ondelete="CASCADE"), index=True)
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="施工告知")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(20, "设备代码")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    prono: Mapped[str] = text(64, "出厂编号")
    model: Mapped[str] = text(64, "型号")
    porgname: Mapped[str] = text(200, "制造单位")
    contractprice: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "合同价", "unit": "元"})
    statusbefore: Mapped[str] = text(4, "原设备状态", dict="C637")
    __table_args__ = (
        Index("ix_construction_device_device", "equdatasysid"),
        Index("uq_construction_device", "notice_id", "equdatasysid", unique=True),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return ConstructionDevice.notice_id.in_(select(ConstructionNotice.id).where(ConstructionNotice.visible(me)))
