"""What is overdue: charges that were to be paid before today, by unit and by age."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from tejian.archives.units.api import Standing
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.accounts import Account
from tejian.charging.models.charges import Charge
from tejian.charging.parts.api import OVERDUE
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User

ZERO = Decimal("0.00")
AGES = {"30": (0, 30), "90": (31, 90), "180": (91, 180), "more": (181, 36_500)}  # days after the day to pay by
AGE_NAMES = {"30": "0–30天", "90": "31–90天", "180": "91–180天", "more": "180天以上"}
DAYS = func.current_date() - Charge.duedate


def overdue(me: User | None = None) -> Any:
    """Charges whose day has passed and that are not paid: all, or those that a user sees."""
    late = and_(Charge.step.in_(at.OPEN), Charge.duedate < clock.today())
    return late if me is None else and_(Charge.visible(me), late)


def of_age(age: str) -> Any:
    """Those of an age."""
    if age not in AGES:
        raise BadInput("账龄：请从选项中选择")
    least, most = AGES[age]
    today = func.current_date()
    return Charge.duedate.between(today - most, today - least)


def age_of(due: date, today: date) -> str:
    """The name of an age by its days."""
    days = (today - due).days
    return next(name for name, (least, most) in AGES.items() if least <= days <= most)


def charges_of(db: Session, me: User | None, unit: str) -> list[tuple[Charge, Decimal]]:
    """What a unit owes past its day, the oldest first: each charge, and what of it is overdue; of one that is paid in
    parts, those whose day has passed."""
    query = select(Charge, OVERDUE).where(overdue(me), Charge.payunitsysid == unit)
    return [(one, amount) for one, amount in db.execute(query.order_by(Charge.duedate, Charge.chargesysid))]


def sentence(db: Session, unit: str) -> str:
    """How much a unit owes past its day, in how many charges, since when, and what it has paid in advance; '' when it
    owes nothing."""
    if not unit:
        return ""
    query = select(func.count(), func.sum(OVERDUE), func.min(Charge.duedate), func.min(Charge.payunitname))
    count, amount, oldest, name = db.execute(query.where(overdue(), Charge.payunitsysid == unit)).one()
    if not count:
        return ""
    ahead = db.scalar(select(func.sum(Account.balance)).where(Account.unitsysid == unit))
    return f"{name}欠费{count}笔共{amount}元，最早应于{oldest}缴清" + (f"，预存款余额{ahead}元" if ahead else "")


def standing(db: Session, me: User, unit: str) -> Standing | None:
    """What a unit owes past its day and has paid in advance; None for who may see neither."""
    if p.QUERY not in me.permissions and me.unit_id != unit:
        return None
    query = select(func.count(), func.sum(OVERDUE), func.min(Charge.duedate))
    count, owed, since = db.execute(query.where(overdue(me), Charge.payunitsysid == unit)).one()
    own = select(func.sum(Account.balance)).where(Account.unitsysid == unit, Account.visible(me))
    return Standing(owed or ZERO, count, since, db.scalar(own) or ZERO)


def by_age(db: Session, me: User, unit: str) -> dict[str, tuple[int, Decimal]]:
    """How many charges of each age a unit has open, and what is left of them."""
    today, found = clock.today(), dict[str, tuple[int, Decimal]]()
    for one, late in charges_of(db, me, unit):
        age = age_of(one.duedate or today, today)
        count, amount = found.get(age, (0, ZERO))
        found[age] = count + 1, amount + late
    return found
