"""大修项目, the devices in them by kind and by what is done there, and what of the archive may be filed."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, exists, func, select

from tejian.archives import codes
from tejian.archives.equipment.api import CLASS_LISTS
from tejian.archives.ledgers.piping.api import line_list
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import Pipeline as L
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.turnaround import BEGUN, CLOSED, FILED, FINISHED, LINE, PASSED, PLANNED, RUNNING, WORKED
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .forms import (
    API,
    DECLARE,
    FILE_LINES,
    FILE_VESSELS,
    FILING,
    ITEM_PAGE,
    KINDS,
    MISSION,
    PACKAGE_ACTS,
    PROJECT_ACTS,
    PROJECT_PAGE,
    TASKS,
)
from .process import ITEM, PROJECT


def _count(name: str, label: str, *where: Any) -> Col:
    counted = select(func.count()).where(T.project_id == P.id, *where).correlate(P).scalar_subquery()
    return Col(name, label, counted, 70, "number", link=f"{TASKS}?projectno={{projectno}}&{name}=1")


COUNTED = {  # the figures of a project, and the rows behind each
    "planned": ("已计划", T.step != FILED),
    "finished": ("已完工", T.step == FINISHED),
    "qualified": ("合格", and_(T.step == FINISHED, T.result == PASSED)),
    "late": ("逾期", T.overdue()),
}
project_list = own_listing(
    PROJECT,
    no="turnaround_project_list",
    title="大修项目",
    permission=p.TURN_QUERY,
    export_permission=EXPORT,
    url=f"{API}/project/findList",
    columns=[
        col(P.projectno, 130, type="code", fixed="left", link=PROJECT_PAGE),
        col(P.name, 220, link=PROJECT_PAGE),
        col(P.step, 90, label="状态", type="state", words=PROJECT.names, tones=PROJECT.tones),
        col(P.unitname, 200, label="业主单位"),
        col(P.plant, 130),
        col(P.begins, 110),
        col(P.ends, 110),
        replace(_count("filed", "设备"), link=f"{TASKS}?projectno={{projectno}}"),
        *(_count(name, label, where) for name, (label, where) in COUNTED.items()),
        col(P.dept_id, 140),
        col(P.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、名称、单位", P.projectno, P.name, P.unitname, P.plant, quick=True),
        same("step", "状态", P.step, widget="select", options=PROJECT.names, quick=True),
        dates("begins", "检修开始日期", P.begins),
    ],
    segments=[
        Segment("running", "执行中", lambda me: P.step == RUNNING),
        Segment("open", "未关闭", lambda me: P.step != CLOSED),
    ],
    actions=[
        PROJECT_ACTS.add,
        Action("view", "查看", p.TURN_QUERY, place="row", kind="route", needs="one", route=PROJECT_PAGE),
        PROJECT_ACTS.edit,
        *buttons(PROJECT),
        PROJECT_ACTS.delete,
    ],
)

# -- devices in projects ------------------------------------------------------------------------------------------


_appno: Any = select(AppMain.appno).where(AppMain.id == T.appmain_id).scalar_subquery()


def _flag(name: str) -> Search:
    label, where = COUNTED[name]
    return Search(name, f"只看{label}", lambda v: where, widget="checkbox")


def _columns(page: str, *names: str) -> list[Col]:
    """The columns of a list: those named are shown, the others on demand."""
    every = [
        col(T.objectno, 170, type="code", fixed="left", link=page),
        col(T.step, 90, label="状态", type="state", words=ITEM.names, tones=ITEM.tones),
        col(T.planend, 110),
        col(T.objectname, 150),
        col(P.projectno, 120, type="code"),
        Col("projectname", "大修项目", P.name, 180),
        col(P.plant, 120),
        col(T.kind, 70, type="dict", words=KINDS),
        col(T.innerno, 110),
        col(T.ninspdate, 130, label="下次检验日期"),
        col(T.testsort, 140),
        col(T.packageno, 110),
        col(T.planbegin, 110),
        col(T.inspectornames, 140, label="检验人员"),
        col(T.begun, 100),
        col(T.finished, 100),
        col(T.result, 110),
        col(T.problem, 200),
        col(T.agreed, 110),
        Col("appno", "申报单", _appno, 140, "code", link="/businessPro/applyInfo?id={appmain_id}"),
        Col("appmain_id", "", T.appmain_id),
        col(P.unitname, 190, label="业主单位"),
        col(T.createtime, 140, label="纳入时间"),
    ]
    shown = ("objectno", "objectname", "step", "projectname", *names)
    return [replace(c, shown=c.name in shown) for c in every]


FILED_COLUMNS = ("plant", "innerno", "ninspdate", "testsort", "unitname", "createtime")
PLAN_COLUMNS = ("packageno", "planbegin", "planend", "inspectornames", "innerno", "appno")
ENTER_COLUMNS = ("planend", "begun", "finished", "result", "problem", "inspectornames", "agreed")


def items(no: str, title: str, url: str, page: str, names: tuple[str, ...], **more: Any) -> ListView:
    """A list of devices in projects."""
    own: dict[str, Any] = {
        "permission": p.TURN_QUERY,
        "export_permission": EXPORT,
        "source": select(T).join(P, P.id == T.project_id),
        "key": T.id,
        "visible": T.visible,
        "sort": "-createtime",
        "late": T.overdue(),
        "due": ["planend"],
        "columns": _columns(page, *names),
        "search": [
            like("text", "设备、位号", T.objectno, T.objectname, T.innerno, T.packageno, quick=True),
            like("project", "大修项目", P.projectno, P.name, P.plant, quick=True),
            same("projectno", "项目编号", P.projectno),
            same("step", "状态", T.step, widget="select", options=ITEM.names, quick=True),
            same("result", "检验结果", T.result, widget="select", dict="C776"),
            same("kind", "对象", T.kind, widget="select", options=KINDS),
            dates("planend", "计划完工日期", T.planend),
            dates("finished", "完工日期", T.finished, ),
            *(_flag(name) for name in COUNTED),
        ],
    }  # fmt: skip
    own["search"] = [one for one in own["search"] if one.name != more.get("without")]
    return add_list(ListView(no=no, title=title, url=url, **own | {k: v for k, v in more.items() if k != "without"}))


def _view(page: str) -> Action:
    return Action("view", "查看", p.TURN_QUERY, place="row", kind="route", needs="one", route=page)


# the forms of the owner's side, which lies above: sheets of what is finished, and what the owner disagrees with
SHEET = Action("makeSheet", "制签认单", p.TURN_SHEET, place="batch", kind="move", needs="many", form="owner_sheet_make")
DISSENT = Action(
    *("makeDissent", "提出不符合项", p.TURN_OWNER),
    place="more",
    kind="move",
    needs="one",
    form="owner_dissent_make",
    of_units=True,
)


DECLARING = Action("declarePackages", "申报", p.APPLY_SAVE, place="batch", kind="move", needs="many", form=DECLARE.no)


def _moves(*names: str) -> list[Action]:
    return [one for one in buttons(ITEM) if one.code.rpartition("_")[0] in names]


task_list = items(
    "turnaround_task_list",
    "大修检验任务",
    f"{API}/item/findTasks",
    ITEM_PAGE,
    ("kind", "packageno", "planbegin", "planend", "inspectornames", "finished", "result"),
    segments=[
        Segment("mine", "我的任务", lambda me: and_(T.inspectors.contains([me.id]), T.step.in_((PLANNED, BEGUN)))),
        Segment("late", "逾期", lambda me: T.overdue()),
    ],
    actions=[_view(ITEM_PAGE), PACKAGE_ACTS.edit, *buttons(ITEM)],
)


def _family(kind: str, word: str, noun: str, filed: str, url: str) -> None:
    """The three lists of one kind: what is filed, its plan, its progress."""
    is_kind = [T.kind == kind]
    name = "pipeline" if kind == LINE else "vessel"
    detail = f"{FILING}/{name}Detail?id={{id}}"
    plan, enter = f"{MISSION}/{name}PlanDetail?id={{id}}", f"{MISSION}/{name}EnterDetail?id={{id}}"
    call = f"{API}/{name}"
    pick = Action("pick", "从档案选入", p.TURN_SAVE, kind="route", route=f"{FILING}/{name}Pick")
    items(
        *(f"turnaround_{name}_list", filed, url, detail, FILED_COLUMNS),
        fixed=is_kind,
        without="kind",
        segments=[Segment("filed", "待排计划", lambda me: T.step == FILED)],
        actions=[pick, _view(detail), PACKAGE_ACTS.edit, PACKAGE_ACTS.delete],
    )
    items(
        *(f"turnaround_{name}_plan_list", f"{word}检验计划", f"{call}Plan/list", plan, PLAN_COLUMNS),
        fixed=is_kind,
        without="kind",
        segments=[
            Segment("filed", "待排计划", lambda me: T.step == FILED),
            Segment("planned", "待开工", lambda me: T.step == PLANNED),
            Segment("undeclared", "未申报", lambda me: and_(T.step.in_((PLANNED, BEGUN)), T.appmain_id == "")),
        ],
        actions=[_view(plan), PACKAGE_ACTS.edit, *_moves("plan", "replan"), DECLARING],
    )
    items(
        *(f"turnaround_{name}_enter_list", f"{word}检验录入", f"{call}Enter/list", enter, ENTER_COLUMNS),
        fixed=[*is_kind, T.step != FILED],
        without="kind",
        segments=[
            Segment("mine", "我的任务", lambda me: and_(T.inspectors.contains([me.id]), T.step != FINISHED)),
            Segment("begun", "检验中", lambda me: T.step == BEGUN),
            Segment("late", "逾期", lambda me: T.overdue()),
            Segment("unsigned", "完工待签认", lambda me: and_(T.step == FINISHED, T.agreed.is_(None))),
        ],
        actions=[_view(enter), *_moves("begin", "finish", "rework"), SHEET, DISSENT],
    )


_family("1", "容器", "容器", "容器设备建档", "/api/ibmseqdkwmequ/ibmsSumKwmEqdKwmequ/list")
_family("2", "管道", "管线", "管线", f"{API}/pipeline/list")

# -- what may be filed --------------------------------------------------------------------------------------------


def _free(held: Any) -> Any:
    """Of the units of projects that take devices, and in none that is not closed."""
    units = select(P.unitsysid).where(P.step.in_(WORKED))
    within = select(T.id).join(P, P.id == T.project_id).where(held, P.step != CLOSED)
    return and_(E.useorgsysid.in_(units), E.equstatus.in_(codes.RUNNING), ~exists(within.correlate(E, L)))


def _vessels(me: User) -> Any:
    free = _free(and_(T.equdatasysid == E.id, T.lineid == ""))
    return and_(E.visible(me), E.equclass == codes.VESSEL, free)


def _lines(me: User) -> Any:
    return and_(E.visible(me), L.linestatus.in_(codes.RUNNING), _free(T.lineid == L.id))


def _file(form: str) -> Action:
    return Action("file", "纳入项目", p.TURN_SAVE, place="batch", kind="move", needs="many", form=form)


vessel_pick = add_list(
    replace(
        CLASS_LISTS["2000"],
        no="turnaround_vessel_pick",
        title="从档案选入容器",
        permission=p.TURN_SAVE,
        export_permission=EXPORT,
        url=f"{API}/vesselPick/list",
        indexed=None,  # few units have a turnaround
        ordered=None,
        visible=_vessels,
        segments=[],
        actions=[_file(FILE_VESSELS.no)],
    )
)
line_pick = add_list(
    replace(
        line_list,
        no="turnaround_line_pick",
        title="从档案选入管线",
        permission=p.TURN_SAVE,
        export_permission=EXPORT,
        url=f"{API}/pipelinePick/list",
        visible=_lines,
        actions=[_file(FILE_LINES.no)],
    )
)
