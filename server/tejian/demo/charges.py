"""The charges of the demo city, made by the process: registered, confirmed, paid and receipted with the business.

Most reports go out paid; a few accounts are left as they happen in life. Afterwards every day and month that is over is
closed, the bank sends its file, and of what the four ways then find ten disputes stay open.
"""

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial
from io import BytesIO
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes
from tejian.charging.accounts import api as accounts
from tejian.charging.arrears import api as arrears
from tejian.charging.charges import api as charges_api
from tejian.charging.checking import api as checking
from tejian.charging.closing import api as closing
from tejian.charging.fees import api as fees
from tejian.charging.models import accounts as accounts_models
from tejian.charging.models import checks, surplus
from tejian.charging.models.arrears import Letter
from tejian.charging.models.cash import CashLot
from tejian.charging.models.charges import CashDay, CashMonth, Charge, ChargeEntry, PayOrder
from tejian.charging.money import api as money
from tejian.charging.online import api as online
from tejian.charging.safe import api as safe
from tejian.charging.surplus import api as surplus_surplus
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.steps import Process
from tejian.kit.web.edge import Upload

from .actors import Actors

log = logging.getLogger(__name__)
DISPUTES = 10
WAYS = ("cash", "pos", "transfer", "transfer", "online")
FAULTS = ("amount", "second", "lost")  # of the platform of payment
AGREED = "已与缴费单位核对，差额已处理"
Do = Callable[[str, int, int, Any], Any]  # login, days from the acceptance, hour, what is done


def carry(process: Process, name: str, key: str, **values: Any) -> Callable[[Session, User], None]:
    """A move of one subject by a person."""

    def make(db: Session, me: User) -> None:
        process.do(db, me, name, [key], process.by_name[name].read(db, me, {"ids": key, "id": key, **values}))

    return make


FORGOTTEN, DRAFTED, OWED, BILLED = 0.06, 0.10, 0.22, 0.27  # up to which luck a charge gets no further
FILED = 28  # days that the file of the bank tells of
UNCONFIRMED = 0.6  # above it, one of a task that is not confirmed yet waits for the finance office


def _luck(seed: int) -> tuple[random.Random, float]:
    rnd = random.Random(seed * 7 + 1)
    return rnd, rnd.random()


def is_unpaid(seed: int) -> bool:
    """Whether the charge of a finished business is confirmed and nobody pays it."""
    return DRAFTED <= _luck(seed)[1] < OWED


def is_settled(seed: int) -> bool:
    """Whether the charge of a finished business is paid and receipted."""
    return _luck(seed)[1] > BILLED


def charge(do: Do, seed: int, ids: Sequence[str], *, finished: bool, pays: bool, settles: bool) -> bool:
    """Charge the items of a declaration; gives whether all of it was paid. What the table cannot compute is left.

    One that settles went out so long ago that nobody still owes it: whoever does gets nothing more on credit.
    """
    rnd, luck = _luck(seed)
    if luck < FORGOTTEN and not settles:  # forgotten
        return False
    form = charges_api.ChargeForm(items=[fees.ItemForm(id=one) for one in ids])
    try:
        keys = do("shoufei", 0, 15, lambda db, me: [one.id for one in charges_api.register(db, me, form)])
    except Refused as refusal:
        log.warning("demo charge: %s", refusal.message)
        return False
    if luck < DRAFTED and not finished:
        return False
    for key in keys:
        do("shoufei", 0, 16, carry(charges_api.CHARGE, "commit", key))
    if luck > UNCONFIRMED and not (finished or pays):  # the finance office has not come to it
        return False
    for key in keys:
        do("caiwu", 1, 9, carry(charges_api.CHARGE, "confirm", key, status="2"))
    if not pays or (luck < OWED and not settles) or (not finished and luck < 0.5):  # the contract settles by the month
        return False
    for key in keys:
        _pay(do, rnd, key, seed, billed=luck > BILLED)
    return True


def _pay(do: Do, rnd: random.Random, key: str, seed: int, *, billed: bool) -> None:
    charge = do("shoufei", 1, 10, lambda db, me: db.scalars(select(Charge).where(Charge.id == key)).one())
    way = rnd.choice(WAYS)
    if way == "online":
        do("shoufei", 3, 10, partial(_pay_online, key=key))
    else:
        _receive(do, charge, seed, way)
    if billed:
        do("shoufei", 3, 11, carry(charges_api.CHARGE, "bill", key, title=charge.invoicetitle))


