"""A draw: 制定 → 抽取 → 完成; and each report of it: 待抽查 → 差错待答复 → 待确认 → 已关闭."""

from typing import Any

from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.messages.api import tell
from tejian.quality import permissions as p
from tejian.quality.models.spotchecks import ANSWERED, ASKED, CLOSED, DONE, DRAFT, DRAWN, OPEN
from tejian.quality.models.spotchecks import SpotCheck as C
from tejian.quality.models.spotchecks import SpotItem as I

from . import drawing, forms
from . import judging as g
from .forms import DRAW_LIST, DRAW_PAGE, DRAWS, ITEMS, LIST, PAGE

FOUND = ["errorclass", "errorplace", "errortext", "person_id"]


def tell_who_goes_on(d: Doing) -> None:
    """告知责任人或抽查人"""
    s = d.subject
    whom = {ASKED: s.person_id, ANSWERED: s.checker_id}.get(s.step)
    if whom and whom != d.me.id:
        title = f"{s.reportno} 报告差错：{ITEM.name_of(s.step)}"
        tell(d.db, [whom], "报告抽查", title, d.reason.text or s.errortext, PAGE.format(id=s.id))


def begin_items(d: Doing) -> None:
    """抽取报告"""
    for one in drawing.draw(d.db, d.subject):
        ITEM.put(d.db, one, OPEN)
        d.db.add(one)


SPOT = add_process(
    Process(
        name="spot_check",
        title="报告抽查",
        model=C,
        api=DRAWS,
        one_by_one=True,
        start=DRAFT,
        ends=[DONE],
        numbers=lambda s: (s.checkno, s.checkno),
        about=lambda m: (m.note, m.datefrom),
        steps=[
            Step(
                *(DRAFT, "制定中", g.of_institute),
                tone="ca",
                waits="报告抽查待抽取",
                verb="抽取",
                route=DRAW_LIST,
                page=DRAW_PAGE,
            ),
            Step(
                *(DRAWN, "抽查中", g.of_institute),
                tone="go",
                waits="报告抽查待完成",
                verb="完成",
                route=DRAW_LIST,
                page=DRAW_PAGE,
            ),
            Step(DONE, "已完成", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("draw", "抽取", [DRAFT], DRAWN, p.SPOT_DRAW),
                guards=[g.period_is_over, g.some_reports],
                stamps=["checkno", "drawer_id", "drawn"],
                effects=[begin_items],
            ),
            Move("finish", "完成", [DRAWN], DONE, p.SPOT_DRAW, guards=[g.all_closed], stamps=["finished"]),
        ],
    )
)
WAITS: dict[str, Any] = {"tone": "ca", "route": LIST, "page": PAGE}
OTHERS = "由没有在这份报告上签名的人抽查"
ITEM = add_process(
    Process(
        name="spot_item",
        title="抽查的报告",
        model=I,
        api=ITEMS,
        one_by_one=True,
        start=OPEN,
        ends=[CLOSED],
        always=[tell_who_goes_on],
        numbers=lambda s: (s.reportno, s.seisn),
        about=lambda m: (m.unitname, m.errortext),
        steps=[
            Step(OPEN, "待抽查", g.others, waits="报告待抽查", verb="抽查", refusal=OTHERS, **WAITS),
            Step(ASKED, "差错待答复", named_in(I.person_id), named=True, waits="报告差错待答复", verb="答复", **WAITS),
            Step(ANSWERED, "待确认", g.others, waits="差错答复待确认", verb="确认", refusal=OTHERS, **WAITS),
            Step(CLOSED, "已关闭", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("sound", "没有差错", [OPEN], CLOSED, p.SPOT_CHECK),
                stamps=["checker_id", "checked", "closer_id", "closed"],
            ),
            Move(
                *("mark", "登记差错", [OPEN], ASKED, p.SPOT_CHECK),
                guards=[g.a_signer_answers],
                takes=FOUND,
                stamps=["checker_id", "checked"],
                form=forms.FOUND,
            ),
            Move(
                *("answer", "答复", [ASKED], ANSWERED, p.SPOT_ANSWER),
                takes=["answer", "measure"],
                stamps=["answered"],
                form=forms.ANSWER,
            ),
            Move("agree", "确认关闭", [ANSWERED], CLOSED, p.SPOT_CHECK, stamps=["closer_id", "closed"]),
            Move("back", "退回答复", [ANSWERED], ASKED, p.SPOT_CHECK, needs_reason=True),
            Move(
                *("dismiss", "差错不成立", [ANSWERED], CLOSED, p.SPOT_CHECK),
                needs_reason=True,
                forgets=["errorclass"],
                stamps=["closer_id", "closed"],
            ),
        ],
    )
)
