"""An edition of a mapping: 草稿 → 已发布 → 已替代 by the next one."""

from tejian.exchange import permissions as p
from tejian.exchange.models import EDITING, PUBLISHED, REPLACED
from tejian.exchange.models import ExchangeMapping as M
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody

from . import judging as g
from .forms import API, LIST, PAGE

MAPPING = add_process(
    Process(
        name="exchange_mapping",
        title="字段映射",
        model=M,
        api=API,
        one_by_one=True,
        start=EDITING,
        ends=[PUBLISHED, REPLACED],
        numbers=lambda s: (s.name, s.name),
        about=lambda m: (m.name, m.note),
        steps=[
            Step(EDITING, "草稿", anybody, tone="ca", waits="字段映射待发布", verb="发布", route=LIST, page=PAGE),
            Step(PUBLISHED, "已发布", nobody, tone="go"),
            Step(REPLACED, "已替代", nobody, tone="ok", follows=True),
        ],
        moves=[
            Move(
                *("publish", "发布", [EDITING], PUBLISHED, p.MAPPING_SAVE),
                guards=[g.some_fields],
                stamps=["published"],
                before=[g.follow_the_last],
            ),
        ],
    )
)
