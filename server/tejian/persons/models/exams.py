"""考试申请 of a person for an item, and its scores: entered by one, confirmed by another (TSG Z6001; C672)."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, and_, false, or_, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

# the steps are the codes of C672; what waits for the authority has none there
DRAFT, APPLIED, ACCEPTED, NOT_TAKEN, WAITING, THEORY_IN, PRACTICE_IN = "0", "1", "2", "3", "4", "5", "6"
FAILED, ISSUED, VOID, AUDITING = "7", "8", "9", "SH"
SITTING = (WAITING, THEORY_IN, PRACTICE_IN)
RUNNING = (APPLIED, ACCEPTED, *SITTING, AUDITING)
SEEN_BY_BODY = (*RUNNING, NOT_TAKEN, FAILED, ISSUED, VOID)
THEORY, PRACTICE = "T", "P"
PARTS = {THEORY: "理论", PRACTICE: "实操"}
ENTERED, CONFIRMED = "D", "Q"


class ExamApplication(Record, Subject, Base):
    """An application for one item of C622. The unit applies, the body accepts and examines, the authority issues."""

    __tablename__ = "exam_application"
    audited, named, called = "03", "考试申请", "applyno"
    applyno: Mapped[str] = text(32, "申请编号", number="examapply", numbered="move")
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id"), index=True, info={"label": "申请人", "refers": "person"}
    )
    unitsysid: Mapped[str] = text(32, "用人单位", refers="unit", merges="考试申请", beside="unitname")
    unitname: Mapped[str] = text(200, "用人单位名称")
    body_id: Mapped[str] = text(32, "考试机构", refers="exam_body")
    org_id: Mapped[str] = text(32, "考试机构所属机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "单位所在区划", dict="AREA")
    item: Mapped[str] = text(8, "作业项目", dict="C622")
    limits: Mapped[str] = text(64, "限定范围", dict="C622Q")
    education: Mapped[str] = text(4, "学历", dict="C671")
    healthy: Mapped[bool] = mapped_column(default=False, info={"label": "健康承诺"})
    work: Mapped[str] = text(500, "工作经历")
    remark: Mapped[str] = text(500, "备注")
    applied: Mapped[datetime | None] = moment("提交时间")
    acceptor_id: Mapped[str] = text(32, "受理人", refers="sys_user")
    accepted: Mapped[datetime | None] = moment("受理时间")
    reason: Mapped[str] = text(500, "不予受理、作废的理由")
    examday: Mapped[date | None] = day("考试日期")
    examtime: Mapped[str] = text(32, "考试时间")
    room: Mapped[str] = text(100, "考场")
    seat: Mapped[int] = mapped_column(default=0, info={"label": "座位"})
    theory: Mapped[int | None] = mapped_column(info={"label": "理论成绩", "unit": "分"})
    practice: Mapped[int | None] = mapped_column(info={"label": "实操成绩", "unit": "分"})
    barreduntil: Mapped[date | None] = day("不得报名至")
    auditor_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    issued: Mapped[date | None] = day("发证日期")
    __table_args__ = (
        Index("ix_exam_application_unit", "unitsysid"),
        Index("ix_exam_application_org", "org_id", "step"),
        Index("ix_exam_application_area", "areacode", "step"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The unit its own, the body what was handed in to it, the authority those of its area."""
        C = ExamApplication
        if me.scope == "all":
            return true()
        if me.unit_id:
            return C.unitsysid == me.unit_id
        if not me.org_id and not me.area:
            return C.createby == me.id if me.scope == "own" else false()
        handed = and_(C.org_id == me.org_id, C.step != DRAFT) if me.org_id else false()
        return or_(in_scope(me, own=C.createby, area=C.areacode), handed)


class ExamScore(Record, Subject, Base):
    """One sitting of one part. What counts is what another has confirmed."""

    __tablename__ = "exam_score"
    audited, named, called = "03", "考试成绩", "applyno"
    application_id: Mapped[str] = mapped_column(
        ForeignKey("exam_application.id", ondelete="CASCADE"),
        index=True,
        info={"label": "考试申请", "refers": "exam_application"},
    )
    applyno: Mapped[str] = text(32, "申请编号")
    org_id: Mapped[str] = text(32, "考试机构所属机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    part: Mapped[str] = text(1, "科目")
    attempt: Mapped[int] = mapped_column(default=1, info={"label": "第几次"})
    score: Mapped[int] = mapped_column(info={"label": "成绩", "unit": "分"})
    examday: Mapped[date] = day("考试日期")
    examiner_id: Mapped[str] = text(32, "考评人员", refers="sys_user")
    second_id: Mapped[str] = text(32, "第二考评人员", refers="sys_user")
    enterer_id: Mapped[str] = text(32, "录入人", refers="sys_user")
    confirmer_id: Mapped[str] = text(32, "确认人", refers="sys_user")
    confirmed: Mapped[datetime | None] = moment("确认时间")
    __table_args__ = (
        Index("uq_exam_score", "application_id", "part", "attempt", unique=True),
        Index("ix_exam_score_org", "org_id", "step"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        C = ExamScore
        return in_scope(me, own=C.createby, org=C.org_id, area=C.areacode)


class ScoreChange(Record, Base):
    """A score that was changed: both values, and why."""

    __tablename__ = "exam_score_change"
    part_of: ClassVar[Any] = ExamScore
    score_id: Mapped[str] = mapped_column(ForeignKey("exam_score.id", ondelete="CASCADE"), index=True)
    before: Mapped[int] = mapped_column(info={"label": "原成绩", "unit": "分"})
    after: Mapped[int] = mapped_column(info={"label": "新成绩", "unit": "分"})
    reason: Mapped[str] = text(500, "更正原因")
    changer_id: Mapped[str] = text(32, "更正人", refers="sys_user")
    changed: Mapped[datetime] = moment("更正时间")
