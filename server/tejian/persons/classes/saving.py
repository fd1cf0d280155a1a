"""What declarations cannot say of a class and its students: whose it is, its days in order, its quota kept."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.persons import Person
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.process.steps import place_of
from tejian.kit.records.crud import Hooks
from tejian.persons.models.bodies import ExamBody
from tejian.persons.models.classes import ON, OPEN, PLAN, ClassStudent, TrainingClass

from .forms import candidates
from .process import CLASS

MOST_OFFERED = 2_000


def _class(db: Session, me: User, row: TrainingClass, values: dict[str, Any]) -> None:
    if not row.id:
        body = db.scalars(select(ExamBody).where(ExamBody.org_id == me.org_id)).first() if me.org_id else None
        if body is None:
            raise Refused("您所在机构不是考试机构，不能举办培训班")
        row.org_id, row.areacode, row.createby = me.org_id, body.areacode, me.id
        CLASS.put(db, row, PLAN)
    begin, end = values.get("planfrom") or row.planfrom, values.get("planto") or row.planto
    if end < begin:
        raise BadInput(f"计划结班日期：不得早于计划开班日期（{begin}）", field="planto")
    for one in values.get("lessons") or []:
        if not begin <= one["lessonday"] <= end:
            raise BadInput(f"课程：上课日期{one['lessonday']}不在开班与结班日期之间", field="lessons")
    if row.id and values.get("quota") and values["quota"] < (count := _count(db, row)):
        raise BadInput(f"名额：已有{count}名学员", field="quota")


def _count(db: Session, row: TrainingClass) -> int:
    return db.scalar(select(func.count()).where(ClassStudent.class_id == row.id)) or 0


def _student(db: Session, me: User, row: ClassStudent, values: dict[str, Any]) -> None:
    of = visible_or_refuse(db, me, TrainingClass, row.class_id or values["class_id"], lock=True)
    if of.org_id != me.org_id:
        raise Refused("只有举办机构可以登记学员")
    if of.step not in (OPEN, ON):
        raise Refused(f"{place_of(of)}，不能登记学员")
    if values.get("attended") is not None and of.step != ON:
        raise BadInput("出勤学时：开班以后登记", field="attended")
    if (values.get("attended") or 0) > of.hours:
        raise BadInput(f"出勤学时：不得大于{of.hours}学时", field="attended")
    if row.id:
        if values.get("person_id", row.person_id) != row.person_id:
            raise BadInput("学员：不能改为他人，请删除后另加", field="person_id")
        return
    same = select(ClassStudent.id).where(ClassStudent.class_id == of.id, ClassStudent.person_id == values["person_id"])
    if db.scalar(same):
        raise Refused("该学员已在本班", "DUPLICATE")
    if _count(db, of) >= of.quota:
        raise Refused(f"本班名额{of.quota}人已满")


def _leaving(db: Session, me: User, row: ClassStudent) -> None:
    of = visible_or_refuse(db, me, TrainingClass, row.class_id, lock=True)
    if of.step != OPEN or of.org_id != me.org_id:
        raise Refused(f"{place_of(of)}，不能删除学员")


def persons(db: Session, me: User) -> list[Option]:
    """The candidates of one's body, with their number as it may be shown."""
    rows = db.scalars(select(Person).where(candidates(me)).order_by(Person.namesort, Person.id).limit(MOST_OFFERED))
    return [{"value": one.id, "label": f"{one.name} {one.idno}".strip()} for one in rows]


HOOKS = Hooks(_class)
STUDENT_HOOKS = Hooks(_student, before_delete=_leaving)
