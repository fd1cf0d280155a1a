"""What a unit declares by itself, with its devices, until the institute confirms, returns or refuses it."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, ForeignKey, Index, String, and_, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, SENT, BACK, CONFIRMED = "DRAFT", "SENT", "BACK", "CONFIRMED"
REFUSED, WITHDRAWN = "REFUSED", "WITHDRAWN"
OPEN = (DRAFT, BACK)  # with the unit


class OnlineApplication(Record, Subject, Base):
    """An application (网上申报) of one unit for one inspection of devices of one class."""

    __tablename__ = "online_application"
    audited = "03"
    named = "网上申报"
    onlineno: Mapped[str] = text(32, "网上申报编号", number="online")
    unitsysid: Mapped[str] = text(32, "申报单位主键", refers="unit", merges="网上申报", beside="unitname")
    unitname: Mapped[str] = text(200, "申报单位")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    seisort: Mapped[str] = text(4, "检验类别", dict="C603")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    inscontactname: Mapped[str] = text(64, "联系人")
    INSCONTACTTEL: Mapped[str] = contact_phone("online_application.INSCONTACTTEL", "联系电话")
    plandate: Mapped[date | None] = mapped_column(Date, info={"label": "期望检验日期"})
    remark: Mapped[str] = text(500, "备注")
    earlyreason: Mapped[str] = mapped_column(String(256), default="", server_default="", info={"label": "提前申报原因"})
    equcount: Mapped[int] = mapped_column(default=0, info={"label": "台数"})
    cheorg: Mapped[str] = text(32, "检验机构主键", refers="sys_org")
    cheorgname: Mapped[str] = text(200, "检验机构")
    afterstop: Mapped[bool] = mapped_column(default=False, server_default="false", info={"label": "停用后重新检验"})
    sent: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "提交时间"})
    sender: Mapped[str] = text(64, "提交人")
    sender_id: Mapped[str] = text(32, "提交人主键", refers="sys_user")
    handler: Mapped[str] = text(64, "确认人")
    handled: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "确认时间"})
    reason: Mapped[str] = text(500, "退回或不予受理原因")
    mendby: Mapped[date | None] = mapped_column(Date, info={"label": "补正期限"})
    appmain_id: Mapped[str] = text(32, "申报单主键", refers="appmain")
    appno: Mapped[str] = text(32, "申报单号")
    visit_id: Mapped[str] = text(32, "约检主键", refers="unit_visit")  # booked together with others
    __table_args__ = (
        Index("uq_online_application_no", "onlineno", unique=True, postgresql_where="onlineno <> ''"),
        Index("ix_online_application_org", "cheorg", "step", "onlineno", "id"),
        Index("ix_online_application_unit", "unitsysid", "onlineno", "id"),
        Index("ix_online_application_visit", "visit_id", postgresql_where="visit_id <> ''"),
        Index("ix_online_application_visited", "appmain_id", postgresql_where="visit_id <> ''"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit's own; the institute's from the moment they are sent."""
        own = OnlineApplication
        if me.unit_id:
            return own.unitsysid == me.unit_id
        return and_(in_scope(me, own=own.sender_id, org=own.cheorg, shared=True), own.step != DRAFT)


class OnlineDevice(Record, Base):
    """A device of an application as it was when it was named."""

    part_of = OnlineApplication
    __tablename__ = "online_device"
    audited = "03"
    named = "网上申报的设备"
    online_id: Mapped[str] = mapped_column(ForeignKey("online_application.id", ondelete="CASCADE"), index=True)
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="网上申报")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(20, "设备代码")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    prono: Mapped[str] = text(64, "出厂编号")
    useplace: Mapped[str] = text(256, "使用地点")
    ninspdate: Mapped[date | None] = mapped_column(Date, info={"label": "下次检验日期"})
    remark: Mapped[str] = text(256, "备注")
    __table_args__ = (
        Index("ix_online_device_device", "equdatasysid"),
        Index("uq_online_device", "online_id", "equdatasysid", unique=True),
    )

    @staticmethod
    def visible(me: User) -> Any:
        return OnlineDevice.online_id.in_(select(OnlineApplication.id).where(OnlineApplication.visible(me)))
