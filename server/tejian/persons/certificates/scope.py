"""Which certificates somebody sees, and how one stands today (C673)."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, literal, select

from tejian.archives.models.persons import SOON_DAYS
from tejian.archives.models.persons import Person as P
from tejian.archives.models.persons import PersonCert as C
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.user import User
from tejian.persons.models.certificates import REISSUE, RENEW, WorkCertificate, open_case
from tejian.system.models.organisations import in_scope

VALID, HELD, REVOKED, CANCELLED, EXPIRED, REISSUING, RENEWING = "0", "1", "2", "3", "4", "5", "6"
STATES = {"0": "有效", "s": "临期", "1": "暂扣", "2": "吊销", "3": "注销", "4": "过期", "5": "补发中", "6": "延续中"}
TONES = {"0": "go", "s": "ca", "1": "ca", "2": "no", "3": "ok", "4": "no", "5": "ca", "6": "ca"}


def certificates(me: User) -> Any:
    """Those of people of the units in one's area; a unit those of its own."""
    if me.unit_id:
        return P.unit_id == me.unit_id
    return in_scope(me, own=C.createby, area=U.areacode)


def with_holders() -> Select[Any]:
    """Certificates of the archive with their holders, units and the paper that they stand on."""
    paper = and_(WorkCertificate.person_id == C.person_id, WorkCertificate.archiveno == C.certno)
    joined = select(C).join(P, P.id == C.person_id).outerjoin(U, U.id == P.unit_id)
    return joined.outerjoin(WorkCertificate, paper)


def state() -> ColumnElement[str]:
    """The state of a certificate on the business date, with what is being decided about it."""
    today = func.current_date()
    return case(
        (C.held != "", C.held),
        (C.validto < today, literal(EXPIRED)),
        (open_case(REISSUE), literal(REISSUING)),
        (open_case(RENEW), literal(RENEWING)),
        (C.validto < today + SOON_DAYS, literal("s")),
        else_=literal(VALID),
    )
