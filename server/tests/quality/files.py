"""An edition of a document as tests begin with it."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.kit.files import blobs
from tejian.kit.ground import clock
from tejian.quality.models.files import QualityFile
from tests.inspection.conftest import Office
from tests.inspection.parts import paper

API = "/api/quality/files"
PLAN = {"fileno": "NBTJ-CX-07", "edition": "A/0", "title": "检验报告控制程序", "filetype": "02", "cause": "首次编制"}
ISSUE = {"effective": str(clock.today())}
VOIDED = {"ended": str(clock.today()), "reason": "并入检验工作控制程序"}


def of(office: Office, key: str) -> QualityFile:
    return office.db.scalars(select(QualityFile).where(QualityFile.id == key)).one()


def planned(office: Office, **more: Any) -> QualityFile:
    """A plan of the quality office, written by an inspector, for the department of the inspectors."""
    writer = office.user("jianyan1")
    form = {**PLAN, "writer_id": writer.id, "plandue": str(clock.today() + timedelta(days=20))}
    form |= {"offices": [{"dept_id": writer.dept_id}]}
    return of(office, office.good("zhiliang", f"{API}/save", **form | more)["id"])


def with_text(office: Office, row: QualityFile, pages: int = 2) -> QualityFile:
    """Its text is uploaded."""
    body = paper(pages)
    one = Attachment(owner="qualityFile", attrefsysid=row.id, name="正文.pdf", mime="application/pdf", size=len(body))
    one.key = blobs.keep_bytes(body)
    office.db.add(one)
    office.db.commit()
    return row


def written(office: Office, **more: Any) -> QualityFile:
    """Ordered, with its text."""
    row = planned(office, **more)
    office.good("zhiliang", f"{API}/order", ids=row.id)
    return with_text(office, of(office, row.id))


def audited(office: Office) -> QualityFile:
    """Waits for its audit."""
    row = written(office)
    office.good("jianyan1", f"{API}/submit", ids=row.id)
    return of(office, row.id)


def vouched(office: Office) -> QualityFile:
    """Waits for its approval."""
    row = audited(office)
    office.good("shenhe", f"{API}/audit", ids=row.id)
    return of(office, row.id)


def approved(office: Office, **more: Any) -> QualityFile:
    """Waits to be issued."""
    row = written(office, **more)
    for login, move in (("jianyan1", "submit"), ("shenhe", "audit"), ("pizhun", "approve")):
        office.good(login, f"{API}/{move}", ids=row.id)
    return of(office, row.id)


def issued(office: Office, **more: Any) -> QualityFile:
    """In force from today."""
    row = approved(office, **more)
    office.good("zhiliang", f"{API}/issue", id=row.id, **ISSUE)
    return of(office, row.id)


def voided(office: Office) -> QualityFile:
    """No longer in force."""
    row = issued(office)
    office.good("zhiliang", f"{API}/void", id=row.id, **VOIDED)
    return of(office, row.id)
