"""A basis as items, check items and fee lines state it ("TSG T7001-2023 附件A A1.3.2"), led to its clause."""

import re

from sqlalchemy import case, func, literal, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.ground.user import User

from . import grams
from .judging import in_force, standing
from .models import PUBLIC
from .models import KnowledgeClause as C
from .models import KnowledgeDoc as D

NUMBER = re.compile(
    r"[一二三四五六七八九十]{1,3}(?=、)|第[一二三四五六七八九十百零〇\d.]{1,8}条?|[A-Z]?\d+(?:\.\d+)+(?:[(（]\d+[)）])?"
)
MOST = 10  # clauses of one basis
KNOWN = 5_000  # numbers of documents


class Cited(TypedDict):
    """A clause that a basis names; without `id` the document is there, and no such clause in it."""

    id: str
    docId: str
    docno: str
    edition: str
    title: str
    clauseno: str
    page: int
    body: str
    standing: str
    tone: str


class CiteAnswer(TypedDict):
    """What a basis leads to; `says` is the sentence where it leads nowhere."""

    rows: list[Cited]
    says: str


def cite(db: Session, me: User, basis: str) -> CiteAnswer:
    """The clauses of published documents that a basis names."""
    key = grams.compared(basis)
    document = _document(db, me, key)
    if document is None:
        return {"rows": [], "says": "知识库中没有这份文件"}
    numbers = [grams.clause_key(one) for one in NUMBER.findall(_without(basis, document))]
    own = C.doc_id == document.id
    rows = db.scalars(select(C).where(own, C.clausekey.in_(numbers[:MOST])).order_by(C.seq).limit(MOST)).all()
    if rows:
        return {"rows": [_cited(document, one) for one in rows], "says": ""}
    says = f"{document.docno}中没有{'、'.join(numbers)}条" if numbers else f"{document.docno}没有写明条款"
    return {"rows": [_cited(document, None)], "says": says}


def numbers(db: Session, me: User) -> list[str]:
    """The numbers of the published documents as they are compared: where one stands in a basis, that leads there."""
    query = select(D.dockey).where(D.step.in_(PUBLIC), D.visible(me), D.dockey != "").distinct()
    return list(db.scalars(query.order_by(D.dockey).limit(KNOWN)))


def _document(db: Session, me: User, key: str) -> D | None:
    """The document whose number stands in a basis: the longest number first, then what is in force, then the newest."""
    named = func.strpos(literal(key), D.dockey) > 0
    order = (func.length(D.dockey).desc(), case((in_force(), 0), else_=1), D.effective.desc(), D.id)
    query = select(D).where(named, D.dockey != "", D.step.in_(PUBLIC), D.visible(me))
    return db.scalars(query.order_by(*order).limit(1)).first()


def _without(basis: str, document: D) -> str:
    """The basis without the number of its document, whose own digits are no clause."""
    loose = r"\W*".join(re.escape(one) for one in document.dockey)
    return re.sub(loose, " ", grams.plain(basis).upper(), count=1)


def _cited(doc: D, clause: C | None) -> Cited:
    words, tone = standing(doc)
    return {
        "id": clause.id if clause else "",
        "docId": doc.id,
        "docno": doc.docno,
        "edition": doc.edition,
        "title": doc.title,
        "clauseno": clause.clauseno if clause else "",
        "page": clause.page if clause else 0,
        "body": clause.body if clause else "",
        "standing": words,
        "tone": tone,
    }
