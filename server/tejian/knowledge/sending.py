"""A document or one of its clauses sent to a person as a message, and the pages of the original."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.files.blobs import read_checked
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.messages.api import tell
from tejian.system.accounts.api import account

from .forms import CLAUSE_PAGE, PAGE
from .judging import PDF, papers, standing
from .models import PUBLIC, KnowledgeClause, KnowledgeDoc
from .pdftext import pages_of
from .permissions import READ

EXCERPT = 1_000  # characters of a clause in a message
MOST = 20  # clauses whose pages are put together at once


def send(db: Session, me: User, sent: Input) -> None:
    """Send the picked document or clause. Refused to whom it is not open."""
    doc, clause = _picked(db, me, sent)
    if doc.step not in PUBLIC:
        raise Refused("文件还没有发布，不能发送")
    receiver = account(db, sent.values["user_id"])
    if receiver is None:
        raise BadInput("接收人：账号已停用", field="user_id")
    if not _may_read(db, receiver, doc):
        raise BadInput(f"接收人：{receiver.name}没有查阅这份文件的权限", field="user_id")
    place = f"{doc.docno} {clause.clauseno}".strip() if clause else f"{doc.docno} {doc.title}"
    lines = [f"{me.name}发来：{doc.title}（{doc.edition}，{standing(doc)[0]}）"]
    if clause:
        lines += [f"{clause.clauseno} {clause.body[:EXCERPT]}{'……' if len(clause.body) > EXCERPT else ''}".strip()]
    if sent.values.get("remark"):
        lines += [f"留言：{sent.values['remark']}"]
    route = CLAUSE_PAGE.format(id=clause.id) if clause else PAGE.format(id=doc.id)
    tell(db, [receiver.id], "知识库", f"请阅：{place}", "\n".join(lines), route)


def _picked(db: Session, me: User, sent: Input) -> tuple[KnowledgeDoc, KnowledgeClause | None]:
    """What is sent: the key is that of a document or of a clause."""
    keys = sent.ids
    if len(keys) != 1:
        raise Refused("请选择一份文件或一个条款" if not keys else "一次只能发送一份文件或一个条款")
    D, C = KnowledgeDoc, KnowledgeClause
    doc = db.scalars(select(D).where(D.id == keys[0], D.visible(me))).first()
    if doc is not None:
        return doc, None
    clause = visible_or_refuse(db, me, C, keys[0])
    return visible_or_refuse(db, me, D, clause.doc_id), clause


def _may_read(db: Session, receiver: User, doc: KnowledgeDoc) -> bool:
    D = KnowledgeDoc
    seen = select(D.id).where(D.id == doc.id, D.visible(receiver))
    return receiver.may(READ) and db.scalar(seen) is not None


def originals(db: Session, me: User, ids: Sequence[str]) -> File:
    """The pages on which clauses stand, as they were uploaded. Raises Refused."""
    require(me, READ)
    clauses = many_visible_or_refuse(db, me, KnowledgeClause, list(ids)[:MOST])
    docs = {one.id: one for one in many_visible_or_refuse(db, me, KnowledgeDoc, [c.doc_id for c in clauses])}
    parts = []
    for one in clauses:
        doc = docs[one.doc_id]
        file = next((paper for paper in papers(db, doc.id) if paper.key == doc.digest), None)
        if file is None:
            raise NoPermission
        if file.mime != PDF:
            raise Refused("Word文件不分页显示，请在文件的附件中打开")
        parts.append(pages_of(read_checked(file.key), one.page, one.pageto))
    first = docs[clauses[0].doc_id]
    return File(pdf.joined(parts), PDF, f"{first.docno}.pdf", inline=True)
