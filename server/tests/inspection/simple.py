"""A report from elsewhere as tests begin with it."""

from typing import Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.inspection.models.simple import SimpleReport
from tejian.kit.files import blobs

from .conftest import Office
from .parts import paper

API = "/api/simpleReport"
SAID = {
    **{"reportno": "aqf-2019-00123", "kind": "2", "maker": "省特种设备检验研究院", "equname": "弹簧式安全阀"},
    **{"unitname": "宁波港热电有限公司", "inspdate": "2019-05-20", "nextdate": "2020-05-19", "conclusion": "合格"},
}
FILED = {"archivebox": "L-12", "pages": "3"}


def of(office: Office, key: str) -> SimpleReport:
    return office.db.scalars(select(SimpleReport).where(SimpleReport.id == key)).one()


def entered(office: Office, **more: Any) -> SimpleReport:
    """What stands on its paper."""
    return of(office, office.good("dangan", f"{API}/save", **SAID | more)["id"])


def attached(office: Office, row: SimpleReport, pages: int = 1, mime: str = "application/pdf") -> bytes:
    body = paper(pages)
    one = Attachment(owner="simpleReport", attrefsysid=row.id, name="报告.pdf", mime=mime, size=len(body))
    one.key = blobs.keep_bytes(body)
    office.db.add(one)
    office.db.commit()
    return body


def with_file(office: Office, **more: Any) -> SimpleReport:
    row = entered(office, **more)
    attached(office, row)
    return row


def archived(office: Office) -> SimpleReport:
    row = with_file(office)
    office.good("dangan", f"{API}/archive", id=row.id, **FILED)
    return of(office, row.id)