def _receive(do: Do, charge: Charge, seed: int, way: str) -> None:
    """Money over the counter."""
    ref = "" if way == "cash" else f"{'PS' if way == 'pos' else 'ZZ'}{seed:06}{charge.chargesysid[-9:]}"
    receipt = {"amount": str(charge.amount), "way": way, "ref": ref}
    do("shoufei", 3, 10, carry(charges_api.CHARGE, "receive", charge.id, **receipt))


def _pay_online(db: Session, _me: User, key: str, fault: str = "") -> None:
    """The unit pays what it owes at the built-in platform, which may do something wrong."""
    charge = db.scalars(select(Charge).where(Charge.id == key)).one()
    payer = replace(SYSTEM, name=charge.payunitname, unit_id=charge.payunitsysid)
    db.info["me"] = payer
    online.pay_simulated(db, payer, key, fault)


def settle() -> None:
    """Close what is over, match the file of the bank, and leave ten disputes open. Cut off, it goes on from there."""
    with kit_db.new_session() as db:
        actors = Actors(db)
    for work in (_advances, _platform_faults, _close_days, _carry_cash, _bank_file, _platform_files, _letter):
        try:
            work(actors)
        except Refused as refusal:  # a demo without a closed month is better than one that never arrives
            log.warning("demo charge: %s", refusal.message)
    with kit_db.new_session.begin() as own:
        checking.compare(own, actors.users["caiwu"].org_id)
    _settle_disputes(actors)


def _advances(actors: Actors) -> None:
    """Three units have paid for their year in advance; one of them has used a part of it for what it owed."""
    yesterday = clock.today() - timedelta(days=1)
    with kit_db.new_session() as db:
        if db.scalar(select(accounts_models.Account.id).limit(1)):
            return
        owed = select(Charge).where(Charge.step == codes.DUE, Charge.confirmed < _at(yesterday, 8))
        charges = {one.payunitsysid: one for one in db.scalars(owed.order_by(Charge.chargesysid.desc()))}
    for n, (unit, row) in enumerate(sorted(charges.items(), key=lambda one: one[1].nature != codes.TAXED)[:3]):
        form = {
            "unitsysid": unit,
            "amount": str(5000 + 2000 * n),
            "way": "transfer",
            "ref": f"YC{yesterday:%m%d}{n:04}",
        }
        actors.do("shoufei", _at(yesterday, 9), partial(_pay_ahead, form=form))
        if n == 0 and row.nature == codes.TAXED:
            amount = {"amount": str(min(row.owed - row.received, Decimal(5000)))}
            actors.do("shoufei", _at(yesterday, 10), carry(charges_api.CHARGE, "offset", row.id, **amount))


def _pay_ahead(db: Session, me: User, form: dict[str, str]) -> None:
    accounts.open_account(db, me, taken(accounts.ADVANCE, db, me, form))


def _letter(actors: Actors) -> None:
    """A letter to the unit that owes for longest, not sent yet."""
    with kit_db.new_session() as db:
        if db.scalar(select(Letter.id).limit(1)):
            return
        late = Charge.step.in_(codes.OPEN) & (Charge.duedate < clock.today())
        unit = db.scalar(select(Charge.payunitsysid).where(late).order_by(Charge.duedate).limit(1))
    if unit:
        actors.do("shoufei", clock.now(), lambda db, me: arrears.make(db, me, [unit]))


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour, 20), clock.SHANGHAI)


def _close_days(actors: Actors) -> None:
    """Each day in its order by its cashier, with the notes that are in the till; each month that is over by finance."""
    logins = {user.id: login for login, user in actors.users.items()}
    with kit_db.new_session() as db:
        days = db.scalars(select(CashDay).where(CashDay.day < clock.today()).order_by(CashDay.day)).all()
        months = db.scalars(select(CashMonth).order_by(CashMonth.month)).all()
    for one in days:
        if one.step == codes.OPEN_DAY:
            actors.do(logins[one.userid], _at(one.day, 17), partial(_count, day=one))
    for month in months:
        if month.end <= clock.today() and month.step == codes.OPEN_MONTH:
            actors.do("caiwu", _at(month.end, 9), carry(closing.MONTHLY, "close", month.id))


def _carry_cash(actors: Actors) -> None:
    """What was counted before the days of the bank's file lies in the bank: the cashier took it there the next day."""
    logins = {user.id: login for login, user in actors.users.items()}
    with kit_db.new_session() as db:
        old = select(CashLot).where(
            CashLot.step == codes.IN_SAFE, CashLot.day < clock.today() - timedelta(days=FILED + 3)
        )
        lots = db.scalars(old.where(CashLot.amount > 0).order_by(CashLot.day, CashLot.place)).all()
    for n, one in enumerate(lots, 1):
        day = one.day + timedelta(days=1)
        slip = {"ref": f"JK{day:%Y%m%d}{n:03}", "depositday": str(day), "opinion": ""}
        actors.do(logins[one.holderid], _at(day, 10), carry(safe.CASH, "deposit", one.id, **slip))
        actors.do("caiwu", _at(day, 15), carry(safe.CASH, "arrive", one.id, opinion="银行缴款回单"))


