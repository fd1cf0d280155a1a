"""业主签认: sheets by which an owner confirms the finished work of a turnaround, and what the owner disagrees with."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.inspection.models.turnaround import TurnaroundProject
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, SENT, AGREED, REFUSED = "CG", "DQ", "TY", "BT"  # of a sheet
HELD = (DRAFT, SENT, AGREED)  # a device stands on one such sheet
WRITTEN, ASKED, REPLIED, CLOSED = "CG", "YF", "HF", "GB"  # of a disagreement
UNSETTLED = (WRITTEN, ASKED, REPLIED)


class OfOwner:
    """What stands between an institute and the owner of a project; a draft is seen by the side that writes it."""

    project_id: Mapped[str]
    unitsysid: Mapped[str]
    step: Mapped[str]
    draft_of_unit: ClassVar[bool]

    @classmethod
    def visible(cls, me: User) -> Any:
        if me.unit_id:
            own = cls.unitsysid == me.unit_id
            return own if cls.draft_of_unit else own & (cls.step != DRAFT)
        P = TurnaroundProject
        seen = cls.project_id.in_(select(P.id).where(P.visible(me)))
        return seen & (cls.step != WRITTEN) if cls.draft_of_unit and me.scope != "all" else seen


class OwnerSheet(OfOwner, Record, Subject, Base):
    """A sheet of finished devices with their amounts, which the owner signs or refuses."""

    draft_of_unit = False
    __tablename__ = "owner_sheet"
    audited, named, called = "03", "业主签认单", "sheetno"
    sheetno: Mapped[str] = text(32, "签认单编号", number="ownersheet")
    project_id: Mapped[str] = mapped_column(
        ForeignKey("turnaround_project.id"), info={"label": "大修项目", "refers": "turnaround_project"}
    )
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    unitsysid: Mapped[str] = text(32, "业主单位", refers="unit", merges="业主签认单", beside="unitname")
    unitname: Mapped[str] = text(200, "业主单位名称")
    title: Mapped[str] = text(128, "签认内容")
    sender_id: Mapped[str] = text(32, "发送人", refers="sys_user")
    sent: Mapped[datetime | None] = moment("发送时间")
    signer_id: Mapped[str] = text(32, "业主签认人", refers="sys_user")
    signed: Mapped[datetime | None] = moment("签认时间")
    opinion: Mapped[str] = text(500, "业主意见")
    __table_args__ = (
        Index("uq_owner_sheet_no", "sheetno", unique=True, postgresql_where="sheetno <> ''"),
        Index("ix_owner_sheet_project", "project_id", "step"),
        Index("ix_owner_sheet_unit", "unitsysid", "step", "createtime"),
        Index("ix_owner_sheet_time", "createtime", "id"),
    )


class OwnerSheetLine(Record, Base):
    """A finished device on a sheet, with what was finished as it was when the sheet was sent."""

    __tablename__ = "owner_sheet_line"
    audited, named = "03", "签认单明细"
    part_of: ClassVar[Any] = OwnerSheet
    sheet_id: Mapped[str] = mapped_column(ForeignKey("owner_sheet.id", ondelete="CASCADE"), index=True)
    item_id: Mapped[str] = mapped_column(
        ForeignKey("turnaround_item.id"), index=True, info={"label": "设备", "refers": "turnaround_item"}
    )
    finished: Mapped[date | None] = day("完工日期")
    result: Mapped[str] = text(4, "检验结果", dict="C776")
    amounts: Mapped[str] = text(1000, "完成工作量")


class OwnerDissent(OfOwner, Record, Subject, Base):
    """Something that the owner does not agree with, the reply of the institute, and the end of it."""

    draft_of_unit = True
    __tablename__ = "owner_dissent"
    audited, named, called = "03", "业主不符合项", "dissentno"
    dissentno: Mapped[str] = text(32, "不符合项编号", number="dissent")
    project_id: Mapped[str] = mapped_column(
        ForeignKey("turnaround_project.id"), info={"label": "大修项目", "refers": "turnaround_project"}
    )
    item_id: Mapped[str] = text(32, "设备", refers="turnaround_item")
    sheet_id: Mapped[str] = text(32, "签认单", refers="owner_sheet")
    orgid: Mapped[str] = text(32, "机构", refers="sys_org")
    unitsysid: Mapped[str] = text(32, "业主单位", refers="unit", merges="业主不符合项", beside="unitname")
    unitname: Mapped[str] = text(200, "业主单位名称")
    topic: Mapped[str] = text(4, "类别", dict="C777")
    content: Mapped[str] = text(1000, "不符合情况")
    due: Mapped[date] = day("答复期限")
    sender_id: Mapped[str] = text(32, "提出人", refers="sys_user")
    sent: Mapped[datetime | None] = moment("提出时间")
    reply: Mapped[str] = text(1000, "答复与处理")
    replier_id: Mapped[str] = text(32, "答复人", refers="sys_user")
    replied: Mapped[datetime | None] = moment("答复时间")
    reason: Mapped[str] = text(500, "不接受答复的原因")
    closer_id: Mapped[str] = text(32, "关闭人", refers="sys_user")
    closed: Mapped[datetime | None] = moment("关闭时间")
    __table_args__ = (
        Index("uq_owner_dissent_no", "dissentno", unique=True, postgresql_where="dissentno <> ''"),
        Index("ix_owner_dissent_project", "project_id", "step"),
        Index("ix_owner_dissent_unit", "unitsysid", "step", "createtime"),
        Index("ix_owner_dissent_item", "item_id"),
        Index("ix_owner_dissent_time", "createtime", "id"),
    )
