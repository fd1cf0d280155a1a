"""The versions of a model: 编制中 → 使用中 → 已停用, one of a number in use."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, named_in, nobody
from tejian.system import permissions as p
from tejian.system.models.querymodels import DRAFT, ENDED, USED, QueryCondition
from tejian.system.models.querymodels import QueryModel as Q

from . import judging as g
from .forms import API, COLUMNS, CONDITION, LIST, PAGE
from .viewing import conditions_of

COPIED = ("modelno", "name", "source", "columns", "sort", "roles", "remark", "owner_id")


def end_former(d: Doing) -> None:
    """原来使用的版本停用"""
    used = select(Q).where(Q.modelno == d.subject.modelno, Q.step == USED, Q.id != d.subject.id)
    if old := d.db.scalars(used).one_or_none():
        old.ended = clock.now()
        MODEL.put(d.db, old, ENDED)
        d.db.flush()


def copy_as_draft(d: Doing) -> None:
    """复制为编制中的新版本"""
    number = g.next_edition(d.db, d.subject.modelno)
    new = Q(**{name: getattr(d.subject, name) for name in COPIED}, edition=number)
    MODEL.put(d.db, new, DRAFT)
    d.db.add(new)
    d.db.flush()
    for one in conditions_of(d.db, d.subject.id):
        d.db.add(QueryCondition(model_id=new.id, prop=one.prop, op=one.op, value=one.value))
        d.db.flush()  # keys grow in their order


def add_condition(d: Doing) -> None:
    """添加条件"""
    d.db.add(g.typed(d))


WAITS: dict[str, Any] = {"tone": "ca", "page": PAGE, "route": LIST}
MODEL = add_process(
    Process(
        name="query_model",
        title="查询模型",
        model=Q,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[ENDED],
        numbers=lambda s: (s.modelno, s.modelno),
        about=lambda m: (m.name, m.modelno),
        steps=[
            Step(DRAFT, "编制中", named_in(Q.owner_id), waits="查询模型待发布", verb="发布", **WAITS),
            Step(USED, "使用中", nobody, tone="ok"),
            Step(ENDED, "已停用", nobody),
        ],
        moves=[
            Move(
                *("publish", "发布", [DRAFT], USED, p.MODEL_SAVE),
                guards=[g.runs],
                before=[end_former],
                stamps=["published"],
            ),
            Move(
                *("choose", "选列", [DRAFT], STAY, p.MODEL_SAVE),
                form=COLUMNS,
                guards=[g.columns_known],
                takes=["columns", "sort"],
                buttons=[Button("row")],
            ),
            Move(
                *("ask", "加条件", [DRAFT], STAY, p.MODEL_SAVE),
                form=CONDITION,
                guards=[g.condition_readable],
                effects=[add_condition],
                buttons=[Button("more")],
            ),
            Move(
                *("revise", "修订", [USED], STAY, p.MODEL_SAVE),
                anyone=True,
                guards=[g.own_model, g.no_draft],
                effects=[copy_as_draft],
            ),
            Move(
                *("retire", "停用", [USED], ENDED, p.MODEL_SAVE),
                anyone=True,
                needs_reason=True,
                guards=[g.own_model],
                stamps=["ended"],
            ),
        ],
    )
)
