"""知识库管理: the documents; and the clauses of one of them, as its page lists them."""

from typing import Any

from sqlalchemy import cast, func, literal, select
from sqlalchemy.dialects.postgresql import TSQUERY

from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput
from tejian.kit.lists.listview import Col, Search, Segment, col, dates, like, listing, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from . import grams
from . import permissions as p
from .forms import ACTS, API, CLAUSE_API, CLAUSE_FORM, CLAUSE_PAGE, PAGE, SEND
from .judging import in_force
from .models import AUDIENCES, DRAFT, PUBLIC, REPLACED, VOID, WAITING
from .models import KnowledgeClause as C
from .models import KnowledgeDoc as D
from .process import KNOWLEDGE

DOC_NO_WIDTH = 170
SEEK = Action("searchKnowledge", "查依据", p.READ)
VIEW = Action("view", "查看", p.READ, place="row", kind="route", needs="one", route=PAGE)
SEND_DOC = Action("send", "发送", p.READ, place="more", kind="move", needs="one", form=SEND.no, when={"step": PUBLIC})
SEND_CLAUSE = Action("send", "发送", p.READ, place="row", kind="move", needs="one", form=SEND.no)


def says(text: str) -> Any:
    """A clause says every piece of what is typed."""
    asked = grams.pieces(text)
    if not asked:
        raise BadInput("内容：请输入汉字、字母或数字")
    return C.grams.op("@@")(cast(literal(" & ".join(f"'{one}'" for one in dict.fromkeys(asked))), TSQUERY))


knowledge_list = own_listing(
    KNOWLEDGE,
    no="knowledge_list",
    title="知识库管理",
    permission=p.READ,
    export_permission=EXPORT,
    url=f"{API}/find",
    sort="docno",
    columns=[
        col(D.docno, DOC_NO_WIDTH, type="code", fixed="left", link=PAGE),
        col(D.title, 280),
        col(D.edition, 90),
        col(D.step, 90, label="状态", type="state", words=KNOWLEDGE.names, tones=KNOWLEDGE.tones),
        col(D.category, 110),
        col(D.equclass, 110),
        col(D.effective, 110),
        col(D.ended, 120),
        col(D.pieces, 80),
        col(D.pages, 70, shown=False),
        col(D.cutsays, 220, shown=False),
        col(D.audience, 100, type="dict", words=AUDIENCES, shown=False),
        col(D.issuer, 160),
        col(D.orgid, 180, shown=False),
        col(D.replaces_id, 150, shown=False),
        col(D.replacedby_id, 150, shown=False),
        col(D.writer_id, 80),
        col(D.publisher_id, 80),
        col(D.published, 140),
    ],
    search=[
        like("text", "编号、名称", D.docno, D.title, quick=True),
        same("category", "分类", D.category, widget="select", dict="C778", quick=True),
        same("equclass", "设备种类", D.equclass, widget="select", dict="C601", quick=True),
        same("step", "状态", D.step, widget="select", options=KNOWLEDGE.names),
        dates("effective", "实施日期", D.effective),
    ],
    segments=[
        Segment("valid", "现行", lambda me: in_force()),
        Segment("out", "停止使用", lambda me: D.step.in_((REPLACED, VOID)) & ~in_force()),
        Segment("open", "未发布", lambda me: D.step.in_((DRAFT, WAITING))),
    ],
    actions=[SEEK, ACTS.add, VIEW, ACTS.edit, *buttons(KNOWLEDGE), SEND_DOC, ACTS.delete],
)
clause_list = listing(
    C,
    no="knowledge_clause_list",
    title="条款",
    permission=p.READ,
    export_permission=EXPORT,
    url=f"{API}/findClauses",
    source=select(C).join(D, D.id == C.doc_id),
    sort="seq",
    page_size=50,
    columns=[
        col(C.seq, 60),
        col(C.clauseno, 100, type="code", link=CLAUSE_PAGE),
        Col("said", "内容", func.left(C.body, 200), 420, sortable=False),
        col(C.heading, 180),
        col(C.page, 60),
        Col("step", "", D.step),
    ],
    search=[
        Search("text", "内容", says, quick=True),
        same("clauseno", "条款", C.clauseno),
        same("doc_id", "文件", C.doc_id, widget="input"),
    ],
    actions=[
        Action("view", "查看", p.READ, place="row", kind="route", needs="one", route=CLAUSE_PAGE),
        Action(
            "edit", "更正", p.SAVE, place="row", kind="form", needs="one", form=CLAUSE_FORM.no, when={"step": (DRAFT,)}
        ),
        Action(
            *("delete", "删除", p.SAVE),
            place="more",
            kind="call",
            needs="one",
            url=f"{CLAUSE_API}/delete",
            confirm="不是条款的才删除，删除后检索不到，确定删除吗？",
            when={"step": (DRAFT,)},
        ),
    ],
)
