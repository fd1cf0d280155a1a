"""Sub-reports of the demo city: one sheet each, written with the record and audited before the report."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.subreports import AUDIT, SubReport
from tejian.inspection.subreports import api as subreports
from tejian.kit.files import blobs as files
from tejian.kit.forms.formview import Input
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf

SHEET = "检测记录.pdf"
PLACES = ("第一测点", "第二测点", "第三测点")


def write_part(db: Session, me: User, one: str, day: date) -> None:
    """The first sub-report of the templates that its inspector may sign; nothing where there is none."""
    item = db.scalars(select(AppBuss).where(AppBuss.id == one)).one()
    names = sorted({*subreports.names_of(db, item)} - {subreports.OTHER})
    name = next((name for name in names if subreports.may_sign(db, name, me.id, day)), "")
    if not name:
        return
    values = {"appbuss_id": one, "subname": name, "testdate": str(day), "tester_id": me.id, "subresult": "符合要求"}
    link = subreports.make(db, me, Input(subreports.MAKE_FORM.read(db, me, values)))
    row = db.scalars(select(SubReport).where(SubReport.id == link["id"])).one()
    sheet = {
        "title": f"{row.subname}记录",
        "no": row.subno,
        **{key: getattr(row, key) for key in ("unitname", "equname", "equcode", "testdate", "tester")},
        "rows": [{"place": place, "found": "未见异常", "said": "合格"} for place in PLACES],
        "result": row.subresult,
    }
    content = pdf.render("test_sheet", sheet)
    file = {"name": SHEET, "mime": "application/pdf", "size": len(content), "key": files.keep_bytes(content)}
    db.add(Attachment(owner=subreports.OWNER, attrefsysid=row.id, type=subreports.PART_FILE, by_name=me.name, **file))
    db.flush()
    subreports.SUB_REPORT.do(db, me, "submit", [row.id], subreports.SUB_REPORT.by_name["submit"].read(db, me, {}))


def audit_parts(db: Session, me: User, one: str) -> None:
    """Agree to the sub-reports of an item that wait."""
    agree = subreports.SUB_REPORT.by_name["agree"]
    waiting = select(SubReport.id).where(SubReport.appbuss_id == one, SubReport.step == AUDIT)
    for key in db.scalars(waiting.order_by(SubReport.seq)).all():
        subreports.SUB_REPORT.do(db, me, "agree", [key], agree.read(db, me, {}))
