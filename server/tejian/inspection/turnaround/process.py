"""A turnaround: 筹备 → 执行中 → 完工 → 关闭; and a device in it: 待排计划 → 待开工 → 检验中 → 已完工."""

from typing import Any

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import accounts_of
from tejian.inspection.models.turnaround import (
    BEGUN,
    CLOSED,
    COMPLETE,
    FILED,
    FINISHED,
    PLANNED,
    PREPARED,
    RUNNING,
    TurnaroundItem,
    TurnaroundProject,
)
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell

from . import forms
from . import judging as g
from .forms import API, ITEM_PAGE, PROJECT_PAGE, PROJECTS, TASKS


def put_people(d: Doing) -> None:
    """记下检验人员"""
    s = d.subject
    s.inspectors = g.people_in(d.form["inspectors"])
    s.inspectornames = "、".join(one.name for one in accounts_of(d, s.inspectors).values())[:256]


def tell_people(d: Doing) -> None:
    """告知检验人员"""
    if d.subject is not d.batch[-1]:
        return
    route = ITEM_PAGE.format(id=d.subject.id) if len(d.batch) == 1 else TASKS
    more = f"等{len(d.batch)}项" if len(d.batch) > 1 else ""
    s = d.subject
    title = f"{g.project_of(d).name} {s.objectno}{more} 计划{s.planbegin}至{s.planend}"
    tell(d.db, [one for one in s.inspectors if one != d.me.id], "大修检验任务", title, route=route)


def forget_people(d: Doing) -> None:
    """清除检验人员"""
    d.subject.inspectors = []


WAITS: dict[str, Any] = {"route": PROJECTS, "page": PROJECT_PAGE}
PROJECT = add_process(
    Process(
        name="turnaround_project",
        title="大修项目",
        model=TurnaroundProject,
        api=f"{API}/project",
        one_by_one=True,
        start=PREPARED,
        ends=[CLOSED],
        numbers=lambda s: (s.projectno, s.projectno),
        about=lambda m: (m.unitname, m.name),
        steps=[
            Step(PREPARED, "筹备", g.of_institute, tone="ca", waits="大修项目待执行", verb="开始执行", **WAITS),
            Step(RUNNING, "执行中", g.of_institute, tone="go", waits="大修项目执行中", verb="完工", **WAITS),
            Step(COMPLETE, "完工", g.of_institute, tone="ca", waits="大修项目待关闭", verb="关闭", **WAITS),
            Step(CLOSED, "关闭", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("start", "开始执行", [PREPARED], RUNNING, p.TURN_SAVE),
                guards=[g.has_devices, g.window_ahead],
                stamps=["started"],
            ),
            Move(
                *("complete", "完工", [RUNNING], COMPLETE, p.TURN_SAVE),
                guards=[g.all_finished],
                stamps=["completed"],
                buttons=[Button("row", confirm="完工后不能再纳入设备，确定吗？")],
            ),
            Move(
                *("resume", "恢复执行", [COMPLETE], RUNNING, p.TURN_SAVE),
                needs_reason=True,
                forgets=["completed"],
            ),
            Move(
                *("close", "关闭", [COMPLETE], CLOSED, p.TURN_SAVE),
                guards=[g.all_finished, g.all_signed, g.no_dissent, g.no_sheet_waits],
                stamps=["closer_id", "closed"],
            ),
        ],
    )
)

OWN: dict[str, Any] = {"route": TASKS, "page": ITEM_PAGE}
ITEM = add_process(
    Process(
        name="turnaround_item",
        title="大修设备",
        model=TurnaroundItem,
        api=f"{API}/item",
        start=FILED,
        ends=[FINISHED],
        numbers=lambda s: (s.objectno, s.packageno),
        about=lambda m: (m.objectno, m.objectname),
        steps=[
            Step(FILED, "待排计划", g.planner, tone="ca", waits="大修设备待排计划", verb="排计划", **OWN),
            Step(
                PLANNED,
                "待开工",
                g.on_the_team,
                tone="ca",
                waits="大修设备待开工",
                verb="开工",
                refusal="由计划中的检验人员办理",
                **OWN,
            ),
            Step(
                BEGUN,
                "检验中",
                g.on_the_team,
                tone="go",
                waits="大修设备检验中",
                verb="完工",
                refusal="由计划中的检验人员办理",
                **OWN,
            ),
            Step(FINISHED, "已完工", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("plan", "排计划", [FILED], PLANNED, p.TURN_SAVE),
                guards=[g.project_open, g.days_in_window, g.has_work, g.people_qualified],
                takes=["planbegin", "planend"],
                effects=[put_people, tell_people],
                form=forms.PLAN,
                buttons=[Button("row"), Button("batch")],
                done="已下达",
            ),
            Move(
                *("replan", "退回重排", [PLANNED], FILED, p.TURN_SAVE),
                anyone=True,
                batch=False,
                needs_reason=True,
                forgets=["planbegin", "planend", "inspectornames"],
                effects=[forget_people],
            ),
            Move(
                *("begin", "开工", [PLANNED], BEGUN, p.TURN_ENTER),
                guards=[g.project_runs, g.device_runs, g.begun_in_time],
                takes=["begun"],
                form=forms.BEGIN,
                buttons=[Button("row"), Button("batch")],
            ),
            Move(
                *("finish", "完工", [BEGUN], FINISHED, p.TURN_ENTER),
                batch=False,
                guards=[g.project_runs, g.finished_in_time, g.all_entered, g.problem_said],
                takes=["finished", "result", "problem"],
                stamps=["finisher_id"],
                form=forms.FINISH,
            ),
            Move(
                *("rework", "返工", [FINISHED], BEGUN, p.TURN_ENTER),
                anyone=True,
                batch=False,
                needs_reason=True,
                guards=[g.own_work, g.project_runs, g.on_no_sheet],
                forgets=["finished", "result", "problem", "finisher_id"],
            ),
        ],
    )
)
