"""A document of the knowledge base as tests begin with it, at each step."""

import io
import zipfile
from datetime import timedelta
from typing import Any
from xml.sax.saxutils import escape

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.kit.database import jobs
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.kit.papers import pdf
from tejian.knowledge.models import KnowledgeClause, KnowledgeDoc
from tests.inspection.conftest import Office

API = "/api/knowledge"
PDF = "application/pdf"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
TITLE = "电梯检验要点"
SAID = {"docno": "NBTJ-ZS-01", "edition": "2026", "title": TITLE, "category": "02", "audience": "1"}
VOIDED = {"ended": str(clock.today()), "reason": "内容并入新的作业指导书"}
CHAPTERS = [
    ("1 机房", [("1.1", "机房通道畅通，设有永久性照明。"), ("1.2", "主开关不得切断轿厢照明和报警装置的供电。")]),
    ("2 轿厢", [("2.1", "应急照明在停电后持续不少于1小时。"), ("2.2", "超载装置在110%额定载重量前动作。")]),
]


def text(chapters: Any = None, docno: str = SAID["docno"], note: str = "") -> bytes:
    """A PDF with these chapters."""
    said = {"title": TITLE, "docno": docno, "edition": "2026", "note": note}
    every = [
        {"title": title, "clauses": [{"no": no, "text": words} for no, words in clauses]}
        for title, clauses in (chapters or CHAPTERS)
    ]
    return pdf.render("knowledge_text", said | {"chapters": every})


def word(*paragraphs: str, head: str = "", breaks: bool = False) -> bytes:
    """A Word file with these paragraphs, each on a page of its own with `breaks`."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    page = '<w:r><w:br w:type="page"/></w:r>' if breaks else ""
    lines = page.join(f"<w:p><w:r><w:t>{escape(one)}</w:t></w:r></w:p>" for one in paragraphs)
    if breaks:
        lines = "".join(f"<w:p><w:r><w:t>{escape(one)}</w:t></w:r>{page}</w:p>" for one in paragraphs)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(
            "word/document.xml", f'{head}<w:document xmlns:w="{space}"><w:body>{lines}</w:body></w:document>'
        )
    return out.getvalue()


def of(office: Office, key: str) -> KnowledgeDoc:
    return office.db.scalars(select(KnowledgeDoc).where(KnowledgeDoc.id == key)).one()


def clauses(office: Office, row: KnowledgeDoc) -> list[KnowledgeClause]:
    C = KnowledgeClause
    return list(office.db.scalars(select(C).where(C.doc_id == row.id).order_by(C.seq)))


def drafted(office: Office, **more: Any) -> KnowledgeDoc:
    """Entered by an inspector, in force since a month ago."""
    form = SAID | {"effective": str(clock.today() - timedelta(days=30))} | more
    return of(office, office.good("jianyan1", f"{API}/save", **form)["id"])


def attached(office: Office, row: KnowledgeDoc, body: bytes, mime: str = PDF) -> KnowledgeDoc:
    one = Attachment(owner="knowledge", attrefsysid=row.id, name="正文", mime=mime, size=len(body))
    one.key = blobs.keep_bytes(body)
    office.db.add(one)
    office.db.commit()
    return row


def with_file(office: Office, body: bytes | None = None, mime: str = PDF, **more: Any) -> KnowledgeDoc:
    """With its text."""
    return attached(office, drafted(office, **more), text() if body is None else body, mime)


def worked_off(office: Office, row: KnowledgeDoc) -> KnowledgeDoc:
    """The ordered cutting is carried out."""
    for name, arguments in jobs.waiting(office.db):
        if name == "knowledge.cut" and arguments["doc_id"] == row.id:
            jobs.run(name, arguments)
    office.db.expire_all()
    return of(office, row.id)


def cut(office: Office, body: bytes | None = None, mime: str = PDF, **more: Any) -> KnowledgeDoc:
    """Cut into clauses."""
    row = with_file(office, body, mime, **more)
    office.good("jianyan1", f"{API}/cut", id=row.id)
    return worked_off(office, row)


def waiting(office: Office, body: bytes | None = None, mime: str = PDF, **more: Any) -> KnowledgeDoc:
    """Handed in."""
    row = cut(office, body, mime, **more)
    office.good("jianyan1", f"{API}/submit", id=row.id)
    return of(office, row.id)


def issued(office: Office, body: bytes | None = None, mime: str = PDF, **more: Any) -> KnowledgeDoc:
    """Published by somebody else."""
    row = waiting(office, body, mime, **more)
    office.good("zhiliang", f"{API}/publish", id=row.id)
    return of(office, row.id)


def voided(office: Office) -> KnowledgeDoc:
    """Out of use."""
    row = issued(office)
    office.good("zhiliang", f"{API}/void", id=row.id, **VOIDED)
    return of(office, row.id)


def replaced(office: Office) -> KnowledgeDoc:
    """Another edition stands in its place."""
    row = issued(office)
    later = str(clock.today() + timedelta(days=10))
    issued(office, edition="2027", replaces_id=row.id, effective=later)
    return of(office, row.id)


def papers_replaced(office: Office, row: KnowledgeDoc, body: bytes) -> KnowledgeDoc:
    """Another text stands in the place of the one that there was."""
    own = select(Attachment).where(Attachment.owner == "knowledge", Attachment.attrefsysid == row.id)
    for one in office.db.scalars(own):
        one.deleted = True
    return attached(office, row, body)
