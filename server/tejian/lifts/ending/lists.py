"""The two lists of terminations: what waits for the audit, and all of them."""

from collections.abc import Sequence

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.lifts import permissions as p
from tejian.lifts.models.ending import (
    ANSWERING,
    ANSWERS,
    AUDITING,
    CAUSES,
    HANDING,
    LASTING,
    SIDES,
)
from tejian.lifts.models.ending import LiftTermination as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API
from .process import ENDING

LATE = C.step.in_((ANSWERING, AUDITING, HANDING)) & (C.lastday < func.current_date())


def _columns(page: str) -> list[Col]:
    return [
        col(C.termno, 130, type="code", fixed="left", link=page),
        col(C.step, 100, label="状态", type="state", words=ENDING.names, tones=ENDING.tones),
        col(C.equcode, 164, type="code"),
        col(C.useplace, 200),
        col(C.unitname, 180),
        col(C.maiorgname, 200),
        col(C.side, 80, type="dict", words=SIDES),
        col(C.cause, 110, type="dict", words=CAUSES),
        col(C.lastday, 120, type="deadline"),
        col(C.answer, 80, type="dict", words=ANSWERS),
        col(C.lastvisit, 120),
        col(C.ended, 100),
        col(C.areacode, 110, shown=False),
        col(C.applied, 140, shown=False),
        col(C.createtime, 140, shown=False),
    ]


def _list(name: str, title: str, steps: Sequence[str], page: str, permission: str) -> ListView:
    view = Action("view", "查看", p.ENDING_QUERY, place="row", kind="route", needs="one", route=page)
    whole = not steps
    return own_listing(
        ENDING,
        no=f"lift_termination_{name}_list",
        title=title,
        permission=permission,
        export_permission=EXPORT,
        source=select(C) if whole else select(C).where(C.step.in_(steps)),
        url=f"{API}/{name}/findList",
        late=LATE,
        due=["lastday"],
        columns=_columns(page),
        search=[
            like("text", "编号、地点、单位", C.termno, C.useplace, C.unitname, C.maiorgname, quick=True),
            same("step", "状态", C.step, widget="select", options=ENDING.names, quick=True),
            same("cause", "终止原因", C.cause, widget="select", options=CAUSES),
            like("equcode", "设备代码", C.equcode),
            dates("lastday", "最后一日", C.lastday),
        ],
        segments=[
            Segment("audit", "待审核", lambda me: C.step == AUDITING),
            Segment("sides", "待双方办理", lambda me: C.step.in_((ANSWERING, HANDING))),
            Segment("lasting", "待终止", lambda me: C.step == LASTING),
            Segment("late", "过了最后一日", lambda me: LATE),
        ]
        if whole
        else [],
        actions=[
            *([ACTS.add] if whole else []),
            view,
            *([ACTS.edit] if whole else []),
            *buttons(ENDING),
            *([ACTS.delete] if whole else []),
        ],
    )


PLACE = "/assistMng/termination"
ALL = _list("query", "维保终止查询", (), f"{PLACE}/terminationQueryDetails?id={{id}}", p.ENDING_QUERY)
AUDITS = _list("examine", "维保终止审核", (AUDITING,), f"{PLACE}/terminationExamineDetails?id={{id}}", p.ENDING_AUDIT)
