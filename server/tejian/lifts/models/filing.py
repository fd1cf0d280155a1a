"""维保备案: a maintenance unit tells the authority of an area by whom and with what it maintains lifts there."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, ForeignKey, Index, false, func, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

# C662
DRAFT, REVIEW, REVIEW_BACK, CHECK, CHECK_BACK = "0", "1", "2", "3", "4"
FILED, CHANGING, CANCELLED, EXPIRED = "5", "6", "7", "8"
WITH_UNIT, WAITING = (DRAFT, REVIEW_BACK, CHECK_BACK), (REVIEW, CHECK)
STANDING = (FILED, CHANGING)  # what was agreed stands until the new one is agreed
FIRST, CHANGE, RENEWAL = "01", "02", "03"
KINDS = {FIRST: "首次备案", CHANGE: "变更备案", RENEWAL: "续期备案"}


class MaintFiling(Record, Subject, Base):
    """A filing of a unit for an area. A change or a renewal is a new row replacing the one before, under its number."""

    __tablename__ = "maint_filing"
    audited, named, called = "01", "维保备案", "filno"
    filno: Mapped[str] = text(32, "备案号", number="maintfiling", numbered="move")
    filkind: Mapped[str] = text(4, "备案类别")
    replaces_id: Mapped[str] = text(32, "原备案", refers="maint_filing")
    unitsysid: Mapped[str] = text(32, "维保单位主键", refers="unit", merges="维保备案", beside="unitname")
    unitname: Mapped[str] = text(200, "维保单位")
    regorg: Mapped[str] = text(32, "备案机关", refers="sys_org")
    areacode: Mapped[str] = text(12, "服务区域", dict="AREA")
    licno: Mapped[str] = text(64, "许可证编号")
    licvalidto: Mapped[date | None] = day("许可证有效期至")
    address: Mapped[str] = text(256, "办公地址")
    hotline: Mapped[str] = text(32, "24小时值守电话")
    contact: Mapped[str] = text(64, "经办人")
    contacttel: Mapped[str] = phone("maint_filing.contacttel", "经办人电话")
    lifts: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "拟维保电梯", "unit": "台"})
    tools: Mapped[str] = text(500, "主要仪器与工具")
    promise: Mapped[str] = text(500, "服务承诺")
    applied: Mapped[datetime | None] = moment("提交时间")
    reviewer_id: Mapped[str] = text(32, "初审人", refers="sys_user")
    reviewed: Mapped[datetime | None] = moment("初审时间")
    reviewsaid: Mapped[str] = text(500, "初审意见")
    checker_id: Mapped[str] = text(32, "复审人", refers="sys_user")
    checked: Mapped[datetime | None] = moment("复审时间")
    checksaid: Mapped[str] = text(500, "复审意见")
    validfrom: Mapped[date | None] = day("备案起始日期")
    validto: Mapped[date | None] = day("备案有效期至")
    renewfrom: Mapped[date | None] = day("可续期日期")
    reason: Mapped[str] = text(500, "退回、注销的理由")
    ended: Mapped[date | None] = day("注销日期")
    __table_args__ = (
        Index("ix_maint_filing_unit", "unitsysid", "areacode"),
        Index("ix_maint_filing_org", "regorg", "step"),
        Index("ix_maint_filing_area", "areacode"),
        Index("ix_maint_filing_valid", "validto", "id"),
        Index("ix_maint_filing_renew", "renewfrom"),
        Index("uq_maint_filing_standing", "filno", unique=True, postgresql_where="step in ('5', '6')"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit its own, the authority those of its area."""
        C = MaintFiling
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        return in_scope(me, own=C.createby, org=C.regorg, area=C.areacode) if me.org_id else false()


class FiledPerson(Record, Base):
    """A maintainer whom a filing names, with the certificate as it was when it was handed in."""

    __tablename__ = "maint_filing_person"
    part_of: ClassVar[Any] = MaintFiling
    filing_id: Mapped[str] = mapped_column(ForeignKey("maint_filing.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[str] = text(32, "维保人员", refers="person")
    certno: Mapped[str] = text(64, "证书编号")
    certto: Mapped[date | None] = day("证书有效期至")


def in_force() -> ColumnElement[bool]:
    """The filing was agreed and its year has not ended on the business date."""
    return MaintFiling.step.in_(STANDING) & (MaintFiling.validto >= func.current_date())
