"""The seal of an institute: where its certificate lies, what may be sealed with it, and the signature on a report."""

import logging
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import settings
from tejian.inspection.models.seals import PDF
from tejian.kit.database.audit import security_event
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.seals import revocations, seal_files, signing, stamping
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value as parameter

from . import sealbook

log = logging.getLogger(__name__)

DEMONSTRATION = "seal.demonstration"  # the parameter that lets demonstration certificates and times seal
STAMP = "seal.stamp_url"


def seal_folder(org: Org) -> Path:
    """Where the signing certificate of an institute lies."""
    return settings.current().data_dir / "seal" / org.code


def certificates(org: Org) -> signing.Certificates:
    """The signing certificate of an institute; a demonstration one until a real one is installed (`./run seal`)."""
    return signing.demo_certificates(seal_folder(org), org.name, clock.now())


def demonstration(db: Session, org: Org) -> str:
    """Why nothing is sealed in earnest yet: the sentence about a demonstration certificate or time, else ''.

    The parameter lets a demonstration certificate be tried out; in a real one a demonstration time proves nothing.
    """
    if signing.is_demonstration(seal_folder(org) / signing.CERT):
        if parameter(db, DEMONSTRATION) == "1":
            return ""
        return f"{org.name}的签章证书还是演示证书，签出的报告没有法律效力，不能签发；请先安装认证机构签发的证书"
    if parameter(db, STAMP) == stamping.SIMULATOR:
        return "时间戳仍由演示服务给出，没有法律效力，不能签发；请安全管理员设定可信时间戳服务的地址，没有的留空"
    return ""


def sealed(db: Session, org: Org, document: bytes, reason: str) -> bytes:
    """A document signed by the institute, with the time of the service that the parameter names."""
    if why := demonstration(db, org):
        raise Refused(why)
    own = certificates(org)
    sealbook.refuse_lost(db, org, PDF, own.cert)
    stamper = stamping.service(parameter(db, STAMP), own.authority.parent)
    try:
        return signing.sign_pdf(document, own, reason=reason, location=org.name, stamper=stamper)
    except signing.RevokedSeal as fault:
        raise Refused(str(fault)) from None
    except stamping.NoStamp as fault:
        log.warning("no trusted time: %s", fault)
        raise Refused("时间戳服务没有给出可信的时间，报告没有签发，请稍后再办；一直如此请告诉安全管理员") from None


def institute(db: Session, code: str) -> Org:
    """The institute with this code. Raises seal_files.WrongSeal with the codes that there are."""
    institutes = list(db.scalars(select(Org).where(Org.kind == "institute").order_by(Org.code)))
    org = next((one for one in institutes if one.code == code), None)
    if org is None:
        codes = "、".join(f"{one.code}（{one.name}）" for one in institutes)
        raise seal_files.WrongSeal(f"没有编码为{code}的检验机构，现有：{codes or '无'}")
    return org


def install(db: Session, code: str, content: bytes, password: str, authority: bytes) -> str:
    """Make the certificate in a PKCS#12 file the seal of the institute with this code; gives what was installed.

    Raises seal_files.WrongSeal. `authority`: PEM certificates of the issuers, where the file holds none.
    """
    org = institute(db, code)
    seal = seal_files.opened(content, password, authority, clock.now())
    seal_files.exchange(seal_folder(org), seal, clock.now())
    until = f"{seal.cert.not_valid_after_utc.astimezone(clock.SHANGHAI):%Y-%m-%d}"
    sealbook.note(db, org, PDF, seal.cert)
    facts = f"{seal.holder}，{seal.issuer}签发，有效至{until}，序列号{seal.cert.serial_number:X}"
    security_event(db, "更换签章证书", org.name, facts)
    return facts


@job("inspection.revocation_lists", retry=3, daily="03:15")
def fetch_revocation_lists(db: Session) -> None:
    """Every night the lists of revoked certificates of all seals; their age stands on the page of health."""
    for own in seal_files.installed(settings.current().data_dir / "seal"):
        for fault in revocations.renew(own, clock.now()):
            log.warning("no list of revoked certificates for %s: %s", own.cert.parent.name, fault)
            security_event(db, "取吊销列表", own.cert.parent.name, fault, "失败")
