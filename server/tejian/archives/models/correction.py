"""Requests to correct an archive: what is stated wrongly, what is right, who asked and who decided."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Index, and_, false, not_, or_
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.archives.permissions import TYPE_OF_CLASS, equipment_code
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT = "DRAFT"  # its first step


class Correction(Record, Subject, Base):
    """A correction (档案更正) of one record: a draft of its applicant, then audited by somebody else.

    `lines` holds field, label, old and new value, both also in words. One that a report proposes names the report and
    who found it (`finder`); its draft waits for whoever keeps the archives of the class, and is theirs once taken.
    """

    __tablename__ = "archive_correction"
    corrno: Mapped[str] = text(32, "更正单号", number="correct", numbered="move")
    entity: Mapped[str] = text(16, "档案类别")
    object_id: Mapped[str] = text(32, "档案主键", refers_by="entity", merges="档案更正")
    title: Mapped[str] = text(256, "更正对象")
    code: Mapped[str] = text(32, "代码")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    unit_id: Mapped[str] = text(32, "申请企业", refers="unit", merges="更正申请")
    lines: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "更正内容"})
    summary: Mapped[str] = text(500, "更正内容")
    reason: Mapped[str] = text(500, "更正原因")
    applicant: Mapped[str] = text(64, "申请人")
    submitted: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "申请时间"})
    auditor: Mapped[str] = text(64, "审核人")
    audited_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "审核时间"})
    opinion: Mapped[str] = text(500, "审核意见")
    appbuss_id: Mapped[str] = text(32, "提出更正的检验业务", refers="appbuss")
    reportno: Mapped[str] = text(32, "提出更正的报告")
    finder: Mapped[str] = text(32, "发现人")
    __table_args__ = (
        Index("uq_archive_correction_no", "corrno", unique=True, postgresql_where="corrno <> ''"),
        Index("ix_archive_correction_org", "orgid", "step", "createtime"),
        Index("ix_archive_correction_object", "object_id"),
        Index("ix_archive_correction_time", "createtime", "id"),
        Index("ix_archive_correction_item", "appbuss_id", postgresql_where="appbuss_id <> ''"),
    )

    @staticmethod
    def proposed_to(me: User) -> Any:
        """A draft that a report proposed, for those of the institute who may change archives of the class."""
        kept = [one for one in TYPE_OF_CLASS if me.may(equipment_code(one, "save"))]
        if me.unit_id or not me.org_id or not kept:
            return false()
        return and_(Correction.orgid == me.org_id, Correction.equclass.in_(kept), Correction.untaken())

    @staticmethod
    def untaken() -> Any:
        """A draft that a report proposed and nobody took yet."""
        return and_(Correction.step == DRAFT, Correction.finder != "", Correction.createby == Correction.finder)

    @staticmethod
    def with_(me: User) -> Any:
        """The own ones but what a report proposes: that is with who keeps the archives."""
        return or_(and_(Correction.createby == me.id, not_(Correction.untaken())), Correction.proposed_to(me))

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's, an area's, an enterprise's; an inspector sees the own ones."""
        if me.unit_id:
            return Correction.unit_id == me.unit_id
        if me.scope == "dept":
            return Correction.createby == me.id
        return in_scope(me, own=Correction.createby, org=Correction.orgid, area=Correction.areacode)
