"""What is printed of a certificate: the paper of TSG Z6001 with its code (registration_documents.md §6)."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import settings
from tejian.archives.models.persons import Person
from tejian.kit.database.audit import plain
from tejian.kit.ground.errors import Refused
from tejian.kit.papers import qr
from tejian.persons.bodies.api import item_words
from tejian.persons.models.certificates import ASKED, DONE, RENEW, CertCase, WorkCertificate

from .issuing import check_path, items_on
from .judging import cert_of, window_of
from .process import CASE
from .public import state_word


def certificate(db: Session, row: WorkCertificate) -> dict[str, Any]:
    """The holder with the masked number, the items with their days. Refused when no item stands on it."""
    items = items_on(db, row)
    if not items:
        raise Refused(f"{row.archiveno}没有作业项目，不能打印")
    words = item_words(db)
    person = db.scalars(select(Person).where(Person.id == row.person_id)).one()
    lines = [
        {
            "item": f"{one.item} {words.get(one.item, '')}".strip(),
            "limits": one.level,
            "approved": plain(one.firstdate),
            "until": plain(one.validto),
            "state": state_word(db, one),
        }
        for one in items
    ]
    return {
        "name": person.name,
        "number": person.idno,
        "items": lines,
        "qr": qr.svg(settings.current().public_url + check_path(row)),
    }


def renewal(db: Session, row: CertCase) -> dict[str, Any]:
    """The form of a renewal (TSG Z6001 appendix C, seen in part). Refused for what is no renewal."""
    if row.kind != RENEW:
        raise Refused(f"{row.caseno}不是复审延续，没有复审申请表")
    cert = cert_of(db, row)
    person = db.scalars(select(Person).where(Person.id == row.person_id)).one()
    return {
        "name": person.name,
        "number": person.idno,
        "certno": cert.certno,
        "itemname": f"{row.item} {item_words(db).get(row.item, '')}".strip(),
        "limits": cert.level or "/",
        "ended": plain(row.endedbefore or cert.validto),
        "until": plain(cert.validto) if row.step == DONE else "",
        "last": plain(window_of(db, cert).last) if row.step == ASKED else "",
        "stateName": CASE.name_of(row.step),
    }
