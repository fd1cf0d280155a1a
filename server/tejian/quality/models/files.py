"""体系文件: the editions of the documents of an institute, for whom each is, and who has received it. States: C667."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, and_, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.quality.permissions import FILE_HANDLE

PLANNED, WRITING, AUDIT, APPROVE, ISSUE, ISSUED, VOID = "0", "1", "2", "3", "4", "5", "8"
UNFINISHED = (PLANNED, WRITING, AUDIT, APPROVE, ISSUE)
PUBLIC = (ISSUED, VOID)


class QualityFile(Record, Subject, Base):
    """One edition of a document; of a number one edition alone is in force on a day (`effective` to before `ended`)."""

    __tablename__ = "quality_file"
    audited, named, called = "03", "体系文件", "fileno"
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    fileno: Mapped[str] = text(40, "文件编号")
    edition: Mapped[str] = text(20, "版本")
    title: Mapped[str] = text(120, "文件名称")
    filetype: Mapped[str] = text(4, "文件类型", dict="C667T")
    usedfor: Mapped[str] = text(200, "适用范围")
    cause: Mapped[str] = text(500, "编制或修订原因")
    writer_id: Mapped[str] = text(32, "编制人", refers="sys_user")
    plandue: Mapped[date] = day("计划完成日期")
    written: Mapped[datetime | None] = moment("编制完成时间")
    auditor_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    audited_at: Mapped[datetime | None] = moment("审核时间")
    approver_id: Mapped[str] = text(32, "批准人", refers="sys_user")
    approved: Mapped[datetime | None] = moment("批准时间")
    issuer_id: Mapped[str] = text(32, "发布人", refers="sys_user")
    issued: Mapped[datetime | None] = moment("发布时间")
    effective: Mapped[date | None] = day("实施日期")
    ended: Mapped[date | None] = day("作废日期")
    __table_args__ = (
        Index("ix_quality_file_org", "orgid", "step", "fileno"),
        Index("uq_quality_file_edition", "orgid", "fileno", "edition", unique=True),
        Index(
            "uq_quality_file_unfinished",
            "orgid",
            "fileno",
            unique=True,
            postgresql_where="step in ('0','1','2','3','4')",
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """What is issued everybody of the institute; what is not yet those who make it."""
        F = QualityFile
        if me.scope == "all":
            return true()
        if me.unit_id or not me.org_id:
            return false()
        mine = F.orgid == me.org_id
        return mine if me.may(FILE_HANDLE) else and_(mine, or_(F.step.in_(PUBLIC), F.writer_id == me.id))


class FileOffice(Record, Base):
    """A department to whose people an edition is given."""

    __tablename__ = "quality_file_office"
    part_of: ClassVar[Any] = QualityFile
    file_id: Mapped[str] = mapped_column(ForeignKey("quality_file.id", ondelete="CASCADE"), index=True)
    dept_id: Mapped[str] = text(32, "发放部门", refers="sys_org")


class FileReceipt(Record, Base):
    """That a person was given an edition, and when it was received."""

    __tablename__ = "quality_file_receipt"
    audited, named = "03", "文件接收"
    file_id: Mapped[str] = mapped_column(ForeignKey("quality_file.id"), index=True)
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    user_id: Mapped[str] = text(32, "接收人", refers="sys_user")
    userdept: Mapped[str] = text(32, "部门", refers="sys_org")
    received: Mapped[datetime | None] = moment("接收时间")
    chased: Mapped[int] = mapped_column(default=0, info={"label": "催办次数"})
    __table_args__ = (
        Index("uq_quality_file_receipt", "file_id", "user_id", unique=True),
        Index("ix_quality_file_receipt_user", "user_id", "received"),
        Index("ix_quality_file_receipt_org", "orgid", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Each the own; who handles the files those of the institute."""
        R = FileReceipt
        if me.scope == "all":
            return true()
        if me.unit_id or not me.org_id:
            return false()
        return R.orgid == me.org_id if me.may(FILE_HANDLE) else R.user_id == me.id
