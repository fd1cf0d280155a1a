"""Public pages: whether a report number and its verification code are genuine."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models import Report
from tejian.inspection.records import api as records
from tejian.kit import files, tries
from tejian.kit.audit import plain, security_event
from tejian.kit.edge import Caller, File
from tejian.kit.errors import Refused

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
    """What a genuine report states, without personal data."""

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
    note: str
    valid: bool
    pdfUrl: str
    sm2: str
    p7sUrl: str


def note_of(report: Report) -> str:
    """What whoever holds the report must know; '' when it is simply valid."""
    if report.replacedby:
        return f"该报告已收回作废，由更正报告{report.replacedby}代替"
    if report.state == "更正中":
        return "该报告正在更正，请以更正后的报告为准"
    mother = report.content.get("supplementof")
    return f"补发报告，与报告{mother}内容一致" if mother else ""


def verify_report(db: Session, caller: Caller, reportno: str, code: str) -> ReportVerification | Refused:
    """What a genuine report states, without personal data, and its digest. A wrong try is counted."""
    report = _find(db, caller, reportno, code)
    return report if isinstance(report, Refused) else stated_of(db, report)


def stated_of(db: Session, report: Report) -> ReportVerification:
    """What a report states to whoever holds it."""
    stated, sm2 = report.content, records.sm2_said_of(db, report)
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
        "note": note_of(report),
        "valid": report.state == "有效",
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
