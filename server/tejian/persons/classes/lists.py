"""The list of classes, with how many students of how many came."""

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.persons import permissions as p
from tejian.persons.models.classes import ON, OPEN, PLAN, ClassStudent
from tejian.persons.models.classes import TrainingClass as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import CLASS

_students = select(func.count()).where(ClassStudent.class_id == C.id).correlate(C).scalar_subquery()
_late = (C.step == ON) & (C.planto < func.current_date())
class_list = own_listing(
    CLASS,
    no="training_class_list",
    title="培训班",
    permission=p.CLASS_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    late=_late,
    due=["planto"],
    columns=[
        col(C.classno, 120, type="code", fixed="left", link=PAGE),
        col(C.step, 76, label="状态", type="state", words=CLASS.names, tones=CLASS.tones),
        col(C.title, 200),
        col(C.item, 150),
        col(C.planfrom, 110),
        col(C.planto, 110),
        Col("students", "学员", _students, 64, "number"),
        col(C.quota, 64),
        col(C.hours, 76),
        col(C.place, 180),
        col(C.org_id, 200),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、班名", C.classno, C.title, quick=True),
        same("step", "状态", C.step, widget="select", options=CLASS.names, quick=True),
        same("item", "作业项目", C.item, widget="select", dict="C622"),
        dates("planfrom", "计划开班日期", C.planfrom),
    ],
    segments=[
        Segment("coming", "可报名", lambda me: C.step.in_((PLAN, OPEN))),
        Segment("on", "在办班", lambda me: C.step == ON),
        Segment("late", "逾期未结班", lambda me: _late),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.CLASS_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(CLASS),
        ACTS.delete,
    ],
)
