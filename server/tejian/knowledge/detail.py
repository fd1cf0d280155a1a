"""The page of a document with its clauses, and the page of a clause: what it says, where it stands, what is beside."""

from typing import Any

from sqlalchemy import select

from tejian.kit.lists.listview import Col
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Listed, Notice, Part, RecordView, Shown

from . import permissions as p
from .forms import ACTS, API, CLAUSE_FORM, CLAUSE_PAGE, FORM, OWNER, PAGE
from .judging import standing
from .lists import SEND_CLAUSE, SEND_DOC
from .models import AUDIENCES, CUTS, FAILED, PUBLIC, WAITING
from .models import KnowledgeClause as C
from .models import KnowledgeDoc as D
from .process import KNOWLEDGE

BESIDE = 2  # clauses before and after one
BEGINNING = 120  # characters of them


def _public(s: Shown) -> bool:
    return s.row.step in PUBLIC


def _notices(s: Shown) -> list[Notice]:
    out = list(stands(KNOWLEDGE)(s))
    words, tone = standing(s.row)
    if _public(s) and tone != "go":
        out.append(Notice(words, tone))  # type: ignore[arg-type]
    if s.row.cut == FAILED:
        out.append(Notice(f"不能切分：{s.row.cutsays}", "no"))
    return out


def _link(name: str) -> Any:
    return lambda s: PAGE.format(id=getattr(s.row, name)) if getattr(s.row, name) else ""


DOC_PAGE = RecordView(
    no="knowledge_doc",
    title="知识库文件",
    permission=p.READ,
    model=D,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"{s.row.docno} {s.row.title}",
    subtitle=lambda s: f"{s.text('category')}　{s.row.edition}　{AUDIENCES.get(s.row.audience, '')}",
    facts=[
        state(KNOWLEDGE),
        Fact(
            label="效力", text=lambda s: standing(s.row)[0], tone=lambda s: standing(s.row)[1], dot=True, when=_public
        ),
        Fact("pieces", note=lambda s: s.row.cutsays or CUTS[s.row.cut]),
        Fact("writer_id", note=lambda s: s.text("submitted")),
        Fact("publisher_id", note=lambda s: s.text("published")),
        Fact("replaces_id", link=_link("replaces_id"), when=lambda s: bool(s.row.replaces_id)),
        Fact("replacedby_id", link=_link("replacedby_id"), when=lambda s: bool(s.row.replacedby_id)),
    ],
    notices=_notices,
    parts=[Listed("clauses", "条款", "knowledge_clause_list", lambda s: {"doc_id": s.row.id}), course(KNOWLEDGE)],
    opens="clauses",
    actions=[ACTS.edit, *page_buttons(KNOWLEDGE), SEND_DOC],
    own=is_own(KNOWLEDGE),
    files=Files(OWNER, until=(WAITING, *PUBLIC), right=p.SAVE),
    history=True,
)


def _document(db: Any, me: Any, row: C) -> D:
    return db.scalars(select(D).where(D.id == row.doc_id, D.visible(me))).one()  # type: ignore[no-any-return]


def _beside(s: Shown) -> list[dict[str, Any]]:
    """The clauses before and after."""
    first, last = s.row.seq - BESIDE, s.row.seq + BESIDE
    near = (C.doc_id == s.row.doc_id, C.seq.between(first, last), C.id != s.row.id)
    rows = s.db.scalars(select(C).where(*near).order_by(C.seq))
    return [
        {"id": one.id, "clauseno": one.clauseno or "—", "said": one.body[:BEGINNING], "page": one.page or ""}
        | {"clausenoLink": CLAUSE_PAGE.format(id=one.id)}
        for one in rows
    ]


def _pages(s: Shown) -> str:
    if not s.row.page:
        return "正文不分页"
    return f"第{s.row.page}页" if s.row.page == s.row.pageto else f"第{s.row.page}～{s.row.pageto}页"


CLAUSE = RecordView(
    no="knowledge_clause",
    title="条款",
    permission=p.READ,
    model=C,
    url=f"{API}/clause/record",
    more=_document,
    form=CLAUSE_FORM,
    heading=lambda s: f"{s.more.docno} {s.row.clauseno or s.row.heading}".strip() or "条款",
    subtitle=lambda s: s.more.title,
    facts=[
        Fact(label="文件", text=lambda s: f"{s.more.docno} {s.more.edition}", link=lambda s: PAGE.format(id=s.more.id)),
        Fact(label="效力", text=lambda s: standing(s.more)[0], tone=lambda s: standing(s.more)[1], dot=True),
        Fact(label="页", text=_pages),
        Fact("heading", when=lambda s: bool(s.row.heading)),
    ],
    parts=[
        Part(
            "beside",
            "前后条款",
            [Col("clauseno", "条款", None, 110), Col("said", "内容", None), Col("page", "页", None, 60)],
            _beside,
            noun="条款",
            empty="没有前后条款",
        )
    ],
    actions=lambda s: [SEND_CLAUSE] if s.more.step in PUBLIC else [],
    prints={"ZSKYW": "原文"},
)
