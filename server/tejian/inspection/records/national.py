"""The second signature on a report, with SM2 (国密签名): made with the report, judged before it is kept (ADR 58).

A protected parameter says who makes it: nobody, the key that lies beside the seal of the institute, or a signing
service. The signature is over the file as it is issued, in a container of its own (.p7s).
"""

import base64
import logging
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from cryptography import x509
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import settings
from tejian.inspection.models.records import ReportSm2
from tejian.inspection.models.reports import Report
from tejian.inspection.models.seals import SM2
from tejian.kit.database.audit import security_event
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.seals import seal_files, signing, sm2, sm2_container, sm2_files, sm2_service
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value as parameter

from . import sealbook, seals

log = logging.getLogger(__name__)

WAY, URL, TOKEN, FAULT = "seal.sm2", "seal.sm2_url", "seal.sm2_token", "seal.sm2_fault"
FILE, SERVICE = "file", "service"
LATER = "报告没有签发，请稍后再办；一直如此请告诉安全管理员"
NOTHING_DONE = "报告没有签发，请告诉系统管理员"
DEMONSTRATED = "签章用的是演示证书，只供试用，没有法律效力。"


@dataclass(frozen=True, slots=True)
class Signature:
    """A container, what it says of its document, and the SM3 digest of that as hexadecimal digits."""

    container: bytes
    judged: sm2_container.Judged
    sm3: str


def folder(org: Org) -> Path:
    """Where the SM2 certificate of an institute lies."""
    return seals.seal_folder(org) / "sm2"


def certificate(org: Org) -> Path:
    """The SM2 certificate of an institute; not there before one is installed or tried out."""
    return folder(org) / sm2_files.CERT


def demonstration(db: Session, org: Org) -> str:
    """Why no SM2 signature is made in earnest yet, as a sentence; '' when it is, or when none is asked for."""
    way = parameter(db, WAY)
    if not way or parameter(db, seals.DEMONSTRATION) == "1":
        return ""
    if signing.is_demonstration(certificate(org)):
        return f"{org.name}的国密签章证书还是演示证书，签出的报告没有法律效力，不能签发；请先安装认证机构签发的国密证书"
    if way == SERVICE and parameter(db, URL) == sm2_service.SIMULATOR:
        return "国密签名仍由演示服务给出，没有法律效力，不能签发；请安全管理员设定国密签名服务的地址，或停用国密签名"
    return ""


def container(db: Session, org: Org, document: bytes) -> Signature | None:
    """The SM2 signature of a document as it is issued, judged; None when this installation makes none.

    Raises Refused, with what whoever issues the report has to do.
    """
    way = parameter(db, WAY)
    if not way:
        return None
    if why := demonstration(db, org):
        raise Refused(why)
    sm2_files.demonstration(folder(org), org.name, clock.now())
    try:
        own = sm2_files.read(folder(org))
    except seal_files.WrongSeal as fault:
        raise Refused(f"{fault}，{NOTHING_DONE}") from None
    sealbook.refuse_lost(db, org, SM2, certificate(org))
    if _is_revoked(org):
        raise Refused("国密签章证书已被吊销，不能签发，请联系系统管理员更换")
    made = _served(db, org, own, document) if way == SERVICE else _by_file(own, document)
    verdict = sm2_container.judged(made, document, own.authorities, clock.now())
    if why := _wrong(verdict, own):
        raise Refused(why)
    return Signature(made, verdict, sm2.sm3(document).hex())


def _is_revoked(org: Org) -> bool:
    names = (sm2_files.CERT, sm2_files.KEY, sm2_files.AUTHORITY)
    return signing.Certificates(*(folder(org) / name for name in names)).is_revoked


def _by_file(own: sm2_files.Seal, document: bytes) -> bytes:
    if own.key is None:
        raise Refused(f"国密签章的私钥不在本机，须用签名服务，或安装带私钥的证书，{NOTHING_DONE}")
    return own.signs(document)


def _served(db: Session, org: Org, own: sm2_files.Seal, document: bytes) -> bytes:
    digested, address = sm2.digest(document, sm2.public_key(own.cert)), parameter(db, URL)
    try:
        if address == sm2_service.SIMULATOR:
            question = sm2_service.question(own.cert, digested)
            answer = sm2_service.simulated(folder(org), question, parameter(db, FAULT))
            return sm2_container.made(*sm2_service.understood(answer))
        return sm2_container.made(*sm2_service.asked(address, parameter(db, TOKEN), own.cert, digested))
    except (sm2_service.NoSignature, TimeoutError) as fault:
        log.warning("no SM2 signature: %s", fault)
        raise Refused(f"国密签名服务没有给出签名，{LATER}") from None


