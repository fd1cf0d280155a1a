"""Corrections: the own ones, those that wait for an audit, and all of them."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, select

from tejian.archives import permissions as p
from tejian.archives.models.correction import Correction as C
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .kinds import KINDS
from .process import AUDIT, BASE, CORRECTION, OPEN, STEP_NAMES

COLUMNS = [
    col(C.corrno, 130, type="code", fixed="left"),
    Col("entity", "类别", C.entity, 52, "dict", words={k: v.label for k, v in KINDS.items()}),
    col(C.title, 220),
    col(C.code, 146, type="code"),
    col(C.summary, 280),
    col(C.reason, 180, shown=False),
    col(C.step, 80, label="状态", type="state", words=STEP_NAMES, tones=CORRECTION.tones),
    col(C.applicant, 70),
    col(C.submitted, 130),
    col(C.auditor, 70),
    col(C.audited_at, 150, shown=False),
    col(C.opinion, 160, shown=False),
    col(C.createtime, 150, shown=False),
    Col("object_id", "", C.object_id),
]
SEARCH = [
    like("title", "更正对象", C.title, C.code, C.corrno, quick=True),
    same("step", "状态", C.step, widget="select", options=STEP_NAMES, quick=True),
    same("entity", "类别", C.entity, widget="select", options={k: v.label for k, v in KINDS.items()}, quick=True),
    like("summary", "更正内容", C.summary),
    like("applicant", "申请人", C.applicant),
    dates("submitted", "申请时间", C.submitted, moment=True),
]


def _linked(page: str) -> list[Col]:
    link = f"{BASE}/{page}?id={{id}}"
    return [Col(c.name, c.label, c.expr, c.width, link=link) if c.name == "title" else c for c in COLUMNS]


def own(me: User) -> Any:
    """The own ones, and what reports propose to who keeps the archives."""
    return and_(C.visible(me), C.with_(me))


def waiting(me: User) -> Any:
    """What somebody else has submitted."""
    return and_(C.visible(me), CORRECTION.mine(me, [AUDIT]))


apply_list = add_list(
    ListView(
        no="correct_apply_list",
        title="纠错申请",
        permission=p.CORRECT_APPLY,
        export_permission=EXPORT,
        source=select(C),
        key=C.id,
        visible=own,
        url="/api/correct/applyList",
        sort="-createtime",
        columns=_linked("detail"),
        search=SEARCH,
        actions=[
            Action("add", "新增", p.CORRECT_APPLY, kind="route", route=f"{BASE}/addDetail", shortcut="Alt+N"),
            Action(
                "view",
                "查看",
                p.CORRECT_APPLY,
                place="row",
                kind="route",
                needs="one",
                route=f"{BASE}/detail?id={{id}}",
            ),
            Action(
                "edit",
                "编辑",
                p.CORRECT_APPLY,
                place="row",
                kind="route",
                needs="one",
                route=f"{BASE}/addDetail?correction={{id}}",
                when={"step": OPEN},
            ),
            *buttons(CORRECTION),
        ],
    )
)
audit_list = add_list(
    replace(
        apply_list,
        no="correct_audit_list",
        title="纠错审核",
        permission=p.CORRECT_AUDIT,
        visible=waiting,
        url="/api/correct/auditList",
        sort="submitted",
        columns=_linked("auditDetail"),
        actions=[
            Action(
                "audit",
                "审核",
                p.CORRECT_AUDIT,
                place="row",
                kind="route",
                needs="one",
                route=f"{BASE}/auditDetail?id={{id}}",
            ),
        ],
    )
)
query_list = add_list(
    replace(
        apply_list,
        no="correct_query_list",
        title="纠错查询",
        permission=p.CORRECT_QUERY,
        visible=C.visible,
        url="/api/correct/queryList",
        columns=_linked("queryDetail"),
        actions=[
            Action(
                "view",
                "查看",
                p.CORRECT_QUERY,
                place="row",
                kind="route",
                needs="one",
                route=f"{BASE}/queryDetail?id={{id}}",
            ),
        ],
    )
)
