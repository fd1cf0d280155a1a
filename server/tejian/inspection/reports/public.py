"""Public pages: whether a report number and its verification code are genuine."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.kit.database import tries
from tejian.kit.database.audit import plain, security_event
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.web.edge import Caller, File

from .documents import signature_file

WRONG = "报告编号或验证码不正确"


def _find(db: Session, caller: Caller, reportno: str, code: str) -> Report | Refused:
    counted = tries.address("public", caller.ip)
    tries.refuse_waiting(db, counted, "查验")
    found = db.scalars(select(Report).where(Report.reportno == reportno.strip().upper())).first()
    if found is None or not code or found.verifycode != code.strip().upper():
        security_event(db, "报告查验", reportno[:32], "编号或验证码不符", "失败", ip=caller.ip)
        tries.failed(db, counted, tries.PUBLIC)
        return Refused(WRONG, "VERIFY")
    return found


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


def _standing(db: Session, report: Report) -> tuple[str, list[str]]:
    """Whether a genuine report still counts, as a heading, and what whoever holds it must know."""
    item = db.scalars(select(AppBuss).where(AppBuss.id == report.appbuss_id)).one()
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
    return report if isinstance(report, Refused) else stated_of(db, report)


def stated_of(db: Session, report: Report) -> ReportVerification:
    """What a report states to whoever holds it."""
    stated, sm2 = report.content, records.sm2_said_of(db, report)
    heading, notes = _standing(db, report)
    query = f"?reportno={report.reportno}&code={report.verifycode}"
    return {
        "reportno": report.reportno,
        "title": report.title,
        "unitname": stated.get("unitname", ""),
        "equname": stated.get("equipment", {}).get("equname", ""),
        "equcode": stated.get("equipment", {}).get("equcode", ""),
        "usecertno": stated.get("equipment", {}).get("usecertno", ""),
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
    return File(files.read_checked(found.key), "application/pdf", f"{found.reportno}.pdf", inline=True)


def report_signature(db: Session, caller: Caller, reportno: str, code: str) -> File | Refused:
    """The SM2 signature of the issued file, for who holds number and code."""
    found = _find(db, caller, reportno, code)
    return found if isinstance(found, Refused) else signature_file(db, found)
