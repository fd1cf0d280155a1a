"""What stands against a case about a certificate, and what it does (TSG Z6001-2019; person_rules).

The window of a renewal is judged by the day on which it is asked: at least a month before the end, as the rule of 2019
says; the three months of the rule of 2013 are not used.
"""

from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, false, select
from sqlalchemy.orm import Session

from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.persons.models.certificates import (
    ALL_KINDS,
    ASKED,
    CANCEL,
    CORRECT,
    REISSUE,
    RENEW,
    RESTORE,
    REVOKE,
    SUSPEND,
    UNIT,
    CertCase,
)
from tejian.persons.terms.api import item_rule, number_of_rule, rule
from tejian.system.accounts.api import users_of
from tejian.system.models.organisations import in_scope

from .forms import CASE_PAGE
from .issuing import ends_on, limit_words, new_code, paper_of
from .scope import CANCELLED, HELD, REVOKED

C = CertCase
WORDS = {HELD: "暂扣", REVOKED: "吊销", CANCELLED: "注销"}
ORDERED = {SUSPEND: HELD, RESTORE: "", REVOKE: REVOKED, CANCEL: CANCELLED}


class Window(NamedTuple):
    """When the renewal of a certificate may be asked for: from the first day to the last."""

    first: date
    last: date


def window_of(db: Session, cert: PersonCert) -> Window:
    need = item_rule(db, cert.item)
    before = need.renew_before_days if need else number_of_rule(db, "cert.renew_before_days")
    open_days = number_of_rule(db, "cert.renew_open_days")
    return Window(cert.validto - timedelta(days=open_days), cert.validto - timedelta(days=before))


def refuse(db: Session, cert: PersonCert, row: C, on: date) -> str | None:
    """Why this cannot be done about a certificate, asked on a day; None when it can."""
    kind = ALL_KINDS[row.kind]
    own = C.cert_id == cert.id, C.step == ASKED, C.id != (row.id or "")
    if number := db.scalar(select(C.caseno).where(*own).limit(1)):
        return f"证书{cert.certno}已有待审核的办理{number}"
    if row.kind == RESTORE:
        return None if cert.held == HELD else "只有暂扣的证书可以恢复"
    if cert.held in (REVOKED, CANCELLED):
        return f"证书已{WORDS[cert.held]}，不能{kind}"
    if row.kind in (REVOKE, CANCEL):
        return None
    if cert.held:
        return f"证书暂扣期间，不能{kind}"
    if cert.validto < on:
        return rule(db, "cert.expired")["sentence"]
    return _of_kind(db, cert, row, on)


def _of_kind(db: Session, cert: PersonCert, row: C, on: date) -> str | None:
    if row.kind == RENEW:
        return _renewal(db, cert, row, on)
    if row.kind == CORRECT and not (cert.item == "Q2" and row.newlimits):
        return "只有起重机司机有限定范围可以更正，并请选择更正后的范围"
    if row.kind == UNIT:
        person = db.scalars(select(Person).where(Person.id == cert.person_id)).one()
        return "请选择与现单位不同的新聘用单位" if row.newunitsysid in ("", person.unit_id) else None
    return None


def _renewal(db: Session, cert: PersonCert, row: C, on: date) -> str | None:
    window = window_of(db, cert)
    if on > window.last:
        return f"{rule(db, 'cert.renew_before_days')['sentence']}，最后申请日为{window.last}"
    if on < window.first:
        return f"尚未到复审期，{window.first}起可以申请"
    return None if row.noaccident else "请承诺持证期间没有责任事故和违章作业"


def officer(me: User) -> ColumnElement[bool]:
    """发证机关提交人以外的人员"""
    mine = in_scope(me, area=C.areacode) if me.scope in ("area", "all") and not me.unit_id else false()
    return and_(mine, C.asker_id != me.id)


def cert_of(db: Session, row: C, *, lock: bool = False) -> PersonCert:
    query = select(PersonCert).where(PersonCert.id == row.cert_id)
    return db.scalars(query.with_for_update() if lock else query).one()


# -- guards and effects ---------------------------------------------------------------------------------------------


def may_be_done(d: Doing) -> str | None:
    """证书现在可以这样办理"""
    s = d.subject
    day = s.asked.astimezone(clock.SHANGHAI).date()
    return refuse(d.db, cert_of(d.db, s, lock=True), s, day)


def own_case(d: Doing) -> str | None:
    """提交人"""
    s = d.subject
    own = s.unitsysid == d.me.unit_id if d.me.unit_id else s.asker_id == d.me.id
    return None if own else "只有提交人可以撤回"


def carry_out(d: Doing) -> None:
    """写入证书"""
    s, db = d.subject, d.db
    cert = cert_of(db, s, lock=True)
    s.endedbefore = cert.validto
    if s.kind in ORDERED:
        cert.held = ORDERED[s.kind]
        return
    paper = paper_of(db, d.me, cert.person_id)
    if cert.certno != paper.archiveno:  # an older certificate comes onto the paper of its holder
        cert.certno = paper.archiveno
    if s.kind == RENEW:
        need = item_rule(db, cert.item)
        assert need is not None
        cert.validto = ends_on(cert.validto + timedelta(days=1), need.valid_months)
    elif s.kind == CORRECT:
        cert.level = limit_words(db, s.newlimits)
    elif s.kind == UNIT:
        _move(db, s, cert)
    if s.kind in (REISSUE, CORRECT):
        paper.edition, paper.verifycode = paper.edition + 1, new_code()


def _move(db: Session, row: C, cert: PersonCert) -> None:
    unit = db.scalars(select(Unit).where(Unit.id == row.newunitsysid)).one()
    person = db.scalars(select(Person).where(Person.id == cert.person_id)).one()
    paper = paper_of(db, db.info["me"], cert.person_id)
    person.unit_id = unit.id
    paper.unitsysid, paper.unitname, paper.areacode = unit.id, unit.name, unit.areacode


def tell_asker(d: Doing) -> None:
    """告知提交人和单位"""
    s = d.subject
    whom = {one for one in (*users_of(d.db, s.unitsysid), s.asker_id) if one} - {d.me.id}
    title = f"{s.caseno} {ALL_KINDS[s.kind]}：{STEPS[s.step]}"
    tell(d.db, sorted(whom), "人员证书", title, d.reason.text, CASE_PAGE.format(id=s.id))


STEPS = {"BJ": "已办结", "BH": "不予办理", "CH": "已撤回"}
