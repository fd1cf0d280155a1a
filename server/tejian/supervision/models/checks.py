"""监督检查: one check of one unit by two officers (特种设备安全法 第61条; workflow: supervision.md L)."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, and_, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

from .defects import BY_BUREAU, BY_TOWN

PLAN, ON, SIGN, SECOND, MENDING, AGAIN = "JH", "JC", "QZ", "HQ", "ZG", "FC"
DONE, CASE, STOPPED = "BJ", "LA", "ZZ"
OVER = (DONE, CASE, STOPPED)
TOLD = (MENDING, AGAIN, DONE, CASE)  # what the unit sees
USE, PRODUCTION, MAINTENANCE, FILLING = "S", "P", "M", "F"
TARGETS = {USE: "使用单位", PRODUCTION: "生产单位", MAINTENANCE: "维保单位", FILLING: "充装单位"}
TOWN_SORT = "04"  # C668: 乡镇(街道)检查
SIDES = {BY_TOWN: "乡镇（街道）", BY_BUREAU: "监管部门"}
SIGNED, REFUSED = "1", "2"
WAYS = {SIGNED: "签字", REFUSED: "拒绝签字"}


class SupervisionCheck(Record, Subject, Base):
    """A check from its plan to its end. What it found are defects of their own."""

    __tablename__ = "supervision_check"
    audited, named, called = "03", "监督检查", "checkno"
    checkno: Mapped[str] = text(32, "检查编号", number="supcheck", numbered="move")
    checktype: Mapped[str] = text(4, "检查类型", dict="C668")
    target: Mapped[str] = text(4, "检查对象")
    town: Mapped[str] = text(4, "检查方")
    unitsysid: Mapped[str] = text(32, "被检查单位主键", refers="unit", merges="监督检查", beside="unitname")
    unitname: Mapped[str] = text(200, "被检查单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    org_id: Mapped[str] = text(32, "检查机构", refers="sys_org")
    officer_id: Mapped[str] = text(32, "检查人员", refers="sys_user")
    second_id: Mapped[str] = text(32, "第二检查人员", refers="sys_user")
    planday: Mapped[date] = day("计划日期")
    purpose: Mapped[str] = text(500, "检查事由")
    begun: Mapped[datetime | None] = moment("开始时间")
    certnos: Mapped[str] = text(100, "出示的执法证件号")
    present: Mapped[str] = text(64, "单位陪同人员")
    summary: Mapped[str] = text(500, "检查情况")
    signway: Mapped[str] = text(4, "单位签收")
    signedby: Mapped[str] = text(64, "单位签字人")
    signpost: Mapped[str] = text(64, "签字人职务")
    refusal: Mapped[str] = text(200, "拒签理由")
    witnesses: Mapped[str] = text(100, "见证人")
    signer_id: Mapped[str] = text(32, "签字检查人员", refers="sys_user")
    signed: Mapped[datetime | None] = moment("签字时间")
    counter_id: Mapped[str] = text(32, "复签检查人员", refers="sys_user")
    countersigned: Mapped[datetime | None] = moment("复签时间")
    orderno: Mapped[str] = text(32, "监察指令书编号", number="instruct", numbered="move")
    rechecker_id: Mapped[str] = text(32, "复查人员", refers="sys_user")
    rechecked: Mapped[date | None] = day("复查日期")
    outcome: Mapped[str] = text(500, "复查情况")
    act: Mapped[str] = text(4, "违法行为", dict="C670")
    reason: Mapped[str] = text(500, "立案、中止原因")
    closed: Mapped[date | None] = day("办结日期")
    __table_args__ = (
        Index("ix_supervision_check_unit", "unitsysid"),
        Index("ix_supervision_check_area", "areacode"),
        Index("ix_supervision_check_org", "org_id"),
        Index("ix_supervision_check_plan", "planday", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Its officers and their organisation, the bureau of the area, and the unit when it has been told."""
        C = SupervisionCheck
        if me.scope == "all":
            return true()
        if me.unit_id:
            return and_(C.unitsysid == me.unit_id, C.step.in_(TOLD))
        if not me.org_id:
            return false()
        mine = or_(C.officer_id == me.id, C.second_id == me.id, C.org_id == me.org_id)
        return or_(in_scope(me, own=C.createby, org=C.org_id, area=C.areacode), mine)


class CheckedDevice(Record, Base):
    """A device that was chosen for a check; without any all devices of the unit are looked at."""

    __tablename__ = "supervision_check_device"
    part_of: ClassVar[Any] = SupervisionCheck
    check_id: Mapped[str] = mapped_column(ForeignKey("supervision_check.id", ondelete="CASCADE"), index=True)
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="监督检查")
    __table_args__ = (Index("ix_supervision_check_device_equipment", "equdatasysid"),)
