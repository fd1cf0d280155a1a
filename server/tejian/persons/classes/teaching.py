"""Who teaches and who learns in a class, and what stands against its moves (supervision.md L)."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, false, func, select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.persons.models.classes import FILED, FINISHED, ClassLesson, ClassStudent
from tejian.persons.models.classes import TrainingClass as C
from tejian.persons.terms.api import number_of_rule


def staff(me: User) -> ColumnElement[bool]:
    """举办机构的人员"""
    return C.org_id == me.org_id if me.org_id and not me.unit_id else false()


def lessons_of(db: Session, row: C) -> Sequence[ClassLesson]:
    own = select(ClassLesson).where(ClassLesson.class_id == row.id)
    return db.scalars(own.order_by(ClassLesson.lessonday, ClassLesson.id)).all()


def students_of(db: Session, row: C) -> Sequence[ClassStudent]:
    return db.scalars(select(ClassStudent).where(ClassStudent.class_id == row.id).order_by(ClassStudent.id)).all()


def teachers_of(db: Session, person: str) -> set[str]:
    """The accounts that have taught a person in any class: they do not examine him."""
    own = select(ClassStudent.class_id).where(ClassStudent.person_id == person)
    return set(db.scalars(select(ClassLesson.teacher_id).where(ClassLesson.class_id.in_(own))))


def has_finished(db: Session, person: str, item: str) -> bool:
    """Whether a person has finished a class of an item."""
    S = ClassStudent
    own = select(S.id).join(C, C.id == S.class_id).where(S.person_id == person, S.passed, C.item == item)
    return db.scalar(own.where(C.step.in_((FINISHED, FILED))).limit(1)) is not None


# -- guards and effects ---------------------------------------------------------------------------------------------


def lessons_fill_hours(d: Doing) -> str | None:
    """课程学时等于计划学时"""
    planned = sum(one.hours for one in lessons_of(d.db, d.subject))
    return None if planned == d.subject.hours else f"课程合计{planned}学时，与计划{d.subject.hours}学时不符"


def has_students(d: Doing) -> str | None:
    """有学员报名"""
    return None if students_of(d.db, d.subject) else "还没有学员报名，不能开班"


def attendance_is_noted(d: Doing) -> str | None:
    """课程上完，每名学员的出勤已登记"""
    last = d.db.scalar(select(func.max(ClassLesson.lessonday)).where(ClassLesson.class_id == d.subject.id))
    if last and last > clock.today():
        return f"最后一课在{last}，课程上完才能结班"
    open_ = sum(one.attended is None for one in students_of(d.db, d.subject))
    return f"还有{open_}名学员的出勤没有登记" if open_ else None


def judge_students(d: Doing) -> None:
    """按出勤判定结业"""
    least = number_of_rule(d.db, "class.attendance_pct")
    for one in students_of(d.db, d.subject):
        one.passed = (one.attended or 0) * 100 >= d.subject.hours * least
