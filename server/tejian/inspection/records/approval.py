"""What approval does in one transaction: the archive learns the result; the report is made once, signed and kept."""

import secrets
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import settings
from tejian.archives.equipment.api import fields_of, page_of
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.ledgers.products.api import PRODUCT_PAGE
from tejian.archives.ledgers.valves.api import VALVE_PAGE
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.valves import SafetyValve
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.rules.api import DETECTION, RESULT
from tejian.kit.database import audit
from tejian.kit.database.audit import plain
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.ports import Ports
from tejian.kit.papers import pdf
from tejian.messages.api import send_sms, tell
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.organisations.api import covered_prefix

from . import content, entry, history, national, pipelines, seals
from . import service as records
from .calibration import write_calibration
from .conclusion import Judgement, judge
from .dating import Schedule, schedule
from .history import Later
from .reading import device_of

# Higher areas add what else follows when a report is issued, in the transaction of its approval.
ISSUED: Ports[Callable[[Session, AppBuss, Report], None]] = Ports("what follows the issue of a report")

# What is bound with a report behind its pages and sealed with it: numbers of sub-reports or certificates, their pages.
BOUND: Ports[Callable[[Session, AppBuss], list[tuple[str, bytes]]]] = Ports("papers bound with a report")

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def update_equipment(db: Session, row: AppBuss) -> None:
    """Write result and dates into the archive and keep why the next date is what it is.

    An unqualified result moves no date; the device is marked and the supervision is told.
    """
    device = device_of(db, row, lock=True)
    record = records.record_or_refuse(db, row, lock=True)
    judgement = judge(db, row, record)
    due = schedule(db, row, record, judgement, device=device, chosen=record.nextdate)
    if row.inspdate:
        audit.holds_from(device, row.inspdate)  # the result is true of the day of the inspection, not of its approval
    if due is not None and judgement.dated and due.dates.refused:
        raise Refused(due.dates.refused)
    of_lines = None
    if isinstance(device, SafetyValve):
        day = due.main.value if due and due.main and judgement.dated else None
        write_calibration(db, row, record, device, judgement, day)
    elif isinstance(device, Equipment):
        written = history.writes(db, row)
        later = history.later_than(db, row, device)
        _write_result(db, device, row, record, _still(written, later, judgement))
        _write_device(row, record, device, judgement, due, later)
        dated, field = (due.lines, due.field) if due else ((), "")
        of_lines = pipelines.write_results(db, row, record, device, dated, field, last=written == RESULT)
    if judgement.dated:
        record.nextdate = of_lines or (due.main.value if due and due.main else None)
    row.nextdate = record.nextdate
    if record.unqualcode:
        _tell_unqualified(db, row, device)


def _still(written: str, later: Later, judgement: Judgement) -> str:
    """What an inspection writes of itself that no later one has written, and a detection that found faults does not."""
    if written == DETECTION:
        return DETECTION if judgement.dated and not later.detection else ""
    return "" if later.result else written


def _write_device(
    row: AppBuss,
    record: OriginalRecord,
    device: Equipment,
    judgement: Judgement,
    due: Schedule | None,
    later: Later,
) -> None:
    """The dates that follow from the result, and what the record states besides; what a later one wrote stays."""
    if due is not None and judgement.dated:
        superseded = due.field in later.dates or (not due.field and later.result)
        if not due.lines:
            for name, value in due.dates.updates(done=not superseded).items():
                if name not in later.dates:
                    _write_field(device, name, value)
        if superseded:
            return
        if due.grade and "ssdegree" in fields_of(device.equclass, device.equclacode):
            _write_field(device, "ssdegree", str(due.grade))
        write_stated(device, judgement, record, reissued=row.reissued > 0)
        device.nextexplain = {
            **entry.explained(due.dates),
            "reportno": row.reportno,
            "chosen": record.nextdate.isoformat() if record.nextdate else "",
        }


def _write_result(db: Session, device: Equipment, row: AppBuss, record: OriginalRecord, written: str) -> None:
    """The last inspection and the mark of the archive, as far as this sort may say them (result_rules.csv)."""
    if written == DETECTION:
        device.insdate = row.inspdate
    elif written == RESULT:
        device.inspdate = row.inspdate
        device.insreportno, device.insresult = row.reportno, record.conclusion
        device.scinspectorname = row.scinspectorname
    device.unqualcode = history.mark_after(db, row, record, device)


def _write_field(device: Equipment, name: str, value: Any) -> None:
    """A field of the archive: a column, or part of the technical document."""
    if hasattr(Equipment, name) and name != "params":
        setattr(device, name, value)
        device.params = {k: v for k, v in device.params.items() if k != name}
    else:
        device.params = {**device.params, name: plain(value)}


