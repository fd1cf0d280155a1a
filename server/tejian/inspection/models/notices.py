"""Notices of an inspection, and the problems that each of them names."""

from datetime import date
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, and_, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, SIGN, MEND, ANSWERED, PASSED_ON = "DRAFT", "SIGN", "MEND", "ANSWERED", "PASSED_ON"
CLOSED, VOID = "CLOSED", "VOID"
ISSUED = (SIGN, MEND, ANSWERED, PASSED_ON, CLOSED)
OPEN = (SIGN, MEND, ANSWERED, PASSED_ON)

OPINION, SERIOUS, RECTIFY = "01", "02", "03"  # C649: 意见通知书（一）、（二）、整改通知书


class InspectionNotice(Record, Subject, Base):
    """A notice to the unit about one business item; device and unit are copied when it is made."""

    __tablename__ = "inspection_notice"
    audited = "03"
    named = "通知书"
    appbuss_id: Mapped[str] = mapped_column(ForeignKey("appbuss.id"), index=True)
    origin_id: Mapped[str] = text(32, "来源通知书")
    kind: Mapped[str] = text(4, "通知书类型", dict="C649")
    noticeno: Mapped[str] = text(32, "通知书编号")
    noticedate: Mapped[date | None] = mapped_column(Date, info={"label": "签发日期"})
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(32, "报告编号")
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="检验意见通知书")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    useplace: Mapped[str] = text(256, "使用地点")
    unitsysid: Mapped[str] = text(32, "受检单位主键", refers="unit", merges="检验意见通知书", beside="unitname")
    unitname: Mapped[str] = text(200, "受检单位")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    inspdate: Mapped[date | None] = mapped_column(Date, info={"label": "检验日期"})
    inspectors: Mapped[str] = text(256, "检验人员")
    handling: Mapped[str] = text(8, "处理方式")
    due: Mapped[date | None] = mapped_column(Date, info={"label": "整改反馈期限"})
    issuer: Mapped[str] = text(64, "签发人")
    issuer_id: Mapped[str] = text(32, "签发人主键", refers="sys_user")
    receiver: Mapped[str] = text(64, "接收人")
    receivertel: Mapped[str] = contact_phone("inspection_notice.receivertel", "接收人电话")
    receivedate: Mapped[date | None] = mapped_column(Date, info={"label": "签收日期"})
    refused: Mapped[bool] = mapped_column(default=False, info={"label": "拒签"})
    refusal: Mapped[str] = text(500, "拒签情况")
    witnesses: Mapped[str] = text(128, "见证人")
    feedbackman: Mapped[str] = text(64, "反馈负责人")
    feedbackdate: Mapped[date | None] = mapped_column(Date, info={"label": "反馈日期"})
    confirmby: Mapped[str] = text(64, "确认人")
    confirmdate: Mapped[date | None] = mapped_column(Date, info={"label": "确认日期"})
    copied: Mapped[str] = text(200, "抄送")
    voidreason: Mapped[str] = text(500, "作废原因")
    __table_args__ = (
        Index("uq_inspection_notice_no", "noticeno", unique=True, postgresql_where="noticeno <> ''"),
        Index("ix_inspection_notice_org", "cheorg", "step", "due", "id"),
        Index("ix_inspection_notice_unit", "unitsysid"),
        Index("ix_inspection_notice_device", "equdatasysid"),
        Index("ix_inspection_notice_time", "createtime", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Whoever sees the business item; the unit only what was issued."""
        seen = InspectionNotice.appbuss_id.in_(select(AppBuss.id).where(AppBuss.visible(me)))
        return and_(seen, InspectionNotice.step != DRAFT) if me.unit_id else seen


class NoticeProblem(Record, Base):
    """One problem of a notice with what must be done, and what the unit answers to it."""

    part_of = InspectionNotice
    __tablename__ = "inspection_notice_problem"
    audited = "03"
    named = "通知书的问题"
    notice_id: Mapped[str] = mapped_column(ForeignKey("inspection_notice.id", ondelete="CASCADE"), index=True)
    seq: Mapped[int] = mapped_column(default=0, info={"label": "序号"})
    itemno: Mapped[str] = text(32, "项目编号")
    place: Mapped[str] = text(200, "项目（部位）")
    problem: Mapped[str] = text(500, "存在的问题")
    level: Mapped[str] = text(4, "问题等级", dict="C654")
    advice: Mapped[str] = text(500, "处理意见")
    deadline: Mapped[date | None] = mapped_column(Date, info={"label": "完成期限"})
    measure: Mapped[str] = text(500, "整改措施与结果")
    donedate: Mapped[date | None] = mapped_column(Date, info={"label": "完成日期"})
    doneby: Mapped[str] = text(64, "整改负责人")

    @staticmethod
    def visible(me: User) -> Any:
        return NoticeProblem.notice_id.in_(select(InspectionNotice.id).where(InspectionNotice.visible(me)))
