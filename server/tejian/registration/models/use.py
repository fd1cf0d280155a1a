"""使用登记: an application of a unit to the authority, for one or more devices, and what became of it (TSG 08)."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, false, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, APPLIED, EXAMINING, MENDING, DECIDED = "CG", "SQ", "SC", "BZ", "FZ"
ISSUED, FILED, NOT_TAKEN, DENIED, WITHDRAWN = "YF", "GD", "BS", "BD", "CH"
RUNNING = (DRAFT, APPLIED, EXAMINING, MENDING, DECIDED)
CERTIFIED = (ISSUED, FILED)
OVER = (FILED, NOT_TAKEN, DENIED, WITHDRAWN)
BY_SET, BY_UNIT, BY_CAR, CHANGE = "S", "U", "C", "B"
MODES = {BY_SET: "按台（套）", BY_UNIT: "按单位", BY_CAR: "车用气瓶", CHANGE: "变更登记"}
# C638
FIRST, REBUILT, RENAMED, PLACE, OWNER, MOVED, LONGER = "01", "03", "04", "05", "06", "07", "08"


class UseRegistration(Record, Subject, Base):
    """An application for registration of use, or for a change of it. The authority of the area decides."""

    __tablename__ = "use_registration"
    audited, named, called = "03", "使用登记", "regapplyno"
    regapplyno: Mapped[str] = text(32, "登记申请编号", number="useregister", numbered="move")
    mode: Mapped[str] = text(4, "登记方式")
    regtype: Mapped[str] = text(8, "登记类别", dict="C638")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="使用登记", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    regorg: Mapped[str] = text(32, "登记机关", refers="sys_org")
    areacode: Mapped[str] = text(12, "设备所在区划", dict="AREA")
    carid: Mapped[str] = text(32, "车辆", refers="cylinder_car")
    contact: Mapped[str] = text(64, "经办人")
    contacttel: Mapped[str] = phone("use_registration.contacttel", "经办人电话")
    newunitsysid: Mapped[str] = text(32, "变更后使用单位", refers="unit", merges="使用登记变更")
    newplace: Mapped[str] = text(256, "变更后使用地点")
    newarea: Mapped[str] = text(12, "变更后区划", dict="AREA")
    newdesignend: Mapped[date | None] = day("变更后设计使用年限到期日期")
    changes: Mapped[str] = text(1000, "变更内容")
    remark: Mapped[str] = text(500, "备注")
    basis: Mapped[str] = text(100, "依据")
    applied: Mapped[datetime | None] = moment("申请时间")
    acceptor_id: Mapped[str] = text(32, "受理人", refers="sys_user")
    accepted: Mapped[datetime | None] = moment("受理时间")
    mend: Mapped[str] = text(1000, "一次性告知补正内容")
    mendasked: Mapped[datetime | None] = moment("补正告知时间")
    mended: Mapped[datetime | None] = moment("补正提交时间")
    paused: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "补正扣除工作日"})
    examiner_id: Mapped[str] = text(32, "审查人", refers="sys_user")
    examined: Mapped[datetime | None] = moment("审查时间")
    reason: Mapped[str] = text(500, "不予受理、不予登记的理由")
    issuer_id: Mapped[str] = text(32, "发证人", refers="sys_user")
    issued: Mapped[date | None] = day("发证日期")
    filed: Mapped[date | None] = day("归档日期")
    __table_args__ = (
        Index("ix_use_registration_unit", "unitsysid"),
        Index("ix_use_registration_org", "regorg", "mode"),
        Index("ix_use_registration_area", "areacode"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit its own, the authority those of its area; an institute has nothing to do with it."""
        C = UseRegistration
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return in_scope(me, own=C.createby, org=C.regorg, area=C.areacode) if me.org_id else false()


class RegisteredDevice(Record, Base):
    """A device of an application, with what its certificate said before and says after."""

    __tablename__ = "use_registration_device"
    part_of: ClassVar[Any] = UseRegistration
    reg_id: Mapped[str] = mapped_column(ForeignKey("use_registration.id", ondelete="CASCADE"), index=True)
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="使用登记")
    certno: Mapped[str] = text(32, "使用登记证编号")
    unitbefore: Mapped[str] = text(200, "变更前使用单位")
    placebefore: Mapped[str] = text(256, "变更前使用地点")
    __table_args__ = (Index("ix_use_registration_device_equipment", "equdatasysid"),)