def write_stated(device: Equipment, judgement: Judgement, record: OriginalRecord, *, reissued: bool = False) -> None:
    """Write the results that the record states into the archive: cycle, allowed pressure, months of monitored use."""
    for one in judgement.asked:
        text = record.facts.get(one.name, "")
        if one.archive and one.archive == one.rule and not text:
            _write_field(device, one.archive, None)  # the rule stands for what this inspection did not choose
        if not one.archive or not text:
            continue
        name, value = one.archive.removeprefix("+"), Decimal(text)
        if one.archive.startswith("+"):
            before = record.equipment if reissued else device.params  # a correction counts them once
            value += Decimal(str(before.get(name) or 0))
        whole = value == value.to_integral_value()
        _write_field(device, name, int(value) if whole and one.kind == "count" else str(value))


def supervisors_of(db: Session, areacode: str) -> list[str]:
    """The supervision users in whose area a place lies."""
    people = select(SysUser.id, SysUser.areacode).where(
        SysUser.industry_type == "21", SysUser.enabled, SysUser.areacode != "", SysUser.unit_id == ""
    )
    return [one.id for one in db.execute(people) if areacode.startswith(covered_prefix(one.areacode))]


def _page(device: Device) -> str:
    if isinstance(device, Equipment):
        return page_of(device.equclass, device.id)
    return (VALVE_PAGE if isinstance(device, SafetyValve) else PRODUCT_PAGE).format(id=device.id)


def _tell_unqualified(db: Session, row: AppBuss, device: Device) -> None:
    """Tell the supervision users of the area and the unit."""
    title = f"{row.unitname} {row.equname}{row.equcode} 检验不合格（{row.reportno}）"
    tell(
        db,
        supervisors_of(db, device.areacode),
        "不合格报告",
        title,
        route=_page(device),
    )
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    data = {"reportno": row.reportno, "equname": row.equname, "unitname": row.unitname}
    send_sms(db, "BHG", main.INSCONTACTTEL, data, row.seisn)


REPORT = "report"  # the document template of the reports of every class


def issue(db: Session, row: AppBuss, record: OriginalRecord) -> Report:
    """Make, sign, hash and keep the report. It is made once; a second one needs a correction."""
    org = db.scalars(select(Org).where(Org.id == row.cheorg)).one()
    code = new_code()
    url, picture = content.verify_link(db, settings.current().public_url, row.reportno, code)
    data = content.document(db, row, record, verifyurl=url)
    data["qr"] = picture
    data["seal"] = {"orgname": org.name, "label": data["paper"]["sealLabel"], "no": org.code}
    now = clock.now()
    bound = {kind: papers for kind, give in BOUND.items() if (papers := give(db, row))}
    behind = [pages for papers in bound.values() for _number, pages in papers]
    document = pdf.joined([pdf.render(REPORT, data, made_at=now), *behind])
    report = _kept(
        db,
        org,
        document,
        f"签发检验报告 {row.reportno}",
        appbuss_id=row.id,
        reportno=row.reportno,
        title=data["reportname"],
        template=record.template,
        content=content.stated(data)
        | {"item_version": record.template_version}
        | {kind: [number for number, _pages in papers] for kind, papers in bound.items()},
        verifycode=code,
        issuedat=now,
    )
    for follow in ISSUED:
        follow(db, row, report)
    return report


def new_code() -> str:
    """A verification code that nobody guesses and everybody can read."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


def keep_report(db: Session, row: AppBuss, old: Report, number: str, document: bytes, org: Org) -> Report:
    """Sign and keep a document that states what an issued report states, under a number of its own."""
    return _kept(
        db,
        org,
        document,
        f"补发检验报告 {number}",
        appbuss_id=row.id,
        reportno=number,
        title=old.title,
        template=old.template,
        content={**old.content, "reportno": number, "supplementof": old.reportno},
        verifycode=new_code(),
        issuedat=clock.now(),
    )


def _kept(db: Session, org: Org, document: bytes, reason: str, **stated: Any) -> Report:
    """A report with its signatures. All of them are made before anything is kept."""
    signed = seals.sealed(db, org, document, reason)
    second = national.container(db, org, signed)
    report = Report(
        key=files.keep_bytes(signed),
        size=len(signed),
        pages=pdf.page_count(document),
        signer=f"{org.name}检验专用章",
        state="有效",
        **stated,
    )
    db.add(report)
    db.flush()
    if second is not None:
        national.keep(db, report, second)
    return report
