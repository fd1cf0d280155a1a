"""A class from its plan to the file, its quota and attendance, and teachers who do not examine."""

from datetime import timedelta

from sqlalchemy import select

from tejian.persons.models.classes import ClassStudent, TrainingClass
from tejian.system.models.rules import RuleRow
from tejian.system.settings.api import bump
from tests.inspection.conftest import Office, office

from . import people as p
from .people import API, CLASS, SCORE, STUDENT, TODAY

__all__ = ["office"]


def opened(office: Office) -> TrainingClass:
    of = p.planned(office)
    office.good("kaoshi", f"{CLASS}/open", id=of.id)
    return p.class_of(office, of.id)


def test_a_class_is_filled_taught_and_finished(office: Office) -> None:
    of = p.planned(office)
    assert of.classno == f"PX{TODAY:%Y}0001"
    first, second, third = (p.accepted(office, name=f"学员{n}", idno=p.card(720 + n)) for n in range(3))
    said = office.refused("kaoshi", f"{STUDENT}/save", class_id=of.id, person_id=first.person_id)
    assert said == f"{of.classno}计划，不能登记学员"
    office.good("kaoshi", f"{CLASS}/open", id=of.id)
    assert office.refused("kaoshi", f"{CLASS}/start", id=of.id) == "还没有学员报名，不能开班"
    one, two = (p.joins(office, of, row.person_id) for row in (first, second))
    said = office.refused("kaoshi", f"{STUDENT}/save", class_id=of.id, person_id=third.person_id)
    assert said == "本班名额2人已满"
    assert office.refused("kaoshi", f"{STUDENT}/save", class_id=of.id, person_id=first.person_id) == "该学员已在本班"
    office.good("kaoshi", f"{CLASS}/start", id=of.id)
    assert office.refused("kaoshi", f"{CLASS}/finish", id=of.id) == "还有2名学员的出勤没有登记"
    for key, hours in ((one, 15), (two, 14)):
        row = office.db.scalars(select(ClassStudent).where(ClassStudent.id == key)).one()
        office.good("kaoshi", f"{STUDENT}/save", id=key, version=str(row.version), attended=str(hours))
    row = office.db.scalars(select(ClassStudent).where(ClassStudent.id == one)).one()
    said = office.refused("kaoshi", f"{STUDENT}/save", id=one, version=str(row.version), attended="17")
    assert said == "出勤学时：不得大于16学时"
    office.good("kaoshi", f"{CLASS}/finish", id=of.id)
    passed = {s.id: s.passed for s in office.db.scalars(select(ClassStudent))}
    assert passed == {one: True, two: False}  # 15 of 16 hours are 94 %, 14 are 87.5 %
    office.good("kaoshi", f"{CLASS}/file", id=of.id)
    assert p.class_of(office, of.id).step == "GD"


def test_lessons_lie_in_the_class_and_fill_its_hours(office: Office) -> None:
    of = p.planned(office, hours="24")
    assert office.refused("kaoshi", f"{CLASS}/open", id=of.id) == "课程合计16学时，与计划24学时不符"
    outside = [{"lessonday": str(TODAY + timedelta(days=1)), "topic": "外", "hours": "8"}]
    outside[0]["teacher_id"] = office.user("kaoshi3").id
    said = office.refused("kaoshi", f"{CLASS}/save", id=of.id, version=str(of.version), lessons=outside)
    assert said == f"课程：上课日期{TODAY + timedelta(days=1)}不在开班与结班日期之间"
    assert office.post("jianguan", f"{CLASS}/open", id=of.id)["status"] == 403


def test_a_teacher_does_not_examine_his_students(office: Office) -> None:
    row = p.seated(office)
    of = opened(office)
    p.joins(office, of, row.person_id)
    teacher = office.user("kaoshi3").id
    for more in ({"examiner_id": teacher}, {"second_id": teacher}):
        said = office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, row, "P", 80, **more))
        assert said == f"{row.applyno}：授课教师不能担任本班学员的考评人员"
    stranger = p.seated(office, name="李四", idno=p.card(731))
    p.entered(office, stranger, "P", 80, examiner_id=teacher)


def test_training_is_a_condition_to_sit_only_when_the_rule_says_so(office: Office) -> None:
    row = p.accepted(office)
    rule = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "person_rules")).all()
    required = next(one for one in rule if one.data["key"] == "class.required")
    required.data = required.data | {"value": "1"}
    bump(office.db, "rule")
    office.db.commit()
    said = office.refused("kaoshi", f"{API}/seat", ids=row.id, **p.SITS)
    assert said == "王小明没有本项目的结业记录，不能安排考试"
    of = opened(office)
    key = p.joins(office, of, row.person_id)
    office.good("kaoshi", f"{CLASS}/start", id=of.id)
    student = office.db.scalars(select(ClassStudent).where(ClassStudent.id == key)).one()
    office.good("kaoshi", f"{STUDENT}/save", id=key, version=str(student.version), attended="16")
    office.good("kaoshi", f"{CLASS}/finish", id=of.id)
    office.good("kaoshi", f"{API}/seat", ids=row.id, **p.SITS)
