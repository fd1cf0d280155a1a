"""Which body one may apply to, who works there, and whose 监察证 counts on a day."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.persons.models.bodies import ExamBody, ExamBodyItem, MonitorCert, may_examine
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import version


def organisations(db: Session, _me: User) -> list[Option]:
    """The organisations that may be entered as a body: those that stand for themselves."""
    rows = db.scalars(select(Org).where(Org.id == Org.org_id).order_by(Org.code))
    return [{"value": one.id, "label": one.name} for one in rows]


def bodies_for(db: Session, item: str = "") -> list[Option]:
    """The bodies in force today; those that may examine an item, when one is named."""
    today = clock.today()
    fits = may_examine(item, today) if item else (ExamBody.held == "") & (ExamBody.validto >= today)
    return [{"value": b.id, "label": b.name} for b in db.scalars(select(ExamBody).where(fits).order_by(ExamBody.name))]


def body_of(db: Session, key: str) -> ExamBody | None:
    return db.scalars(select(ExamBody).where(ExamBody.id == key)).first()


def people_of(db: Session, org: str) -> list[Option]:
    """The people of an organisation: its teachers and examiners."""
    rows = db.scalars(select(SysUser).where(SysUser.org_id == org, SysUser.enabled).order_by(SysUser.name))
    return [{"value": one.id, "label": one.name} for one in rows] if org else []


def item_words(db: Session) -> dict[str, str]:
    """The words of C622."""
    return dict(dictionary.words(db, version(db, "dict")).get("C622", {}))


def items_of(db: Session, body: ExamBody) -> Sequence[ExamBodyItem]:
    own = select(ExamBodyItem).where(ExamBodyItem.body_id == body.id)
    return db.scalars(own.order_by(ExamBodyItem.item)).all()


def monitor_numbers(db: Session, users: Sequence[str], on: date) -> dict[str, str]:
    """The number of the 监察证 in force on a day of each of these people; who has none is left out."""
    C = MonitorCert
    own = select(C).where(C.user_id.in_(users), C.held == "", C.validto >= on).order_by(C.validto)
    return {one.user_id: one.certno for one in db.scalars(own)}
