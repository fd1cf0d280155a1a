"""培训班: a class of an examination body, its lessons with their teachers, its students with the hours they came."""

from datetime import date
from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, select
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

PLAN, OPEN, ON, FINISHED, FILED = "JH", "BM", "KB", "JB", "GD"


class TrainingClass(Record, Subject, Base):
    """A class from its plan to the file."""

    __tablename__ = "training_class"
    audited, named, called = "03", "培训班", "classno"
    classno: Mapped[str] = text(32, "班次编号", number="trainingclass")
    title: Mapped[str] = text(100, "班名")
    item: Mapped[str] = text(8, "作业项目", dict="C622")
    org_id: Mapped[str] = text(32, "举办机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    planfrom: Mapped[date] = day("计划开班日期")
    planto: Mapped[date] = day("计划结班日期")
    place: Mapped[str] = text(200, "地点")
    quota: Mapped[int] = mapped_column(default=0, info={"label": "名额", "unit": "人"})
    hours: Mapped[int] = mapped_column(default=0, info={"label": "计划学时", "unit": "学时"})
    started: Mapped[date | None] = day("开班日期")
    finished: Mapped[date | None] = day("结班日期")
    filed: Mapped[date | None] = day("归档日期")
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("ix_training_class_org", "org_id"), Index("ix_training_class_area", "areacode"))

    @staticmethod
    def visible(me: User) -> Any:
        C = TrainingClass
        return in_scope(me, own=C.createby, org=C.org_id, area=C.areacode)


class ClassLesson(Record, Base):
    """A lesson, and who gives it."""

    __tablename__ = "class_lesson"
    part_of: ClassVar[Any] = TrainingClass
    class_id: Mapped[str] = mapped_column(ForeignKey("training_class.id", ondelete="CASCADE"), index=True)
    lessonday: Mapped[date] = day("上课日期")
    topic: Mapped[str] = text(100, "内容")
    hours: Mapped[int] = mapped_column(default=0, info={"label": "学时", "unit": "学时"})
    teacher_id: Mapped[str] = text(32, "授课教师", refers="sys_user")


class ClassStudent(Record, Base):
    """A student of a class; `passed` once it finished and he came often enough."""

    __tablename__ = "class_student"
    part_of: ClassVar[Any] = TrainingClass
    audited, named = "03", "培训班学员"
    class_id: Mapped[str] = mapped_column(
        ForeignKey("training_class.id", ondelete="CASCADE"), info={"label": "培训班", "refers": "training_class"}
    )
    person_id: Mapped[str] = mapped_column(
        ForeignKey("person.id"), index=True, info={"label": "学员", "refers": "person"}
    )
    attended: Mapped[int | None] = mapped_column(info={"label": "出勤学时", "unit": "学时"})
    passed: Mapped[bool] = mapped_column(default=False, info={"label": "结业"})
    __table_args__ = (Index("uq_class_student", "class_id", "person_id", unique=True),)

    @classmethod
    def visible(cls, me: User) -> Any:
        """Whoever sees the class."""
        return cls.class_id.in_(select(TrainingClass.id).where(TrainingClass.visible(me)))
