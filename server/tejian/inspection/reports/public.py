"""Public pages: whether a report number and its verification code are genuine."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.models.simple import SimpleReport
from tejian.inspection.records import api as records
from tejian.kit.database import tries
from tejian.kit.database.audit import plain, security_event
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.web.edge import Caller, File
from tejian.system.models.organisations import Org

from .documents import signature_file

WRONG = "报告编号或验证码不正确"


def _find(db: Session, caller: Caller, reportno: str, code: str) -> Report | SimpleReport | Refused:
    counted = tries.address("public", caller.ip)
    tries.refuse_waiting(db, counted, "查验")
    number, given = reportno.strip().upper(), code.strip().upper()
    found = db.scalars(select(Report).where(Report.reportno == number)).first() or _filed(db, number, given)
    if found is None or not given or found.verifycode != given:
        security_event(db, "报告查验", reportno[:32], "编号或验证码不符", "失败", ip=caller.ip)
        tries.failed(db, counted, tries.PUBLIC)
        return Refused(WRONG, "VERIFY")
    return found


def _filed(db: Session, number: str, code: str) -> SimpleReport | None:
    """A report that was made elsewhere and lies here with its file; institutes may hold one of the same number."""
    held = (func.upper(SimpleReport.reportno) == number, SimpleReport.verifycode == code, SimpleReport.digest != "")
    return db.scalars(select(SimpleReport).where(*held).limit(1)).first()


class ReportVerification(TypedDict):
    """What a genuine report states, without personal data; `heading` and `notes` say whether it still counts."""

    current: bool
    heading: str
    notes: list[str]
    reportno: str
    title: str
    unitname: str
    equname: str
    equcode: str
    usecertno: str
    conclusion: str
    inspdate: str | None
    ninspdate: str | None
    orgname: str
    digest: str
    issuedAt: str
    signer: str
    state: str
    valid: bool
    pdfUrl: str
    sm2: str
    p7sUrl: str


CURRENT = "有效"
GOOD = "报告真实有效"


def _standing(db: Session, report: Report, item: AppBuss) -> tuple[str, list[str]]:
    """Whether a genuine report still counts, as a heading, and what whoever holds it must know."""
    later, past = _later(db, item), _past(item)
    heading = GOOD
    if report.state != CURRENT:
        heading = "报告是真的，但已不是现行报告"
    elif later:
        heading = "报告是真的，但设备此后又经检验"
    elif past:
        heading = "报告是真的，但已过下次检验日期"
    return heading, [one for one in (_fate(report), later, past) if one]


def _fate(report: Report) -> str:
    """What became of the report itself; '' when nothing did."""
    if report.replacedby:
        return f"该报告已收回作废，由更正报告{report.replacedby}代替"
    if report.state != CURRENT:
        return "该报告正在更正，请以更正后的报告为准" if report.state == "更正中" else f"报告状态：{report.state}"
    mother = report.content.get("supplementof")
    return f"补发报告，与报告{mother}内容一致" if mother else ""


def _later(db: Session, item: AppBuss) -> str:
    """The newest report of the same device that was inspected after this one; '' when there is none."""
    newest = (
        select(Report)
        .join(AppBuss, AppBuss.id == Report.appbuss_id)
        .where(AppBuss.equdatasysid == item.equdatasysid, AppBuss.inspdate > item.inspdate, Report.state == CURRENT)
        .order_by(AppBuss.inspdate.desc(), Report.id.desc())
        .limit(1)
    )
    later = db.scalars(newest).first() if item.inspdate and item.equdatasysid else None
    if later is None:
        return ""
    says = later.content
    return f"该设备于{says['inspdate']}又经检验，结论：{says['insresultName']}，报告编号{later.reportno}"


def _past(item: AppBuss) -> str:
    """That the inspection has run out, by the date that the report states."""
    if item.nextdate is None or item.nextdate >= clock.today():
        return ""
    return f"报告载明的下次检验日期{item.nextdate}已过，设备是否已再次检验请看设备的使用标志或向检验机构询问"


def verify_report(db: Session, caller: Caller, reportno: str, code: str) -> ReportVerification | Refused:
    """What a genuine report states, without personal data, and its digest. A wrong try is counted."""
    report = _find(db, caller, reportno, code)
    if isinstance(report, SimpleReport):
        return _stated_elsewhere(db, report)
    return report if isinstance(report, Refused) else stated_of(db, report)


def _stated_elsewhere(db: Session, row: SimpleReport) -> ReportVerification:
    """What is known of a report that this platform keeps and did not issue."""
    device = db.scalars(select(Equipment).where(Equipment.id == row.equdatasysid)).first()
    keeper = db.scalar(select(Org.name).where(Org.id == row.orgid)) or ""
    past = bool(row.nextdate and row.nextdate < clock.today())
    notes = [f"报告由{row.maker}出具，不由本平台签发；{keeper}保管其文件，查验的是文件与归档时是否一致"]
    return {
        "reportno": row.reportno,
        "title": "简易报告",
        "unitname": row.unitname,
        "equname": row.equname,
        "equcode": device.equcode if device else "",
        "usecertno": device.usecertno if device else "",
        "conclusion": row.conclusion,
        "inspdate": plain(row.inspdate),
        "ninspdate": plain(row.nextdate),
        "orgname": row.maker,
        "digest": row.digest,
        "issuedAt": "",
        "signer": "",
        "state": "已归档",
        "current": not past,
        "heading": "文件与归档时一致，但已过报告的下次检验日期" if past else "文件与归档时一致",
        "notes": notes,
        "valid": not past,
        "pdfUrl": f"/api/public/reportFile?reportno={row.reportno}&code={row.verifycode}",
        "sm2": "",
        "p7sUrl": "",
    }


def stated_of(db: Session, report: Report) -> ReportVerification:
    """What a report states to whoever holds it."""
    stated, sm2 = report.content, records.sm2_said_of(db, report)
    item = db.scalars(select(AppBuss).where(AppBuss.id == report.appbuss_id)).one()
    heading, notes = _standing(db, report, item)
    device = stated.get("equipment", {})
    query = f"?reportno={report.reportno}&code={report.verifycode}"
    return {
        "reportno": report.reportno,
        "title": report.title,
        "unitname": stated.get("unitname", ""),
        "equname": device.get("equname", ""),
        "equcode": device.get("equcode") or item.equcode,  # of a valve or a batch its own number
        "usecertno": device.get("usecertno", ""),
        "conclusion": stated.get("insresultName", ""),
        "inspdate": stated.get("inspdate", ""),
        "ninspdate": stated.get("ninspdate", ""),
        "orgname": stated.get("orgname", ""),
        "digest": report.key,
        "issuedAt": plain(report.issuedat),
        "signer": report.signer,
        "state": report.state,
        "current": heading == GOOD,
        "heading": heading,
        "notes": notes,
        "valid": report.state == CURRENT,
        "pdfUrl": f"/api/public/reportFile{query}",
        "sm2": sm2,
        "p7sUrl": f"/api/public/reportSignature{query}" if sm2 else "",
    }


def report_file(db: Session, caller: Caller, reportno: str, code: str) -> File | Refused:
    """The issued file for who holds number and code."""
    found = _find(db, caller, reportno, code)
    if isinstance(found, Refused):
        return found
    key = found.digest if isinstance(found, SimpleReport) else found.key
    return File(files.read_checked(key), "application/pdf", f"{found.reportno}.pdf", inline=True)


def report_signature(db: Session, caller: Caller, reportno: str, code: str) -> File | Refused:
    """The SM2 signature of the issued file, for who holds number and code."""
    found = _find(db, caller, reportno, code)
    if isinstance(found, SimpleReport):
        return Refused(WRONG, "VERIFY")  # it was not signed here
    return found if isinstance(found, Refused) else signature_file(db, found)
