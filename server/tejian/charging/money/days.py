"""The days of cashiers: each opens with its first entry, is held while an entry is made, and says what came in."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import CashDay, CashMonth
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import SYSTEM, User

from . import payments

ZERO = Decimal("0.00")


@dataclass(frozen=True)
class DaySums:
    """What came in by each means, less what was given back."""

    amounts: dict[str, Decimal]
    counts: dict[str, int]

    def of(self, way: str) -> Decimal:
        return self.amounts.get(way, ZERO)

    @property
    def entrycount(self) -> int:
        return sum(self.counts.values())

    @property
    def total(self) -> Decimal:
        return sum(self.amounts.values(), ZERO)


def sums_of_day(db: Session, userid: str, day: date) -> DaySums:
    """The money of one cashier and day, from the entries of charges and accounts."""
    rows = db.execute(payments.till(userid, day)).all()
    return DaySums({way: amount for way, amount, _ in rows}, {way: count for way, _, count in rows})


def hold_open(db: Session, me: User, *, opens: bool) -> None:
    """Let nobody close the day of `me` before this transaction ends. Raises Refused when he has closed it.

    `opens`: money at the counter opens the day, and the month of the institute with it.
    """
    if me.id == SYSTEM.id:  # what comes in online is no cashier's
        return
    today = clock.today()
    row = _held(db, me.id, today)
    if row is None and opens:
        if not me.may(p.CLOSE):  # nobody else could close his day, and the month would wait for it
            raise Refused(f"{me.name}没有日结的权限，不能收付款")
        now = clock.now()
        beginning = {"step": at.OPEN_DAY, "step_since": now, "createby": me.id, "orgid": me.org_id}
        month = {"month": f"{today:%Y-%m}", "begins": today.replace(day=1), **beginning, "step": at.OPEN_MONTH}
        db.execute(insert(CashMonth).values(**month).on_conflict_do_nothing())
        own = {"userid": me.id, "username": me.name, "day": today, **beginning}
        db.execute(insert(CashDay).values(**own).on_conflict_do_nothing())
        row = _held(db, me.id, today)
    if row is not None and row.step != at.OPEN_DAY:
        raise Refused(
            f"{me.name}{today}{at.DAY_NAMES[row.step]}，当日不能再登记、冲减收付款，请在下一个未日结的工作日办理"
        )


def still_open(db: Session, userid: str, day: date) -> bool:
    """Whether the till of a cashier is that of today and not counted; it stays so until this transaction ends."""
    if day != clock.today():
        return False
    row = _held(db, userid, day)
    return row is not None and row.step == at.OPEN_DAY


def _held(db: Session, userid: str, day: date) -> CashDay | None:
    """The day, shared with other entries and kept from its close."""
    query = select(CashDay).where(CashDay.userid == userid, CashDay.day == day).with_for_update(read=True)
    return db.scalars(query.execution_options(populate_existing=True)).first()
