"""A draw: 草稿 → 已公布 → 已抽取 → 已下达. What was published stays; another draw has its own number."""

from typing import Any

from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody
from tejian.supervision import permissions as p
from tejian.supervision.models.draws import DRAFT, DRAWN, PLANNED, PUBLISHED, VOID
from tejian.supervision.models.draws import Draw as C

from . import drawing as g
from . import forms
from .forms import API, PAGE

WAITS: dict[str, Any] = {"tone": "ca", "route": "/safeMng/superviseTask", "page": PAGE}
DRAW = add_process(
    Process(
        name="supervision_draw",
        title="双随机抽查",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[PLANNED, VOID],
        numbers=lambda s: (s.drawno, s.drawno),
        about=lambda m: (m.title, m.publicsource),
        steps=[
            Step(DRAFT, "草稿", g.own, waits="双随机抽查待公布", verb="公布", **WAITS),
            Step(PUBLISHED, "已公布", g.own, waits="双随机抽查待抽取", verb="抽取", **WAITS),
            Step(DRAWN, "已抽取", g.own, waits="双随机抽查待下达", verb="下达", **(WAITS | {"tone": "go"})),
            Step(PLANNED, "已下达", nobody, tone="ok"),
            Step(VOID, "已作废", nobody, tone="no"),
        ],
        moves=[
            Move(
                *("publish", "公布", [DRAFT], PUBLISHED, p.DRAW_SAVE),
                guards=[g.public_ahead, g.frame_fits],
                stamps=["drawno", "publisher_id", "published"],
                effects=[g.freeze],
                signed=True,
            ),
            Move(
                *("draw", "抽取", [PUBLISHED], DRAWN, p.DRAW_SAVE),
                guards=[g.public_known, g.frame_unchanged, g.two_left],
                takes=["publicvalue"],
                stamps=["drawer_id", "drawn"],
                effects=[g.take_units],
                form=forms.DRAW,
                signed=True,
            ),
            Move(
                *("replace", "替换", [DRAWN], STAY, p.DRAW_SAVE),
                needs_reason=True,
                guards=[g.one_to_take],
                effects=[g.replace_one],
                form=forms.REPLACE,
                signed=True,
            ),
            Move(
                *("plan", "下达", [DRAWN], PLANNED, p.CHECK_PLAN),
                guards=[g.planday_ahead],
                takes=["planday"],
                effects=[g.plan_checks],
                form=forms.PLAN,
            ),
            Move(
                *("void", "作废", [PUBLISHED, DRAWN], VOID, p.DRAW_SAVE),
                needs_reason=True,
                takes=["reason"],
                signed=True,
            ),
        ],
    )
)
