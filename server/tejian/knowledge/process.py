"""A document of the knowledge base: 草稿 → 待发布 → 现行 → 被代替 or 废止; published by another than its writer."""

from typing import Any

from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody

from . import judging as g
from . import permissions as p
from .forms import API, LIST, PAGE, VOIDING
from .models import DRAFT, ISSUED, REPLACED, VOID, WAITING
from .models import KnowledgeDoc as D


def take_the_place(d: Doing) -> None:
    """所代替的文件到实施日期停止使用"""
    old = g.replaced(d.db, d.subject) if d.subject.replaces_id else None
    if old is not None:
        old.ended = min(old.ended or d.subject.effective, d.subject.effective)
        old.replacedby_id = d.subject.id
        KNOWLEDGE.put(d.db, old, REPLACED)
        said = f"由{d.subject.docno} {d.subject.edition}代替"
        KNOWLEDGE.log(Doing(d.db, d.me, old), "replaced", said, ISSUED, REPLACED)


WAITS: dict[str, Any] = {"tone": "ca", "page": PAGE, "route": LIST}
KNOWLEDGE = add_process(
    Process(
        name="knowledge_doc",
        title="知识库文件",
        model=D,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[REPLACED, VOID],
        always=[g.told],
        numbers=lambda s: (s.docno, s.edition),
        about=lambda m: (m.title, m.docno),
        steps=[
            Step(DRAFT, "草稿", g.of_institute, waits="知识库文件待提交", verb="提交", **WAITS),
            Step(
                *(WAITING, "待发布", g.publisher),
                waits="知识库文件待发布",
                verb="发布",
                refusal="知识库文件由编写人、提交人以外的人发布",
                **WAITS,
            ),
            Step(ISSUED, "已发布", nobody, tone="go"),
            Step(REPLACED, "被代替", nobody, tone="no", follows=True),
            Step(VOID, "废止", nobody, tone="no"),
        ],
        moves=[
            Move(
                *("submit", "提交", [DRAFT], WAITING, p.SAVE),
                guards=[g.one_file, g.cut_as_it_is],
                stamps=["writer_id", "submitted"],
            ),
            Move(
                *("cut", "切分条款", [DRAFT], STAY, p.SAVE),
                guards=[g.not_being_cut, g.one_file, g.readable],
                effects=[g.order_cutting],
                done="已开始切分，完成后收到消息",
            ),
            Move(
                *("publish", "发布", [WAITING], ISSUED, p.PUBLISH),
                before=[g.one_at_a_time],
                guards=[g.cut_as_it_is, g.replaced_is_in_use],
                stamps=["publisher_id", "published"],
                effects=[take_the_place],
            ),
            Move("back", "退回", [WAITING], DRAFT, p.PUBLISH, needs_reason=True),
            Move(
                *("void", "废止", [ISSUED], VOID, p.PUBLISH),
                anyone=True,
                guards=[g.of_own_institute, g.ends_ahead],
                takes=["ended"],
                needs_reason=True,
                form=VOIDING,
            ),
        ],
    )
)
