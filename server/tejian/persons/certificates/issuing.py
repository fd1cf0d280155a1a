"""A certificate comes into being, and its paper: one of a person, numbered without gaps, its items in the archive."""

import secrets
from datetime import date, timedelta
from typing import NamedTuple
from urllib.parse import urlencode

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.database.db import hold
from tejian.kit.database.numbering import number_new
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.persons.models.certificates import DONE, REVOKE, CertCase, WorkCertificate
from tejian.persons.terms.api import item_rule
from tejian.system.models.organisations import Org
from tejian.system.settings.api import version

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is read as another
CODE_LENGTH = 10


class Grant(NamedTuple):
    """What an application has earned: the item with its limits (codes of C622Q), for a person of a unit."""

    person_id: str
    item: str
    limits: str
    unitsysid: str
    unitname: str
    areacode: str


def limit_words(db: Session, limits: str) -> str:
    """Limits as the certificate says them."""
    words = dictionary.words(db, version(db, "dict")).get("C622Q", {})
    return "、".join(str(words.get(code, code)) for code in limits.split(",") if code)


def new_code() -> str:
    """What proves that somebody holds a paper: no number that can be counted up."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def ends_on(begin: date, months: int) -> date:
    """The last day of a certificate that begins on a day."""
    return clock.add_months(begin, months) - timedelta(days=1)


def paper_of(db: Session, me: User, person_id: str) -> WorkCertificate:
    """The paper of a person, made when there is none. Its number is taken last: others wait for the series."""
    hold(db, f"work certificate {person_id}")
    paper = db.scalars(select(WorkCertificate).where(WorkCertificate.person_id == person_id)).first()
    if paper is not None:
        return paper
    person = db.scalars(select(Person).where(Person.id == person_id)).one()
    unit = db.scalars(select(Unit).where(Unit.id == person.unit_id)).first()
    paper = WorkCertificate(person_id=person_id, issued=clock.today(), verifycode=new_code(), org_id=me.org_id)
    paper.unitsysid, paper.unitname = person.unit_id, unit.name if unit else ""
    paper.areacode, paper.createby = unit.areacode if unit else me.area, me.id
    number_new(db, paper)
    db.add(paper)
    db.flush()
    return paper


def issue(db: Session, me: User, grant: Grant) -> PersonCert:
    """The item of a grant on the paper of the person, from today for its term."""
    need = item_rule(db, grant.item)
    if need is None:
        raise Refused("没有该项目的考核规则，不能发证")
    paper = paper_of(db, me, grant.person_id)
    paper.unitsysid, paper.unitname, paper.areacode = grant.unitsysid, grant.unitname, grant.areacode
    same = PersonCert.person_id == grant.person_id, PersonCert.item == grant.item, PersonCert.certno == paper.archiveno
    row = db.scalars(select(PersonCert).where(*same)).first()
    if row is None:
        row = PersonCert(person_id=grant.person_id, item=grant.item, certno=paper.archiveno, createby=me.id)
    row.firstdate, row.validto, row.held = clock.today(), ends_on(clock.today(), need.valid_months), ""
    row.level = limit_words(db, grant.limits)
    row.issueorg = db.scalar(select(Org.name).where(Org.id == me.org_id)) or ""
    db.add(row)
    db.flush()
    return row


def check_path(paper: WorkCertificate) -> str:
    """The address on this platform under which anybody checks a paper."""
    return f"/certificate?{urlencode({'no': paper.archiveno, 'code': paper.verifycode})}"


def items_on(db: Session, paper: WorkCertificate) -> list[PersonCert]:
    """The items that stand on a paper."""
    own = select(PersonCert).where(PersonCert.person_id == paper.person_id, PersonCert.certno == paper.archiveno)
    return list(db.scalars(own.order_by(PersonCert.item, PersonCert.id)))


def revoked_on(db: Session, person_id: str) -> date | None:
    """The last day on which a certificate of a person was revoked here."""
    own = CertCase.person_id == person_id, CertCase.kind == REVOKE, CertCase.step == DONE
    return db.scalar(select(func.max(CertCase.decided)).where(*own))


def why_not_typed(db: Session, number: str) -> str | None:
    """Why a certificate of this number is not typed into the archive: it was issued here."""
    own = select(WorkCertificate.id).where(WorkCertificate.archiveno == number)
    return f"证书{number}由本平台核发，请在证书管理中办理" if db.scalar(own.limit(1)) else None