def _count(db: Session, me: User, day: CashDay) -> None:
    left, notes = money.sums_of_day(db, day.userid, day.day).of("cash"), {}
    for value in codes.NOTES:
        number, left = divmod(left, Decimal(value))
        notes[f"n{value.replace('.', '')}"] = str(int(number))
    reason = {"reason": "找零尾数"} if left else {}
    carry(closing.DAY, "count", day.id, **notes, **reason)(db, me)


def _bank_file(actors: Actors) -> None:
    """The file of the bank: one payment that we do not have, one of another amount, and one of ours is missing."""
    last = clock.today() - timedelta(days=1)
    first = last - timedelta(days=FILED)
    with kit_db.new_session() as db:
        query = select(ChargeEntry).where(ChargeEntry.day >= first, ChargeEntry.day <= last)
        ours = db.scalars(query.where(ChargeEntry.way.in_(("pos", "transfer"))).order_by(ChargeEntry.at)).all()
    if len(ours) < 3:
        return
    lines = [(one.ref, one.amount, one.day) for one in ours[2:]] + [("ZZ990017700001", Decimal("660.00"), last)]
    lines.append((ours[1].ref, ours[1].amount + Decimal("0.50"), ours[1].day))
    total = sum((yuan for _, yuan, _ in lines), Decimal(0))
    head = f"对账单,银行,{first},{last},{len(lines)},{total:.2f}\n流水号,金额,交易日期\n"
    content = head + "".join(f"{number},{amount:.2f},{day}\n" for number, amount, day in lines)
    sent = checking.FileForm(file=Upload(BytesIO(content.encode()), filename=f"银行对账单{last}.csv"))
    actors.do("caiwu", clock.now(), lambda db, me: checking.taken(db, me, sent))


def _platform_faults(actors: Actors) -> None:
    """What goes wrong at the platform of payment: another amount, a second payment, a call that never comes."""
    yesterday = clock.today() - timedelta(days=1)
    with kit_db.new_session() as db:
        if db.scalar(select(PayOrder.id).where(PayOrder.state == codes.DIFFERENT).limit(1)):
            return
        owed = select(Charge.id).where(Charge.step == codes.DUE, Charge.confirmed < _at(yesterday, 8))
        charges = db.scalars(owed.order_by(Charge.chargesysid.desc()).limit(len(FAULTS))).all()
    for n, (key, fault) in enumerate(zip(charges, FAULTS, strict=False)):
        actors.do("shoufei", _at(yesterday, 12 + n), partial(_pay_online, key=key, fault=fault))
    with kit_db.new_session() as db:  # what was paid twice is asked to go back, the wrong amount still waits
        twice = select(surplus.Surplus.id).where(surplus.Surplus.why.contains("重复支付"))
        keys = db.scalars(twice.where(surplus.Surplus.step == codes.FOUND_SURPLUS)).all()
    for key in keys:
        form = {"way": "online", "reason": "已与单位核实为重复支付，请原路退回"}
        actors.do("shoufei", _at(yesterday, 16), carry(surplus_surplus.SURPLUS, "ask", key, **form))


def _platform_files(actors: Actors) -> None:
    """The daily files of the platform of the last four weeks."""
    with kit_db.new_session() as db:
        begin = clock.today() - timedelta(days=28)
        paid = checks.PlatformPayment.day
        days = select(paid).where(paid.between(begin, clock.today() - timedelta(days=1)))
        wanted = db.scalars(days.distinct().order_by(paid)).all()
    for day in wanted:
        actors.do("caiwu", _at(day + timedelta(days=1), 2), partial(checking.fetch_platform_file, day=day))


def _settle_disputes(actors: Actors) -> None:
    with kit_db.new_session() as db:
        rows = checking.open_differences(db, actors.users["caiwu"].org_id)
    kinds = sorted({row.kind for row in rows})
    by_kind = {kind: [row for row in rows if row.kind == kind] for kind in kinds}
    turns = [row for n in range(len(rows)) for kind in kinds for row in by_kind[kind][n : n + 1]]  # of each kind some
    for row in turns[DISPUTES:]:
        actors.do("caiwu", clock.now(), carry(checking.DIFFERENCE, "settle", row.id, reason=AGREED))
