"""Cases about picked certificates come into being."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.database.db import hold
from tejian.kit.database.numbering import number_new
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.persons import permissions as p
from tejian.persons.models.certificates import ALL_KINDS, ASKED, CertCase
from tejian.system.accounts.api import who_may

from .forms import CASE_PAGE
from .judging import refuse
from .process import CASE
from .scope import certificates, with_holders

MOST = 200


def ask(db: Session, me: User, sent: Input) -> int:
    """A case about each picked certificate, or none. Returns how many. Refused with the sentence of each fault."""
    rows = _picked(db, me, sent.ids)
    wrong = []
    for cert, person, unit in rows:
        case = _case(me, cert, person, unit, sent.values)
        if sentence := refuse(db, cert, case, clock.today()):
            wrong.append(f"{person.name}：{sentence}")
            continue
        CASE.put(db, case, ASKED)
        number_new(db, case)
        db.add(case)
        db.flush()
        authority = authority_of(db, case.areacode)
        if authority is not None:
            org = authority.org_id or authority.id
            title = f"{case.caseno} {ALL_KINDS[case.kind]}：待审核"
            whom = set(who_may(db, p.CERT_DECIDE, org)) - {me.id}
            tell(db, sorted(whom), "人员证书", title, person.name, CASE_PAGE.format(id=case.id))
    if wrong:
        raise Refused("；".join(wrong[:5]))
    return len(rows)


def _picked(db: Session, me: User, ids: Any) -> list[tuple[PersonCert, Person, Unit | None]]:
    wanted = sorted(set(ids))
    if not wanted:
        raise Refused("请选择证书")
    if len(wanted) > MOST:
        raise Refused(f"一次最多办理{MOST}本")
    hold(db, "certificate cases")
    query = with_holders().where(PersonCert.id.in_(wanted), certificates(me)).add_columns(Person, Unit)
    rows = [(cert, person, unit) for cert, person, unit in db.execute(query.order_by(PersonCert.id))]
    if len(rows) != len(wanted):
        raise NoPermission
    return rows


def _case(me: User, cert: PersonCert, person: Person, unit: Unit | None, values: Mapping[str, Any]) -> CertCase:
    case = CertCase(kind=values["kind"], cert_id=cert.id, person_id=person.id, item=cert.item, why=values["why"])
    case.newlimits, case.newunitsysid = values.get("newlimits") or "", values.get("newunitsysid") or ""
    case.noaccident = bool(values.get("noaccident"))
    case.unitsysid, case.unitname = person.unit_id, unit.name if unit else ""
    case.areacode = unit.areacode if unit else me.area
    case.asker_id, case.createby, case.asked = me.id, me.id, clock.now()
    return case
