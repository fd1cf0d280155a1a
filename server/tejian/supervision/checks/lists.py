"""The lists of checks: all, those of units that use, those of units that make, install, maintain or fill."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.checks import (
    AGAIN,
    BY_BUREAU,
    BY_TOWN,
    FILLING,
    MAINTENANCE,
    MENDING,
    ON,
    PLAN,
    PRODUCTION,
    SECOND,
    SIDES,
    SIGN,
    TARGETS,
    USE,
)
from tejian.supervision.models.checks import SupervisionCheck as C
from tejian.supervision.models.defects import OVER, Defect
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, DELETES, EDITS, MAKER_PAGE, PAGE, USE_PAGE
from .process import CHECKS

LATE = (C.step == PLAN) & (C.planday < func.current_date())


def _problems(title: str, name: str, *conditions: object) -> Col:
    query = select(func.count()).where(Defect.source_id == C.id, *conditions).correlate(C)  # type: ignore[arg-type]
    return Col(name, title, query.scalar_subquery(), 80, "number")


def _list(no: str, title: str, name: str, targets: Sequence[str], page: str) -> ListView:
    both = not targets
    view = Action("view", "查看", p.CHECK_QUERY, place="row", kind="route", needs="one", route=page)
    return own_listing(
        CHECKS,
        no=no,
        title=title,
        permission=p.CHECK_QUERY,
        export_permission=EXPORT,
        source=select(C).where(C.target.in_(targets)) if targets else select(C),
        url=f"{API}/{name}",
        late=LATE,
        due=["planday"],
        columns=[
            col(C.checkno, 130, type="code", fixed="left", link=page),
            col(C.step, 90, label="状态", type="state", words=CHECKS.names, tones=CHECKS.tones),
            col(C.unitname, 220, link=page),
            col(C.target, 90, type="dict", words=TARGETS),
            col(C.checktype, 130),
            col(C.planday, 110),
            col(C.officer_id, 80),
            col(C.second_id, 100),
            _problems("问题", "problems"),
            _problems("未关闭", "open", Defect.step.not_in(OVER)),
            col(C.begun, 140),
            col(C.orderno, 130, type="code"),
            col(C.rechecked, 100),
            col(C.closed, 100),
            col(C.org_id, 180, shown=False),
            col(C.areacode, 110, shown=False),
            col(C.createtime, 140, shown=False),
            col(C.town, 100, type="dict", words=SIDES),
        ],
        search=[
            like("text", "编号、单位", C.checkno, C.unitname, C.purpose, quick=True),
            same("step", "状态", C.step, widget="select", options=CHECKS.names, quick=True),
            same("checktype", "检查类型", C.checktype, widget="select", dict="C668", quick=True),
            dates("planday", "计划日期", C.planday),
        ],
        segments=[
            Segment("planned", "待检查", lambda me: C.step.in_((PLAN, ON, SIGN, SECOND))),
            Segment("mending", "整改与复查", lambda me: C.step.in_((MENDING, AGAIN))),
            Segment("late", "逾期未检查", lambda me: LATE),
            *([Segment("town", "乡镇检查", lambda me: C.town == BY_TOWN)] if both else []),
        ],
        actions=[
            ACTS[BY_BUREAU].add,
            *([replace(ACTS[BY_TOWN].add, code="addTown", shortcut="")] if both else []),
            view,
            *EDITS,
            *buttons(CHECKS),
            *DELETES,
        ],
    )


check_lists = [
    _list("security_check_list", "安全检查", "findList", (), PAGE),
    _list("use_check_list", "使用单位检查计划", "findUsers", (USE,), USE_PAGE),
    _list("maker_check_list", "生产单位检查计划", "findMakers", (PRODUCTION, MAINTENANCE, FILLING), MAKER_PAGE),
]
