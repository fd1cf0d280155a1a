"""The job that cuts the file of a document into clauses: all of them are stored, or none and why."""

import logging
from typing import Any

from sqlalchemy import bindparam, cast, delete, insert, select
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import new_id
from tejian.kit.files.blobs import read_checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.messages.api import tell

from . import grams, pdftext, wordtext
from . import pieces as p
from .forms import PAGE
from .judging import CUT_JOB, PDF, Limits, papers
from .models import CUT, CUTTING, DRAFT, FAILED
from .models import KnowledgeClause as C
from .models import KnowledgeDoc as D

log = logging.getLogger(__name__)
LEAST = 20  # characters of a page, below which it is taken for a picture
NAMED = 5  # pages without text that are named


@jobs.job(CUT_JOB, retry=0, queue="imports")
def run(db: Session, doc_id: str, digest: str) -> None:
    """Cut the file that was there when it was ordered; nothing where that is no longer so."""
    row = db.scalars(select(D).where(D.id == doc_id).with_for_update()).first()
    if row is None or (row.step, row.cut, row.digest) != (DRAFT, CUTTING, digest):
        return
    db.execute(delete(C).where(C.doc_id == row.id))
    row.pages = row.pieces = 0
    try:
        with db.begin_nested():
            row.cutsays = _cut(db, row)
        row.cut = CUT
    except Refused as refusal:
        row.cut, row.cutsays = FAILED, refusal.message[:200]
    except Exception:
        log.exception("cutting of %s", doc_id)
        row.cut, row.cutsays = FAILED, "切分时发生异常，请换一份正文或联系管理员"
    tell(db, [row.writer_id], "知识库", f"{row.docno} {row.title}：{row.cutsays}"[:200], route=PAGE.format(id=row.id))


def _cut(db: Session, row: D) -> str:
    """Store the clauses; gives what is result of them. Raises Refused before anything is stored."""
    files = [one for one in papers(db, row.id) if one.key == row.digest]
    if not files:
        raise Refused("正文已删除，请重新上传后切分")
    limits, content = Limits(db), read_checked(row.digest)
    if files[0].mime == PDF:
        pages, knows = pdftext.text_of(content, limits.pages, limits.characters, limits.seconds), True
    else:
        pages, knows = wordtext.text_of(content, limits.pages, limits.characters)
    empty = [n for n, page in enumerate(pages, 1) if sum(len(line.strip()) for line in page) < LEAST]
    if len(empty) == len(pages) and files[0].mime == PDF:
        raise Refused(pdftext.SCANNED)
    cut = p.cut(pages, limits.piece, 1 if knows else 0)
    if not cut:
        raise Refused("文件没有文字，请重新上传")
    store(db, row, cut)
    row.pages, row.pieces = len(pages) if knows else 0, len(cut)
    numbered = len({one.clauseno for one in cut if one.clauseno})
    result = f"切分为{len(cut)}段，其中有编号的条款{numbered}条"
    if not numbered:
        result = f"没有认出条款编号，按篇幅切分为{len(cut)}段"
    if files[0].mime == PDF and empty:
        named = "、".join(str(n) for n in empty[:NAMED])
        result += f"；第{named}页{'等' if len(empty) > NAMED else ''}没有文字，检索不到"
    return result


def store(db: Session, row: D, cut: list[p.Piece]) -> None:
    """Store pieces as the clauses of a document."""
    rows: list[dict[str, Any]] = []
    keys = sorted(new_id() for _ in cut)
    common = {"doc_id": row.id, "version": 1, "createby": row.writer_id, "updateby": ""}
    common |= {"createtime": clock.now(), "updatetime": clock.now()}
    for seq, (key, one) in enumerate(zip(keys, cut, strict=True), 1):
        body = p.joined(text for _page, text in one.lines)
        number = one.clauseno[:40]
        place = {"id": key, "seq": seq, "clauseno": number, "clausekey": grams.clause_key(number)}
        place |= {"heading": one.heading[:200], "page": one.page, "pageto": one.pageto, "body": body}
        rows.append({**common, **place, "said": grams.vector_of(body, one.heading, row.title)})
    db.execute(insert(C).values(grams=cast(bindparam("said"), TSVECTOR)), rows)
