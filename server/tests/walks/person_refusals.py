"""Each guard of examinations, classes and certificates once."""

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select, update

from tejian.archives.models.persons import PersonCert
from tejian.kit.ground import clock
from tejian.persons.models.classes import ClassLesson, ClassStudent
from tejian.persons.models.exams import ExamApplication, ExamScore
from tejian.system.models.rules import RuleRow
from tejian.system.settings.api import bump
from tests.persons import people

from .conftest import Office
from .refusals import Refusal, days, put

EXAM, SCORE, CLASS, CASE = "exam_application", "exam_score", "training_class", "cert_case"
YESTERDAY = {"examday": str(clock.today() - timedelta(days=1))}


def training_wanted(office: Office, row: Any) -> None:
    rules = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "person_rules")).all()
    one = next(r for r in rules if r.data["key"] == "class.required")
    one.data = one.data | {"value": "1"}
    bump(office.db, "rule")


def scores_old(office: Office, row: Any) -> None:
    old = clock.add_months(clock.today(), -13)
    office.db.execute(update(ExamScore).where(ExamScore.application_id == row.id).values(examday=old))


def application_void(office: Office, row: Any) -> None:
    own = ExamApplication.id == row.application_id
    office.db.execute(update(ExamApplication).where(own).values(step="9"))


def examiner_taught(office: Office, row: Any) -> None:
    of = people.opened(office)
    office.db.execute(update(ClassLesson).where(ClassLesson.class_id == of.id).values(teacher_id=row.examiner_id))


def students_gone(office: Office, row: Any) -> None:
    office.db.execute(delete(ClassStudent).where(ClassStudent.class_id == row.id))


def attendance_open(office: Office, row: Any) -> None:
    office.db.execute(update(ClassStudent).where(ClassStudent.class_id == row.id).values(attended=None))


def cert_revoked(office: Office, row: Any) -> None:
    office.db.execute(update(PersonCert).where(PersonCert.id == row.cert_id).values(held="2"))


def barred_since(office: Office, row: Any) -> None:
    other = people.accepted(office, item="A")
    other.step, other.barreduntil = "9", clock.today() + timedelta(days=1)


def tomorrow(office: Office, row: Any) -> dict[str, Any]:
    return {"tomorrow": clock.today() + timedelta(days=1)}


HOURS = "课程合计16学时，与计划24学时不符"
PERSONS = [
    *(
        Refusal(EXAM, move, "conditions_met", "王小明：学历低于该项目的要求", put(education="7"))
        for move in ("submit", "accept")
    ),
    *(
        Refusal(EXAM, move, "exam_ahead", "考试日期{yesterday}已过", form=people.SITS | YESTERDAY, words=days)
        for move in ("seat", "reseat")
    ),
    Refusal(EXAM, "seat", "trained", "王小明没有本项目的结业记录，不能安排考试", training_wanted),
    Refusal(EXAM, "audit", "both_passed", "{applyno}的成绩不全，或已过保留期", scores_old),
    Refusal(EXAM, "audit", "still_free", "王小明：因考试作弊，{tomorrow}前不得报名", barred_since, words=tomorrow),
    *(
        Refusal(SCORE, move, "still_open", "已作废，成绩不能再改", application_void)
        for move in ("confirm", "amend", "change")
    ),
    Refusal(SCORE, "confirm", "no_teacher", "授课教师不能担任本班学员的考评人员", examiner_taught),
    *(Refusal(CLASS, move, "lessons_fill_hours", HOURS, put(hours=24)) for move in ("open", "start")),
    Refusal(CLASS, "start", "has_students", "还没有学员报名，不能开班", students_gone),
    Refusal(CLASS, "finish", "attendance_is_noted", "还有1名学员的出勤没有登记", attendance_open),
    Refusal(CASE, "agree", "may_be_done", "证书已吊销，不能复审延续", cert_revoked),
    Refusal(CASE, "withdraw", "own_case", "只有提交人可以撤回", login="jianguan"),
]
