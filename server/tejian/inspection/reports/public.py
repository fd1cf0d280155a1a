"""Public pages: whether a report number and its verification code are genuine."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models import Report
from tejian.kit import files
from tejian.kit.audit import plain, refuse_guessing, security_event
from tejian.kit.edge import Asked, File
from tejian.kit.errors import Refused

WRONG = "报告编号或验证码不正确"
TRIES = 20  # wrong tries of one address in ten minutes


def _find(db: Session, asked: Asked, reportno: str, code: str) -> Report | Refused:
    refuse_guessing(db, "报告查验", asked.ip, TRIES, "查验")
    found = db.scalars(select(Report).where(Report.reportno == reportno.strip().upper())).first()
    if found is None or not code or found.verifycode != code.strip().upper():
        security_event(db, "报告查验", reportno[:32], "编号或验证码不符", "失败", ip=asked.ip)
        return Refused(WRONG, "VERIFY")
    return found


def verify_report(db: Session, asked: Asked, reportno: str, code: str) -> dict[str, Any] | Refused:
    """What a genuine report states, without personal data, and its digest. A wrong try is counted."""
    found = _find(db, asked, reportno, code)
    if isinstance(found, Refused):
        return found
    stated = found.content
    return {
        "reportno": found.reportno,
        "title": found.title,
        "unitname": stated.get("unitname", ""),
        "equname": stated.get("equipment", {}).get("equname", ""),
        "equcode": stated.get("equipment", {}).get("equcode", ""),
        "usecertno": stated.get("equipment", {}).get("usecertno", ""),
        "conclusion": stated.get("insresultName", ""),
        "inspdate": stated.get("inspdate", ""),
        "ninspdate": stated.get("ninspdate", ""),
        "orgname": stated.get("orgname", ""),
        "digest": found.key,
        "issuedAt": plain(found.issuedat),
        "signer": found.signer,
        "state": found.state,
        "valid": found.state == "有效",
        "pdfUrl": f"/api/public/reportFile?reportno={found.reportno}&code={found.verifycode}",
    }


def report_file(db: Session, asked: Asked, reportno: str, code: str) -> File | Refused:
    """The issued file for who holds number and code."""
    found = _find(db, asked, reportno, code)
    if isinstance(found, Refused):
        return found
    return File(files.read_checked(found.key), "application/pdf", f"{found.reportno}.pdf", inline=True)