def _wrong(said: sm2_container.Judged, own: sm2_files.Seal) -> str:
    """Why a signature that was made is not kept, as a sentence; '' for one that is good."""
    if said.cert is None or not said.trusted or _who(said.cert) != _who(own.cert):
        return f"国密签名所用的证书不是本机构安装的，{LATER}"
    if not said.in_time:
        until = said.cert.not_valid_after_utc.astimezone(clock.SHANGHAI)
        return f"国密签章证书不在有效期内（有效至{until:%Y-%m-%d}），不能签发，请联系系统管理员更换"
    return "" if said.whole else f"国密签名与报告文件不符，{LATER}"


def _who(cert: x509.Certificate) -> tuple[x509.Name, bytes]:
    """Holder and key: a renewed certificate may have the same."""
    return cert.subject, sm2.public_key(cert)


def keep(db: Session, report: Report, made: Signature) -> None:
    """Keep the signature beside its report; it never changes."""
    row = ReportSm2(report_id=report.id, container=base64.b64encode(made.container).decode(), sm3=made.sm3)
    row.signer, row.issuer, row.serial = made.judged.holder, made.judged.issuer, made.judged.serial
    row.signedat = report.issuedat
    db.add(row)
    db.flush()


def kept(db: Session, report: Report) -> bytes | None:
    """The container of the SM2 signature of a report, where it has one."""
    text = db.scalar(select(ReportSm2.container).where(ReportSm2.report_id == report.id))
    return base64.b64decode(text) if text else None


def signer_of(db: Session, report: Report) -> str:
    """Who signed a report with SM2; '' for nobody."""
    return db.scalar(select(ReportSm2.signer).where(ReportSm2.report_id == report.id)) or ""


# -- said to whoever holds the report ---------------------------------------------------------------------------------


def said_of(db: Session, report: Report) -> str:
    """Whether the SM2 signature of a report holds, in words; '' for a report that has none."""
    made = kept(db, report)
    if made is None:
        return ""
    try:
        return _said_of_kept(made, report.key, report.issuedat, _known())
    except Refused:  # the file itself is damaged: its page says more of the report than that
        return "国密签名：存档的报告文件已损坏，无法核对，请向检验机构询问。"


@lru_cache(maxsize=256)
def _said_of_kept(made: bytes, key: str, at: datetime, known: tuple[x509.Certificate, ...]) -> str:
    return sentence(sm2_container.judged(made, files.read_checked(key), known, at))


def said_of_file(made: bytes, document: bytes, at: datetime) -> str:
    """Whether a container that somebody holds is a signature of the document he holds, in words."""
    return sentence(sm2_container.judged(made, document, _known(), at))


def sentence(verdict: sm2_container.Judged) -> str:
    """What a judged container means for whoever holds the report."""
    if verdict.cert is None:
        return "国密签名：签名文件读不出来，不是本平台的国密签名。"
    if not verdict.whole:
        return "国密签名：与文件不符，文件或签名在签署之后被改动过，不能采信。"
    if not verdict.trusted:
        return "国密签名：证书不是本平台认可的机构签发的，不能采信。"
    if not verdict.in_time:
        return "国密签名：签署时证书不在有效期内，不能采信。"
    shown_only = DEMONSTRATED if signing.issued_by_demonstration(verdict.cert) else ""
    return f"国密签名（SM2）：有效，由{verdict.holder}签署，证书由{verdict.issuer}签发，与文件一致。{shown_only}"


def _known() -> tuple[x509.Certificate, ...]:
    return tuple(sm2_files.authorities(settings.current().data_dir / "seal"))


# -- installing -------------------------------------------------------------------------------------------------------


def install(db: Session, code: str, content: bytes, authority: bytes) -> str:
    """Make the certificate in a PEM file the SM2 seal of the institute with this code; gives what was installed.

    Raises seal_files.WrongSeal.
    """
    org = seals.institute(db, code)
    seal = sm2_files.opened(content, authority, clock.now())
    sm2_files.exchange(folder(org), seal, clock.now())
    until = f"{seal.cert.not_valid_after_utc.astimezone(clock.SHANGHAI):%Y-%m-%d}"
    where = "私钥在本机" if seal.key is not None else "私钥在签名服务处"
    holder, issuer = sm2.name_of(seal.cert.subject), sm2.name_of(seal.cert.issuer)
    facts = f"{holder}，{issuer}签发，有效至{until}，序列号{seal.cert.serial_number:X}，{where}"
    sealbook.note(db, org, SM2, seal.cert)
    security_event(db, "更换国密签章证书", org.name, facts)
    return facts
