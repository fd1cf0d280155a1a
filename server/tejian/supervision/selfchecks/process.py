"""A rule: 草稿 → 已发布 → 已停用. What changes is a new rule; an issued one is never rewritten."""

from typing import Any

from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.supervision import permissions as p
from tejian.supervision.models.selfchecks import DRAFT, ENDED, ISSUED
from tejian.supervision.models.selfchecks import SelfCheckRule as R

from . import judging as g
from .forms import API, LIST, PAGE

WAITS: dict[str, Any] = {"route": LIST, "page": PAGE}


def count_lifts(d: Doing) -> None:
    """记下发布时涉及的电梯数"""
    d.subject.lifts = g.touched(d.db, d.subject)


RULE = add_process(
    Process(
        name="self_check_rule",
        title="自行检测策略",
        model=R,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[ENDED],
        numbers=lambda s: (s.ruleno, s.ruleno),
        about=lambda m: (m.source, m.validfrom),
        steps=[
            Step(DRAFT, "草稿", g.of_bureau, tone="ca", waits="自行检测策略待发布", verb="发布", **WAITS),
            Step(ISSUED, "已发布", nobody, tone="go"),
            Step(ENDED, "已停用", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("issue", "发布", [DRAFT], ISSUED, p.SELF_ISSUE),
                guards=[g.by_another, g.not_past, g.some_lifts],
                stamps=["ruleno", "issuer_id", "issued"],
                effects=[count_lifts],
            ),
            Move(
                *("end", "停用", [ISSUED], ENDED, p.SELF_ISSUE),
                anyone=True,
                guards=[g.own_rule],
                needs_reason=True,
                stamps=["ended"],
            ),
        ],
    )
)
