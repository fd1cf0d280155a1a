"""A class from its plan to the file: 计划 → 报名 → 开班 → 结班 → 归档."""

from typing import Any

from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.persons import permissions as p
from tejian.persons.models.classes import FILED, FINISHED, ON, OPEN, PLAN
from tejian.persons.models.classes import TrainingClass as C

from . import teaching as g
from .forms import API, PAGE

WAITS: dict[str, Any] = {"tone": "ca", "route": "/personMng/trainingClass", "page": PAGE}
CLASS = add_process(
    Process(
        name="training_class",
        title="培训班",
        model=C,
        api=API,
        one_by_one=True,
        start=PLAN,
        ends=[FILED],
        numbers=lambda s: (s.classno, s.classno),
        about=lambda m: (m.title, m.place),
        steps=[
            Step(PLAN, "计划", g.staff, waits="培训班待开放报名", verb="开放报名", **WAITS),
            Step(OPEN, "报名", g.staff, waits="培训班待开班", verb="开班", **WAITS),
            Step(ON, "开班", g.staff, waits="培训班待结班", verb="结班", **(WAITS | {"tone": "go"})),
            Step(FINISHED, "结班", g.staff, waits="培训班待归档", verb="归档", **(WAITS | {"tone": "go"})),
            Step(FILED, "归档", nobody, tone="ok"),
        ],
        moves=[
            Move("open", "开放报名", [PLAN], OPEN, p.CLASS_SAVE, guards=[g.lessons_fill_hours]),
            Move(
                *("start", "开班", [OPEN], ON, p.CLASS_SAVE),
                guards=[g.lessons_fill_hours, g.has_students],
                stamps=["started"],
            ),
            Move(
                *("finish", "结班", [ON], FINISHED, p.CLASS_SAVE),
                guards=[g.attendance_is_noted],
                stamps=["finished"],
                effects=[g.judge_students],
            ),
            Move("file", "归档", [FINISHED], FILED, p.CLASS_SAVE, stamps=["filed"]),
            Move("reopen", "退回开班", [FINISHED], ON, p.CLASS_SAVE, needs_reason=True, forgets=["finished"]),
        ],
    )
)
