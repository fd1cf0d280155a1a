"""What is filled in for a class, its lessons and its students."""

from typing import Any

from sqlalchemy import false, select

from tejian.archives.models.persons import Person
from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.formview import Table, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.user import User
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.persons import permissions as p
from tejian.persons.models.classes import OPEN, PLAN, ClassLesson, ClassStudent
from tejian.persons.models.classes import TrainingClass as C
from tejian.persons.models.exams import DRAFT, ExamApplication

API = "/api/personMng/trainingClass"


def candidates(me: User) -> Any:
    """The persons who have handed in an application to the body of a user."""
    A = ExamApplication
    return Person.id.in_(select(A.person_id).where(A.org_id == me.org_id, A.step != DRAFT)) if me.org_id else false()


STUDENTS = f"{API}/student"
PAGE = "/personMng/trainingClassDetail?id={id}"
MOST_LESSONS = 60
LESSON = form_of(
    "class_lesson_form",
    "课程",
    API,
    field_of(ClassLesson.lessonday, required=True, span=6),
    field_of(ClassLesson.topic, required=True, span=8),
    field_of(ClassLesson.hours, required=True, low=1, high=24, span=4),
    field_of(ClassLesson.teacher_id, type="user", required=True, span=6, refers=COLLEAGUE),
)
FORM = form_of(
    "training_class_form",
    "培训班",
    API,
    field_of(C.title, required=True, span=12),
    field_of(C.item, required=True, span=12),
    field_of(C.planfrom, required=True, span=12),
    field_of(C.planto, required=True, span=12),
    field_of(C.place, required=True, span=12),
    field_of(C.quota, required=True, low=1, high=500, span=6),
    field_of(C.hours, required=True, low=1, high=400, span=6),
    field_of(C.remark, type="textarea", span=24),
    tables=[Table("lessons", "课程", LESSON, "添加课程", most=MOST_LESSONS, of=ClassLesson.class_id)],
)
ACTS = standard(FORM, Rights(p.CLASS_QUERY, p.CLASS_SAVE), [PLAN, OPEN], page=PAGE)
STUDENT_FORM = form_of(
    "class_student_form",
    "学员",
    STUDENTS,
    field_of(
        ClassStudent.class_id,
        type="hidden",
        default="{class_id}",
        refers=Refers(C, parent=ClassStudent.class_id, said="学员不能改到其他培训班"),
    ),
    field_of(
        ClassStudent.person_id,
        type="select",
        options_url=f"{STUDENTS}/persons",
        required=True,
        span=12,
        refers=Refers(Person, among=candidates, alone="of those who have applied to the body"),
    ),
    field_of(ClassStudent.attended, low=0, high=400, span=12, help="开班以后登记"),
)
