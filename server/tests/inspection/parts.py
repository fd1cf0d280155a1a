"""Sub-reports as tests use them, at each step; every call over HTTP but the upload of the file."""

import io
from typing import TYPE_CHECKING, Any

from pypdf import PdfWriter
from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.subreports import SubReport
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

CALLS = "/api/subreport"


def paper(pages: int = 2) -> bytes:
    """A PDF with so many empty pages."""
    out, writer = io.BytesIO(), PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(595, 842)
    writer.write(out)
    return out.getvalue()


def stated(office: "Office", item: AppBuss, **more: Any) -> dict[str, Any]:
    tester = office.user("jianyan1").id
    form = {"subname": "限速器校验", "testdate": str(clock.today()), "tester_id": tester, "subresult": "校验合格"}
    return {"appbuss_id": item.id, **form, **more}


def of(office: "Office", key: str) -> SubReport:
    return office.db.scalars(select(SubReport).where(SubReport.id == key)).one()


def attached(
    office: "Office", row: SubReport, content: bytes | None = None, name: str = "限速器校验.pdf"
) -> Attachment:
    body = paper() if content is None else content
    one = Attachment(owner="subReport", attrefsysid=row.id, name=name, mime="application/pdf", size=len(body))
    one.key = files.keep_bytes(body)
    office.db.add(one)
    office.db.commit()
    return one


def begun(office: "Office", item: AppBuss | None = None, **more: Any) -> SubReport:
    """Added to a report that is being written, its file uploaded."""
    if item is None:
        item = office.built()
        office.filled(item)
    row = of(office, office.good("jianyan1", f"{CALLS}/make", **stated(office, item, **more))["id"])
    attached(office, row)
    return row


def handed(office: "Office", item: AppBuss | None = None) -> SubReport:
    """Waits for its audit."""
    row = begun(office, item)
    office.good("jianyan1", f"{CALLS}/submit", ids=row.id)
    return row


def agreed(office: "Office", item: AppBuss | None = None) -> SubReport:
    row = handed(office, item)
    office.good("fenxiang", f"{CALLS}/agree", ids=row.id)
    return row
