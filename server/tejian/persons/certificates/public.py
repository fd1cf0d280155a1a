"""What the code on a certificate tells whoever reads it: masked name, items, limits, validity, state, and no more."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.persons import Person, PersonCert
from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.web.edge import Caller
from tejian.persons.bodies.api import item_words
from tejian.persons.models.certificates import ASKED, REISSUE, RENEW, CertCase, WorkCertificate

from .issuing import items_on
from .scope import EXPIRED, REISSUING, RENEWING, STATES, VALID

KIND = "证书查验"
WRONG = "没有找到该证书，请核对二维码"


class CheckedItem(TypedDict):
    item: str
    limits: str
    validto: str
    state: str
    valid: bool


class CheckedCertificate(TypedDict):
    """What anybody learns of a certificate."""

    name: str
    archiveno: str
    items: list[CheckedItem]


def masked_name(name: str) -> str:
    """The family name, and a sign for each other character."""
    return f"{name[:1]}{'*' * max(1, len(name) - 1)}" if name else ""


def state_of(db: Session, cert: PersonCert) -> str:
    """The state of a certificate on the business date (C673)."""
    if cert.held:
        return cert.held
    if cert.validto < clock.today():
        return EXPIRED
    open_ = select(CertCase.kind).where(CertCase.cert_id == cert.id, CertCase.step == ASKED)
    kinds = set(db.scalars(open_))
    return REISSUING if REISSUE in kinds else RENEWING if RENEW in kinds else VALID


def state_word(db: Session, cert: PersonCert) -> str:
    return STATES[state_of(db, cert)]


def by_code(db: Session, caller: Caller, number: str, code: str) -> CheckedCertificate | Refused:
    """The certificate of a number with its code. What is wrong is counted by address, and made to wait."""
    counted = tries.address("public", caller.ip)
    tries.refuse_waiting(db, counted, "查询")
    wanted = number.strip().upper()[:32]
    paper = db.scalars(select(WorkCertificate).where(WorkCertificate.archiveno == wanted)).first()
    if paper is None or not code or paper.verifycode != code.strip().upper():
        security_event(db, KIND, wanted, "编号或查验码不符", "失败", ip=caller.ip)
        tries.failed(db, counted, tries.PUBLIC)
        return Refused(WRONG, "VERIFY")
    words = item_words(db)
    person = db.scalars(select(Person).where(Person.id == paper.person_id)).one()
    return {
        "name": masked_name(person.name),
        "archiveno": paper.archiveno,
        "items": [_item(db, words, cert) for cert in items_on(db, paper)],
    }


def _item(db: Session, words: dict[str, str], cert: PersonCert) -> CheckedItem:
    state = state_of(db, cert)
    return {
        "item": f"{cert.item} {words.get(cert.item, '')}".strip(),
        "limits": cert.level,
        "validto": cert.validto.isoformat(),
        "state": STATES[state],
        "valid": state in (VALID, REISSUING, RENEWING),
    }
