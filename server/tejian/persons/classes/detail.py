"""The page of a class: what is taught when by whom, and who came."""

from typing import Any

from tejian.kit.lists.listview import Col
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, children, of
from tejian.persons import permissions as p
from tejian.persons.models.classes import FILED, FINISHED, ON, OPEN, ClassLesson, ClassStudent, TrainingClass

from .forms import ACTS, API, FORM, STUDENTS
from .process import CLASS
from .teaching import students_of

FILLING = (OPEN, ON)


def _students(shown: Shown) -> list[dict[str, Any]]:
    done = shown.row.step in (FINISHED, FILED)
    return [
        worded(shown.db, one) | {"result": _result(one) if done else ""} for one in students_of(shown.db, shown.row)
    ]


def _result(one: ClassStudent) -> str:
    return "结业" if one.passed else "出勤不足，不结业"


STUDENTS_SHOWN = [
    of(ClassStudent.person_id, 120),
    of(ClassStudent.attended, 100),
    Col("result", "判定", None, 150),
]
CLASS_PAGE = RecordView(
    no="training_class",
    title="培训班详情",
    permission=p.CLASS_QUERY,
    model=TrainingClass,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"培训班 {s.row.classno}",
    subtitle=lambda s: f"{s.row.title}　{s.text('item')}",
    facts=[
        state(CLASS),
        Fact("planfrom", note=lambda s: f"至 {s.row.planto}"),
        Fact("quota", note=lambda s: f"已报名 {len(students_of(s.db, s.row))} 人"),
        Fact("hours"),
        Fact("org_id", note=lambda s: s.row.place),
    ],
    notices=stands(CLASS),
    parts=[
        Part(
            "students",
            "学员",
            STUDENTS_SHOWN,
            _students,
            noun="学员",
            empty="还没有学员报名",
            form="class_student_form",
            delete=f"{STUDENTS}/delete",
            permission=p.CLASS_SAVE,
            owner=lambda s: {"class_id": s.row.id},
            when=lambda s: s.row.step in FILLING,
        ),
        Part("results", "学员", STUDENTS_SHOWN, _students, noun="学员", when=lambda s: s.row.step not in FILLING),
        Part(
            "lessons",
            "课程",
            [
                of(ClassLesson.lessonday, 110),
                of(ClassLesson.topic),
                of(ClassLesson.hours, 80),
                of(ClassLesson.teacher_id, 100),
            ],
            children(ClassLesson.class_id, ClassLesson.lessonday),
            noun="课程",
        ),
        course(CLASS),
    ],
    actions=[ACTS.edit, *page_buttons(CLASS)],
    own=is_own(CLASS),
    files=Files("trainingClass", until=(FILED,), right=p.CLASS_SAVE),
    history=True,
)
