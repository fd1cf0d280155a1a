"""The page of a project with its figures, and that of a device in it with its package and its progress."""

from decimal import Decimal
from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.turnaround import BEGUN, CLOSED, FINISHED
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.inspection.models.turnaround import TurnaroundWork as W
from tejian.kit.forms.columns import Col
from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Listed, Panel, Part, RecordView, Shown, children, due, of

from .declaring import declarations_of
from .figures import amounts, curve, figures
from .forms import API, KINDS, PACKAGE_ACTS, PACKAGE_FORM, PROJECT_ACTS, PROJECT_FORM, PROJECT_PAGE, WORK_FORM
from .process import ITEM, PROJECT


def _figure(name: str, label: str) -> Col:
    return Col(name, label, None, 90, "number")


PROJECT_VIEW = RecordView(
    no="turnaround_project",
    title="大修项目",
    permission=p.TURN_QUERY,
    model=P,
    url=f"{API}/project/record",
    form=PROJECT_FORM,
    heading=lambda s: f"大修项目 {s.row.projectno}",
    subtitle=lambda s: f"{s.row.unitname}　{s.row.name}",
    facts=[
        state(PROJECT),
        Fact("plant"),
        Fact(label="检修期间", text=lambda s: f"{s.row.begins} 至 {s.row.ends}"),
        Fact("dept_id"),
        Fact("completed", when=lambda s: bool(s.row.completed)),
        Fact("closer_id", note=lambda s: s.text("closed"), when=lambda s: s.row.step == CLOSED),
    ],
    notices=stands(PROJECT),
    parts=[
        Part(
            "figures",
            "进度",
            [
                Col("kind", "对象", None, 120, "dict", words=KINDS),
                *(
                    _figure(*one)
                    for one in (
                        ("filed", "已纳入"),
                        ("planned", "已计划"),
                        ("finished", "已完工"),
                        ("qualified", "合格"),
                        ("late", "逾期"),
                    )
                ),
            ],
            lambda s: figures(s.db, s.row.id, s.row.projectno),
        ),
        Part(
            "amounts",
            "检测工作量",
            [of(W.method, 160), of(W.planned, 130), of(W.done, 130), of(W.unqualified, 130), of(W.unit)],
            lambda s: amounts(s.db, s.row.id),
            empty="工作包还没有填写工作量",
            tab="figures",
        ),
        Panel("curve", "进度曲线", "turnaroundCurve", lambda s: curve(s.db, s.row), tab="figures"),
        Listed("devices", "设备", "turnaround_task_list", lambda s: {"projectno": s.row.projectno}),
        Listed("sheets", "业主签认单", "owner_sheet_list", lambda s: {"projectno": s.row.projectno}),
        Listed("dissents", "业主不符合项", "owner_dissent_list", lambda s: {"projectno": s.row.projectno}),
        course(PROJECT),
    ],
    actions=[PROJECT_ACTS.edit, *page_buttons(PROJECT)],
    own=is_own(PROJECT),
    files=Files("turnaround", until=(CLOSED,), right=p.TURN_SAVE),
    history=True,
    opens="figures",
)


ENTER = Action("enterWork", "填写完成量", p.TURN_ENTER, place="row", kind="form", needs="one", form=WORK_FORM.no)


def _entering(s: Shown) -> list[Action]:
    """Who inspects the device fills in what is done, while it is inspected."""
    return [ENTER] if s.row.step == BEGUN and s.me.id in s.row.inspectors else []


def _works(s: Shown) -> list[dict[str, Any]]:
    more = {"doneTone": "ca"}  # more than was planned
    rows = children(W.item_id)(s)
    return [one | (more if one["done"] and Decimal(one["done"]) > Decimal(one["planned"]) else {}) for one in rows]


def _project(s: Shown) -> P:
    found = s.db.get(P, s.row.project_id)
    assert found is not None  # a device keeps the project that it is filed under
    return found


def _declaration(s: Shown) -> AppMain | None:
    """The declaration that the package became, if it stands."""
    return declarations_of(s.db, [s.row]).get(s.row.id)


def _reports(s: Shown) -> str:
    """The numbers of the reports of the device on that declaration."""
    query = select(AppBuss.reportno).where(AppBuss.appmain_id == s.row.appmain_id, AppBuss.reportno != "")
    mine = query.where(AppBuss.equdatasysid == s.row.equdatasysid).order_by(AppBuss.reportno)
    return "、".join(s.db.scalars(mine))


def _word(s: Shown) -> str:
    return KINDS.get(s.row.kind, "")


ITEM_VIEW = RecordView(
    no="turnaround_item",
    title="大修设备",
    permission=p.TURN_QUERY,
    model=T,
    url=f"{API}/item/record",
    form=PACKAGE_FORM,
    heading=lambda s: f"{_word(s)} {s.row.objectno}",
    subtitle=lambda s: s.row.objectname,
    facts=[
        state(ITEM),
        Fact(
            label="大修项目",
            text=lambda s: _project(s).name,
            link=lambda s: PROJECT_PAGE.format(id=s.row.project_id),
        ),
        Fact("testsort"),
        Fact(
            label="申报单",
            text=lambda s: ((main := _declaration(s)) and main.appno) or "",
            link=lambda s: f"/businessPro/applyInfo?id={s.row.appmain_id}",
            note=lambda s: _reports(s),
            when=lambda s: _declaration(s) is not None,
        ),
        Fact("planbegin"),
        due("planend", [one.code for one in ITEM.steps if one.code != FINISHED]),
        Fact(label="检验人员", text=lambda s: s.row.inspectornames),
        Fact("begun", when=lambda s: bool(s.row.begun)),
        Fact("finished", note=lambda s: s.text("finisher_id"), when=lambda s: s.row.step == FINISHED),
        Fact("result", note=lambda s: s.row.problem, when=lambda s: s.row.step == FINISHED),
        Fact("agreed", when=lambda s: bool(s.row.agreed)),
    ],
    notices=stands(ITEM),
    parts=[
        Part(
            "works",
            "检测工作量",
            [
                of(W.method, 140),
                of(W.planned, 100),
                of(W.unit, 70),
                of(W.done, 110),
                of(W.unqualified, 110),
                of(W.why),
            ],
            _works,
            noun="工作量",
            actions=_entering,
        ),
        Listed("sheets", "签认单", "owner_sheet_list", lambda s: {"item_id": s.row.id}),
        Listed("dissents", "不符合项", "owner_dissent_list", lambda s: {"item_id": s.row.id}),
        course(ITEM),
    ],
    actions=[PACKAGE_ACTS.edit, *page_buttons(ITEM)],
    own=is_own(ITEM),
    files=Files("turnaroundItem", until=(FINISHED,), right=p.TURN_ENTER),
    history=True,
    opens="works",
)
