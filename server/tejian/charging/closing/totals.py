"""What a day or a month comes to, for the fiscal account and for the books: by nature and means, by item, by receipts,
and what units have paid in advance. Everything is read from the entries, so a closed month says the same for ever.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.accounts import Account
from tejian.charging.models.accounts import AccountEntry as A
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeEntry as N
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.charges import Invoice as I
from tejian.kit.ground import clock

ZERO = Decimal("0.00")
AHEAD, TOTAL = "预存款", "合计"
WAYS = (*at.METHODS, at.ONLINE, at.DEPOSIT)
NOT_OWED = (*at.INSIDE, at.VOID)


def by_nature(db: Session, entries: Iterable[Any], ahead: Iterable[Any]) -> list[dict[str, Any]]:
    """What came in less what went back, by nature and means. Advances are a row of their own: taken in by a means, and
    taken from again when they pay a charge, so that the means add up to what lies there.
    """
    sums: dict[str, dict[str, Decimal]] = defaultdict(dict)
    query = select(C.nature, N.way, func.sum(N.amount)).join(C, C.id == N.charge_id)
    for nature, way, amount in db.execute(query.where(N.kind == at.RECEIVED, *entries).group_by(C.nature, N.way)):
        sums[nature][way] = amount
    means: Any = case((A.way == "", at.DEPOSIT), else_=A.way)
    own = select(means, func.sum(A.amount)).join(Account, Account.id == A.account_id).where(*ahead).group_by(means)
    for name, amount in db.execute(own):
        sums[AHEAD][name] = amount
    rows = [_row(name, sums[name]) for name in (at.NON_TAX, at.TAXED, AHEAD) if name in sums]
    total = {name: sum((one.get(name, ZERO) for one in sums.values()), ZERO) for name in WAYS}
    return [*rows, _row(TOTAL, total)] if rows else []


def _row(name: str, amounts: dict[str, Decimal]) -> dict[str, Any]:
    return {
        "nature": name,
        **{way: f"{amounts.get(way, ZERO):.2f}" for way in WAYS},
        "total": f"{sum(amounts.values(), ZERO):.2f}",
    }


def of_day(userid: str, day: date) -> tuple[list[ColumnElement[bool]], list[ColumnElement[bool]]]:
    """The entries of the till of a cashier and day: of charges, and of accounts."""
    return [N.day == day, N.userid == userid, N.way.in_(at.METHODS)], [
        *(A.day == day, A.userid == userid, A.way.in_(at.METHODS))
    ]


def of_month(org: str, first: date, end: date) -> tuple[list[ColumnElement[bool]], list[ColumnElement[bool]]]:
    """The entries of an institute from a day to before another."""
    return [N.orgid == org, N.day >= first, N.day < end], [Account.orgid == org, A.day >= first, A.day < end]


def by_item(db: Session, org: str, first: date, end: date) -> list[dict[str, Any]]:
    """What was confirmed as owed, by nature and item."""
    query = select(C.nature, L.item, func.count(), func.sum(L.amount)).join(C, C.id == L.charge_id)
    query = query.where(
        C.orgid == org, C.confirmed >= _begin(first), C.confirmed < _begin(end), C.step.not_in(NOT_OWED)
    )
    rows = db.execute(query.group_by(C.nature, L.item).order_by(C.nature, func.sum(L.amount).desc(), L.item))
    return [{"nature": n, "item": item, "count": count, "amount": f"{yuan:.2f}"} for n, item, count, yuan in rows]


def of_receipts(db: Session, org: str, first: date, end: date) -> list[dict[str, Any]]:
    """The receipts of a month for their account with the fiscal authority: from which number to which, how many of them
    reverse another, what they come to."""
    red = I.original_id.is_not(None)
    year = func.left(I.billno, 6)  # numbers of another series are another row
    query = select(
        *(I.kind, func.min(I.billno), func.max(I.billno), func.count(), func.count().filter(red)),
        *(func.sum(I.amount).filter(~red), func.sum(I.amount).filter(red), func.sum(I.amount)),
    ).where(I.orgid == org, I.issued >= _begin(first), I.issued < _begin(end))
    rows = db.execute(query.group_by(I.kind, year).order_by(I.kind, year))
    return [
        {"kind": kind, "from": first_no, "to": last_no, "count": count, "red": reds}
        | {name: f"{yuan or ZERO:.2f}" for name, yuan in (("blue", blue), ("back", back), ("amount", amount))}
        for kind, first_no, last_no, count, reds, blue, back, amount in rows
    ]


def of_advances(db: Session, org: str, first: date, end: date) -> list[dict[str, Any]]:
    """What units had paid in advance when the month began, what moved, and what they had when it ended."""
    own = select(func.sum(A.amount)).join(Account, Account.id == A.account_id).where(Account.orgid == org)
    before = db.scalar(own.where(A.day < first)) or ZERO
    moved = select(A.kind, func.sum(A.amount)).join(Account, Account.id == A.account_id)
    moved = moved.where(Account.orgid == org, A.day >= first, A.day < end).group_by(A.kind)
    sums = {kind: amount for kind, amount in db.execute(moved)}  # noqa: C416
    rest = before + sum(sums.values(), ZERO)
    rows = [("月初余额", before), *((word, sums.get(kind, ZERO)) for kind, word in at.ACCOUNT_KINDS.items())]
    return [{"what": what, "amount": f"{yuan:.2f}"} for what, yuan in [*rows, ("月末余额", rest)]]


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), clock.SHANGHAI)
