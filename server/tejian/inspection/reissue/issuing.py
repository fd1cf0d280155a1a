"""What a correction does to its reports: new numbers, recall of the old one, the supplement; and how it is undone."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reissue import UNDERWAY, ReportChange
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records import api as records
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES
from tejian.system.models.organisations import Org

VALID, CHANGING, RECALLED = "有效", "更正中", "已收回"
MARKS = ("-G", "-B")
OWN = {"id", "version", "createby", "createtime", "updateby", "updatetime", "appbuss_id"}
OF_RECORD = [one.key for one in OriginalRecord.__table__.columns if one.key not in OWN]
PEOPLE = ("enteredby", "verifiedby", "fxauditedby", "auditedby", "approvedby")
OF_ITEM = [*PEOPLE, *("enteredat", "verifiedat", "auditedat", "approvedat", "releasedat", "step")]
OF_ITEM += ["reportno", "inspdate", "conclusion", "unqualcode", "nextdate"]


def report_of(db: Session, number: str) -> Report | None:
    return db.scalars(select(Report).where(Report.reportno == number)).first()


def next_number(db: Session, number: str, mark: str) -> str:
    """The number of the next correction (-G1, -G2 …) or supplement (-B1 …) of a report."""
    base = number
    for one in MARKS:
        base = base.split(one)[0]
    head = f"{base}{mark}"
    issued = db.scalar(select(func.count()).where(Report.reportno.startswith(head, autoescape=True))) or 0
    return f"{head}{issued + 1}"


def reopen(d: Doing) -> None:
    """Let the item of a report be entered again; until the new report is issued the old one says so."""
    change: ReportChange = d.subject
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == change.appbuss_id).with_for_update()).one()
    report = report_of(d.db, change.reportno)
    assert report is not None
    report.state = CHANGING
    change.kept = {"item": _stored(row, OF_ITEM), "record": _stored(_record(d.db, row), OF_RECORD)}
    change.newno = next_number(d.db, change.reportno, "-G")
    BUSINESS.follow(d, "reopen", [row])
    row.reportno, row.reissued = change.newno, row.reissued + 1


def give_back(d: Doing) -> None:
    """Put item, record and report back as they were before the correction: the report is valid again."""
    change: ReportChange = d.subject
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == change.appbuss_id).with_for_update()).one()
    report = report_of(d.db, change.reportno)
    assert report is not None
    report.state = VALID
    BUSINESS.follow(d, "restore", [row])
    change.newno = ""
    row.reissued -= 1
    _restore(_record(d.db, row), change.kept["record"])
    _restore(row, {name: value for name, value in change.kept["item"].items() if name != "step"})


def _record(db: Session, row: AppBuss) -> OriginalRecord:
    return db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id).with_for_update()).one()


def _stored(row: Any, names: Sequence[str]) -> dict[str, Any]:
    values = ((name, getattr(row, name)) for name in names)
    return {name: one.isoformat() if isinstance(one, date) else one for name, one in values}


def _restore(row: Any, values: Mapping[str, Any]) -> None:
    """Write what was stored; days and moments are texts there."""
    types = {one.key: one.type.python_type for one in row.__table__.columns if one.key in values}
    for name, value in values.items():
        typed = types[name] in (date, datetime) and value is not None
        setattr(row, name, types[name].fromisoformat(value) if typed else value)


def recall_old(db: Session, row: AppBuss, report: Report) -> None:
    """Follows the issue of a report: the one that it corrects is recalled, and the correction is done."""
    change = db.scalars(
        select(ReportChange).where(ReportChange.appbuss_id == row.id, ReportChange.step == UNDERWAY).with_for_update()
    ).first()
    if change is None or change.newno != report.reportno:
        return
    old = report_of(db, change.reportno)
    assert old is not None
    old.state, old.replacedby = RECALLED, report.reportno
    PROCESSES["report_change"].follow(Doing(db, db.info["me"], change), "finish", [change])


def supplement(db: Session, me: User, change: ReportChange) -> Report:
    """The issued report once more: page for page as it was signed, behind a page that says so, under its own number."""
    row = db.scalars(select(AppBuss).where(AppBuss.id == change.appbuss_id)).one()
    old = report_of(db, change.reportno)
    assert old is not None
    org = db.scalars(select(Org).where(Org.id == row.cheorg)).one()
    change.newno = next_number(db, change.reportno, "-B")
    now = clock.now()
    cover = {
        "orgname": org.name,
        "reportno": change.newno,
        "title": "检验报告补发说明",
        "oldno": old.reportno,
        "reportname": old.title,
        "issuedat": old.issuedat.astimezone(clock.SHANGHAI).date(),
        "unitname": row.unitname,
        "equname": row.equname,
        "equcode": row.equcode,
        "reason": change.reason,
        "content": change.content,
        "changeno": change.changeno,
        "digest": old.key,
        "made": now.astimezone(clock.SHANGHAI).date(),
        "seal": {"orgname": org.name, "label": "检验专用章", "no": org.code},
    }
    document = pdf.joined(
        [pdf.render("report_supplement", cover, made_at=now), pdf.bare_pages(files.read_checked(old.key))]
    )
    return records.keep_report(db, row, old, change.newno, document, org)
