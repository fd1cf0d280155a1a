"""符合性声明: what a maker or a maintenance unit declares of devices, and the devices."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, false, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, SENT, TAKEN, BACK = "CG", "HD", "JS", "TH"
WITH_UNIT = (DRAFT, BACK)
KINDS = {"1": "自行检测合格", "2": "整改完成", "3": "制造、安装符合"}


class Conformity(Record, Subject, Base):
    """A declaration of conformity. The unit sees its own, the institute what was sent to it."""

    __tablename__ = "conformity"
    audited, named, called = "03", "符合性声明", "declno"
    declno: Mapped[str] = text(32, "声明编号", number="conformity", numbered="move")
    unitsysid: Mapped[str] = text(32, "声明单位", refers="unit", merges="符合性声明", beside="unitname")
    unitname: Mapped[str] = text(200, "声明单位名称")
    toorg: Mapped[str] = text(32, "接收机构", refers="sys_org")
    kind: Mapped[str] = text(4, "声明内容")
    standard: Mapped[str] = text(200, "所依据的标准")
    content: Mapped[str] = text(1000, "声明")
    signatory: Mapped[str] = text(64, "签署人")
    post: Mapped[str] = text(64, "签署人职务")
    declared: Mapped[date] = day("声明日期")
    sent: Mapped[datetime | None] = moment("提交时间")
    checker_id: Mapped[str] = text(32, "核对人", refers="sys_user")
    checked: Mapped[datetime | None] = moment("核对时间")
    opinion: Mapped[str] = text(500, "核对意见")
    __table_args__ = (
        Index("ix_conformity_unit", "unitsysid", "createtime"),
        Index("ix_conformity_org", "toorg", "step", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        C = Conformity
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return (C.toorg == me.org_id) & (C.step != DRAFT) if me.org_id else false()


class ConformityDevice(Record, Base):
    """A device that a declaration names."""

    __tablename__ = "conformity_device"
    part_of: ClassVar[Any] = Conformity
    conformity_id: Mapped[str] = mapped_column(ForeignKey("conformity.id", ondelete="CASCADE"), index=True)
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="符合性声明")
