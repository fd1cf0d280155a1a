"""What stands against a filing, and what its agreement writes. Rules: rescue_rules, and how many lifts one person has.

TSG T5002-2017 asks for a licence and for maintainers with certificates (item T); how many lifts one of them may look
after is a local rule.
"""

from datetime import date, timedelta

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit, UnitLicence
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.lifts.models.filing import (
    CHANGE,
    FIRST,
    RENEWAL,
    STANDING,
    WAITING,
    FiledPerson,
    MaintFiling,
    in_force,
)
from tejian.system.models.areas import covered_prefix
from tejian.system.settings import api as params

from .terms import number_term, term

ITEM = "T"  # C622: 电梯修理


def unit_of(db: Session, key: str) -> Unit | None:
    """The unit of a filing, of which its row keeps the key."""
    return db.scalars(select(Unit).where(Unit.id == key)).first()


def licence_of(db: Session, unit: str) -> UnitLicence | None:
    """The licence for lifts that lasts longest, of those in force today."""
    L = UnitLicence
    wanted = [L.items.contains(item) for item in term(db, "维保许可项目").split(";")]
    query = select(L).where(L.unit_id == unit, L.held == "", L.validto >= clock.today(), or_(*wanted))
    return db.scalars(query.order_by(L.validto.desc(), L.id).limit(1)).first()


def certificates(db: Session, row: MaintFiling) -> dict[str, PersonCert]:
    """The certificate T in force of each person named who is at work in the unit, by the person's key."""
    named = select(FiledPerson.person_id).where(FiledPerson.filing_id == row.id)
    query = (
        select(PersonCert)
        .join(Person, Person.id == PersonCert.person_id)
        .where(Person.id.in_(named), Person.unit_id == row.unitsysid, Person.status != codes.LEFT)
        .where(PersonCert.item == ITEM, PersonCert.held == "", PersonCert.validto >= func.current_date())
        .order_by(PersonCert.validto)
    )
    return {one.person_id: one for one in db.scalars(query)}


def lifts_there(db: Session, unit: str, area: str) -> int:
    """The lifts in use that a unit maintains in an area."""
    mine = E.equclass == codes.LIFT, E.maiorgsysid == unit, E.equDel == 0, E.equstatus.in_(codes.RUNNING)
    query = select(func.count()).where(*mine, E.areacode.startswith(covered_prefix(area)))
    return db.scalar(query) or 0


def per_person(db: Session) -> int:
    """Lifts that one maintainer may look after."""
    return max(params.number(db, "archives.lifts_per_maintainer", 40), 1)


def most_lifts(db: Session, row: MaintFiling) -> int:
    """Lifts that the persons of a filing may look after today."""
    return len(certificates(db, row)) * per_person(db)


# -- guards ---------------------------------------------------------------------------------------------------------


def has_authority(d: Doing) -> str | None:
    """服务区域有备案机关"""
    return None if d.subject.regorg else "服务区域没有备案机关，请先在机构管理中设置监管机构的区划"


def may_maintain(d: Doing) -> str | None:
    """是在业的维保单位"""
    unit = unit_of(d.db, d.subject.unitsysid)
    if unit is None or not unit.ismaintain:
        return "该单位不是维保单位"
    if unit.canceldate or unit.blacklist or not unit.enabled:
        return f"{unit.name}已注销、停用或列入黑名单，不能备案"
    return None


def licensed(d: Doing) -> str | None:
    """电梯安装（含修理）许可在有效期内"""
    if licence_of(d.db, d.subject.unitsysid) is None:
        return "单位档案没有有效期内的电梯安装（含修理）许可证，请先登记"
    return None


def staffed(d: Doing) -> str | None:
    """持证人员与电梯台数相称"""
    s = d.subject
    named = d.db.scalar(select(func.count()).where(FiledPerson.filing_id == s.id)) or 0
    valid, each = len(certificates(d.db, s)), per_person(d.db)
    lifts = max(s.lifts, lifts_there(d.db, s.unitsysid, s.areacode))
    needed = -(-lifts // each)
    if valid >= needed:
        return None
    lapsed = f"（所列{named}人中{named - valid}人无有效证书或已离岗）" if named > valid else ""
    return f"{lifts}台电梯须有持证维保人员{needed}人，现有{valid}人{lapsed}"


def alone(d: Doing) -> str | None:
    """同一区域没有另一份备案"""
    s = d.subject
    C = MaintFiling
    others = C.unitsysid == s.unitsysid, C.areacode == s.areacode, C.id.not_in((s.id, s.replaces_id))
    query = select(C).where(*others, or_(C.step.in_(WAITING), in_force()))
    found = d.db.scalars(query.order_by(C.id)).first()
    if found is None:
        return None
    return f"该区域已有备案{found.filno}，请变更或续期" if found.step in STANDING else "该区域已有一份备案正在审查"


def in_time(d: Doing) -> str | None:
    """变更、续期在原备案有效时提出，续期不早于规定的天数"""
    s = d.subject
    if s.filkind == FIRST:
        return None
    before = replaced(d.db, s)
    if before is None or before.step not in STANDING or before.validto is None or before.validto < clock.today():
        return "原备案已过期或注销，请重新申请首次备案"
    if s.filkind == RENEWAL and before.renewfrom and clock.today() < before.renewfrom:
        return f"原备案有效至{before.validto}，{before.renewfrom}起可以申请续期"
    return None


def own_or_office(d: Doing) -> str | None:
    """备案的单位或备案机关"""
    s, me = d.subject, d.me
    own = s.unitsysid == me.unit_id if me.unit_id else s.regorg == me.org_id
    return None if own else "只有备案的单位和备案机关可以办理"


def one_at_a_time(d: Doing) -> None:
    """同一单位同一区域一次一份"""
    hold(d.db, f"maintenance filing {d.subject.unitsysid} {d.subject.areacode}")


# -- what is written ------------------------------------------------------------------------------------------------


def replaced(db: Session, row: MaintFiling) -> MaintFiling | None:
    """The filing that a change or renewal replaces."""
    if not row.replaces_id:
        return None
    return db.scalars(select(MaintFiling).where(MaintFiling.id == row.replaces_id).with_for_update()).first()


def standing_of(db: Session, unit: str, area: str) -> MaintFiling | None:
    """The filing in force of a unit for exactly this area."""
    C = MaintFiling
    return db.scalars(select(C).where(C.unitsysid == unit, C.areacode == area, in_force()).order_by(C.id)).first()


def note_papers(d: Doing) -> None:
    """记许可证和各人证书"""
    s = d.subject
    licence = licence_of(d.db, s.unitsysid)
    assert licence is not None
    s.licno, s.licvalidto = licence.licno, licence.validto
    found = certificates(d.db, s)
    for one in d.db.scalars(select(FiledPerson).where(FiledPerson.filing_id == s.id)):
        cert = found.get(one.person_id)
        one.certno, one.certto = (cert.certno, cert.validto) if cert else ("", None)


def ends_on(db: Session, row: MaintFiling, before: MaintFiling | None) -> date:
    """The last day of a filing that is agreed today: a year, never past its licence.

    A change keeps the end of the one before; a renewal begins where that ends.
    """
    months, today = number_term(db, "备案有效期"), clock.today()
    whole = clock.add_months(today, months) - timedelta(days=1)
    if before is not None and before.validto is not None:
        if row.filkind == CHANGE:
            whole = before.validto
        elif before.validto >= today:
            whole = clock.add_months(before.validto, months)
    licence = licence_of(db, row.unitsysid)
    return min(whole, licence.validto) if licence else whole
