"""Problems that somebody has to mend (隐患一线到底): one table, number and process, whatever they were born from."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, and_, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

# the first codes are those of C655
OPEN, MENDING, ANSWERED, PASSED, PASSED_ON, CLOSED = "0", "1", "2", "3", "5", "6"
CASE, SECOND, DRAFT = "7", "8", "D"
WITH_OWNER, WITH_ISSUER = (OPEN, MENDING), (ANSWERED, SECOND, PASSED)
RUNNING = (*WITH_OWNER, *WITH_ISSUER, PASSED_ON)
OVER = (CLOSED, CASE)
GRAVE = "4"  # C654: 重大
AT_ONCE, IN_TIME, STOP, SEAL = "01", "02", "03", "04"  # C669
STOPS = (STOP, SEAL)
OF_TOWNS = (AT_ONCE, IN_TIME)  # what a town may ask for; all else is the bureau's
BY_TOWN, BY_BUREAU = "Y", "N"
FROM_CHECK, FROM_SERIOUS, FROM_RESCUE = "01", "02", "05"
SOURCES = {FROM_CHECK: "监督检查", FROM_SERIOUS: "重大问题报告", FROM_RESCUE: "困人救援"}


class Defect(Record, Subject, Base):
    """A problem of a unit or of its device: who found it, who mends it until when, who confirmed it, and its end."""

    __tablename__ = "supervision_defect"
    audited, named, called = "03", "现场问题", "defectno"
    defectno: Mapped[str] = text(32, "问题编号", number="defect", numbered="move")
    sourcekind: Mapped[str] = text(4, "来源")
    source_id: Mapped[str] = text(32, "来源记录")
    sourceno: Mapped[str] = text(32, "来源编号")
    item: Mapped[str] = text(32, "检查项目编号")
    itemtext: Mapped[str] = text(500, "检查内容")
    org_id: Mapped[str] = text(32, "下达机构", refers="sys_org")
    town: Mapped[str] = text(4, "乡镇（街道）发现")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    unitsysid: Mapped[str] = text(32, "责任单位主键", refers="unit", merges="现场问题", beside="unitname")
    unitname: Mapped[str] = text(200, "责任单位")
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="现场问题")
    content: Mapped[str] = text(500, "问题")
    basis: Mapped[str] = text(200, "依据")
    level: Mapped[str] = text(4, "问题等级", dict="C654")
    clause: Mapped[str] = text(32, "重大隐患判定条款")
    handling: Mapped[str] = text(4, "处理方式", dict="C669")
    act: Mapped[str] = text(4, "违法行为", dict="C670")
    demand: Mapped[str] = text(500, "整改要求")
    deadline: Mapped[date | None] = day("整改期限")
    extended: Mapped[date | None] = day("批准延期日期")
    issued: Mapped[date | None] = day("下达日期")
    mender: Mapped[str] = text(64, "整改责任人")
    plan: Mapped[str] = text(500, "整改措施")
    measure: Mapped[str] = text(500, "整改结果")
    donedate: Mapped[date | None] = day("整改完成日期")
    answerer_id: Mapped[str] = text(32, "反馈人", refers="sys_user")
    answered: Mapped[datetime | None] = moment("反馈时间")
    confirmer_id: Mapped[str] = text(32, "确认人", refers="sys_user")
    confirmed: Mapped[date | None] = day("确认日期")
    second_id: Mapped[str] = text(32, "第二确认人", refers="sys_user")
    lifter_id: Mapped[str] = text(32, "解除停用人", refers="sys_user")
    lifted: Mapped[date | None] = day("解除停止使用日期")
    closed: Mapped[date | None] = day("关闭日期")
    reason: Mapped[str] = text(500, "移交、立案原因")
    lister_id: Mapped[str] = text(32, "挂牌人", refers="sys_user")
    listed: Mapped[date | None] = day("挂牌督办日期")
    listedto: Mapped[date | None] = day("督办期限")
    delisted: Mapped[date | None] = day("摘牌日期")
    __table_args__ = (
        Index("ix_supervision_defect_source", "source_id"),
        Index("ix_supervision_defect_unit", "unitsysid", "step"),
        Index("ix_supervision_defect_device", "equdatasysid"),
        Index("ix_supervision_defect_area", "areacode", "step"),
        Index("ix_supervision_defect_org", "org_id", "step"),
        Index("uq_supervision_defect_no", "defectno", unique=True, postgresql_where="defectno <> ''"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Who found it, the bureau of the area, and the unit once it was told."""
        C = Defect
        if me.scope == "all":
            return true()
        if me.unit_id:
            return and_(C.unitsysid == me.unit_id, C.step != DRAFT)
        if not me.org_id:
            return false()
        return or_(in_scope(me, own=C.createby, org=C.org_id, area=C.areacode), C.org_id == me.org_id)

    @property
    def is_listed(self) -> bool:
        """Whether the leader of the bureau watches over it (挂牌督办)."""
        return self.listed is not None and self.delisted is None

    @property
    def stops(self) -> bool:
        """Whether the device is still ordered out of use for it."""
        return self.handling in STOPS and self.lifted is None


class DefectReminder(Record, Base):
    """A reminder of a problem that was sent: by which rule, for which deadline, to how many people."""

    part_of: ClassVar[Any] = Defect
    __tablename__ = "supervision_defect_reminder"
    defect_id: Mapped[str] = mapped_column(ForeignKey("supervision_defect.id", ondelete="CASCADE"))
    code: Mapped[str] = text(32, "督促规则")
    level: Mapped[int] = mapped_column(default=0, info={"label": "级别"})
    deadline: Mapped[date] = day("整改期限")
    said: Mapped[str] = text(200, "督促内容")
    whom: Mapped[str] = text(200, "告知")
    people: Mapped[int] = mapped_column(default=0, info={"label": "人数"})
    sent: Mapped[date] = day("督促日期")
    __table_args__ = (Index("uq_supervision_defect_reminder", "defect_id", "deadline", "code", unique=True),)
