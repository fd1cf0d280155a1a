"""What a registration is compared with: what its unit was charged in former years; and by when it would be paid."""

from collections.abc import Iterable
from datetime import date, timedelta

from sqlalchemy import extract, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge
from tejian.charging.terms.api import instalments_of
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.settings.api import number

DAYS_TO_PAY = 15
YEARS = 3  # before this one


class YearCharged(TypedDict):
    """What a unit was charged in a year: yuan that stand, and for how many items."""

    year: int
    amount: str
    items: int


def pay_by(db: Session, agreements: Iterable[str]) -> date:
    """By when a charge that is confirmed today is to be paid: with the next instalment of its contract, else in some
    days."""
    coming = [one.dueday for one in instalments_of(db, *agreements) if one.dueday >= clock.today()]
    return min(coming, default=clock.today() + timedelta(days=number(db, "charge.pay_days", DAYS_TO_PAY)))


def former_years(db: Session, me: User, unit: str) -> list[YearCharged]:
    """This year and the ones before it, as far as the unit was charged then."""
    year = extract("year", func.timezone("Asia/Shanghai", Charge.confirmed))
    sums = select(year, func.sum(Charge.owed), func.sum(Charge.itemcount)).where(
        Charge.visible(me),
        Charge.unitsysid == unit,
        Charge.step != at.VOID,
        Charge.confirmed.is_not(None),
        year >= clock.today().year - YEARS,
    )
    rows = db.execute(sums.group_by(year).order_by(year))
    return [{"year": int(when), "amount": f"{amount:.2f}", "items": int(items)} for when, amount, items in rows]
