"""What sub-reports rest on: their item, their file, who may sign them, and the pages that are bound behind a report."""

import io
from dataclasses import dataclass
from datetime import date
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.signatures import SUB_AUDITED, SUB_WRITTEN
from tejian.inspection.models.subreports import AUDIT, DONE, WRITE, SubReport
from tejian.inspection.records import api as records
from tejian.kit.files import blobs as files
from tejian.kit.papers import pdf
from tejian.system.accounts.api import held_on
from tejian.system.models.organisations import Org

OWNER = "subReport"
PART_FILE = "27"  # C651
PDF = "application/pdf"
MOST_PAGES = 200
STATES = {WRITE: "编制中，未审核", AUDIT: "未审核", DONE: ""}


@dataclass(frozen=True, slots=True)
class Pages:
    """The file of a sub-report: its pages, or the sentence why there are none that can be bound."""

    count: int = 0
    content: bytes = b""
    refusal: str | None = None


def item_of(db: Session, row: SubReport) -> AppBuss:
    return db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one()


def names_of(db: Session, item: AppBuss) -> list[str]:
    """The sub-reports that the templates of an item know; none where they have no such table."""
    table = records.tables_of(db, item).get(records.SUB_REPORTS)
    return list(table.entered["subname"].options) if table else []


def pages_of(db: Session, row: SubReport) -> Pages:
    """The one PDF of a sub-report."""
    mine = (Attachment.owner == OWNER, Attachment.attrefsysid == row.id, Attachment.deleted.is_(False))
    papers = db.scalars(select(Attachment).where(*mine, Attachment.mime == PDF)).all()
    if len(papers) != 1:
        what = (
            "没有上传 PDF 文件，请在“分项报告文件”中上传" if not papers else f"有{len(papers)}份 PDF 文件，只能留一份"
        )
        return Pages(refusal=f"{row.subno}{what}")
    content = files.read_checked(papers[0].key)
    try:
        reader = PdfReader(io.BytesIO(content))
        count = 0 if reader.is_encrypted else len(reader.pages)
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError):
        count = 0
    if not count:
        return Pages(refusal=f"{row.subno}的 PDF 文件不能读取或已加密，请重新导出后上传")
    if count > MOST_PAGES:
        return Pages(refusal=f"{row.subno}的 PDF 文件有{count}页，最多{MOST_PAGES}页")
    return Pages(count, content)


def may_sign(db: Session, name: str, key: str, on: date) -> bool:
    """Whether somebody holds one of the qualifications that a sub-report of this name wants on that day."""
    wanted = records.signer_of_sub_report(db, name)
    return wanted is None or bool(set(held_on(db, [key], on).get(key, [])) & set(wanted.quals))


def refuse_unqualified(db: Session, row: SubReport, key: str, name: str, verb: str, on: date | None) -> str | None:
    """The sentence when who signs a sub-report holds none of the qualifications that its kind wants on that day."""
    wanted = records.signer_of_sub_report(db, row.subname)
    if wanted is None or on is None or may_sign(db, row.subname, key, on):
        return None
    able = "、".join(wanted.quals)
    return f"{row.subno} {row.subname}：{name}没有{wanted.label}的资格（{able}），不能{verb}（{wanted.source}）"


def bound(db: Session, item: AppBuss) -> list[tuple[str, bytes]]:
    """The numbers and pages of the sub-reports that go out with a report: a cover with the signatures, the file."""
    return [(one.subno, _paper(db, item, one)) for one in records.sub_reports(db, item)]


def _paper(db: Session, item: AppBuss, row: SubReport) -> bytes:
    """A sub-report as it is bound. One that is not finished says so on its cover; a file that is missing too."""
    pages = pages_of(db, row)
    cover = pdf.render("sub_report", cover_of(db, item, row) | {"refusal": pages.refusal or ""})
    return pdf.joined([cover, *([pdf.bare_pages(pages.content)] if pages.content else [])])


def cover_of(db: Session, item: AppBuss, row: SubReport) -> dict[str, Any]:
    """The cover of a sub-report as its document template takes it."""
    org = db.scalars(select(Org).where(Org.id == item.cheorg)).one()
    return {
        "orgname": org.name,
        "subno": row.subno,
        "subname": row.subname,
        "reportno": item.reportno,
        "unitname": item.unitname,
        "equname": item.equname,
        "equcode": item.equcode,
        "useplace": item.useplace,
        "testdate": row.testdate or "",
        "subresult": row.subresult,
        "pages": str(row.pages or ""),
        "auditedon": row.auditedon or "",
        "state": STATES[row.step],
        **_hands(db, row),
    }


def _hands(db: Session, row: SubReport) -> dict[str, list[dict[str, Any]]]:
    """In their own hand who handed it in and who audited it; who tested, by name unless it is one of them."""
    signed = {one.role: one for one in records.standing_of_part(db, row)}
    drawn = {role: records.hand(db, one.user_id, one.user_name, one.signedat) for role, one in signed.items()}
    by_key = {one.user_id: drawn[role] for role, one in signed.items()}
    tester = by_key.get(row.tester_id) or ({"name": row.tester} if row.tester else None)
    people = {"tester": tester, "writer": drawn.get(SUB_WRITTEN), "auditor": drawn.get(SUB_AUDITED)}
    return {who: [one] if one else [] for who, one in people.items()}
