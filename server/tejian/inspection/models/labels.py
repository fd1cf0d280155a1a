"""Batches of numbered labels (标志): which numbers an institute had printed, and who has them."""

from datetime import date
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope

ISSUED, RETURNED, VOIDED = "F", "H", "Z"
KINDS = {ISSUED: "发放", RETURNED: "退回", VOIDED: "作废"}


class LabelBatch(Record, Base):
    """A run of numbers of one prefix and width; a number belongs to one batch of its institute."""

    __tablename__ = "label_batch"
    audited, named, called = "03", "标志批次", "batchno"
    batchno: Mapped[str] = text(32, "批次编号", number="labelbatch")
    org_id: Mapped[str] = text(32, "机构", refers="sys_org")
    type: Mapped[str] = text(4, "标志类型", dict="C730")
    prefix: Mapped[str] = text(32, "编号前缀")
    width: Mapped[int] = mapped_column(info={"label": "流水位数"})
    firstno: Mapped[int] = mapped_column(info={"label": "起始流水"})
    lastno: Mapped[int] = mapped_column(info={"label": "终止流水"})
    printer: Mapped[str] = text(100, "印制单位")
    printed: Mapped[date | None] = day("印制日期")
    remark: Mapped[str] = text(256, "备注")
    __table_args__ = (Index("ix_label_batch_roll", "org_id", "prefix", "width", "firstno"),)

    @staticmethod
    def visible(me: User) -> Any:
        return in_scope(me, own=LabelBatch.createby, org=LabelBatch.org_id, shared=True)


class LabelMove(Record, Base):
    """Numbers of a batch that were issued to a department, came back or were made void. What stands here stays."""

    __tablename__ = "label_move"
    part_of: ClassVar[Any] = LabelBatch
    batch_id: Mapped[str] = mapped_column(ForeignKey("label_batch.id"), index=True, info={"label": "批次"})
    kind: Mapped[str] = text(4, "经过")
    firstno: Mapped[int] = mapped_column(info={"label": "起始流水"})
    lastno: Mapped[int] = mapped_column(info={"label": "终止流水"})
    dept_id: Mapped[str] = text(32, "领用部门", refers="sys_org")
    day: Mapped[date] = day("日期")
    reason: Mapped[str] = text(256, "原因")
    by_name: Mapped[str] = text(64, "经办人")
