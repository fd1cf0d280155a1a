"""What came in by a means, whether for a charge or in advance: one answer for vouchers, statements and the till."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, exists, func, literal, select, union_all
from sqlalchemy.orm import Session, aliased

from tejian.charging import codes as at
from tejian.charging.models.accounts import Account
from tejian.charging.models.accounts import AccountEntry as A
from tejian.charging.models.cash import CashLot as L
from tejian.charging.models.charges import Charge
from tejian.charging.models.charges import ChargeEntry as N


@dataclass(frozen=True)
class Payment:
    """Money of ours by its voucher."""

    ref: str
    amount: Decimal
    day: date
    charge_id: str  # '' when it was paid in advance, or is a transfer for more than one charge
    transfer: str = ""  # of which it is all
    parts: int = 1  # in which it is booked


class SLIP:
    """The columns of a slip of cash under the names of an entry of money."""

    ref, amount, day = L.ref, L.amount, L.depositday


BANK_WAY = "transfer"
U = aliased(N)
STANDS = ~exists().where(U.undoes == N.id)  # an entry that nobody took back
UA = aliased(A)
STAYS = ~exists().where(UA.undoes == A.id)  # the same of an account


def voucher_known(db: Session, way: str, ref: str) -> bool:
    """Whether a voucher was registered before, and not taken back."""
    if not ref:
        return False
    charged, ahead = (
        select(N.id).where(N.way == way, N.ref == ref, STANDS),
        select(A.id).where(A.way == way, A.ref == ref, STAYS),
    )
    slip = select(L.id).where(L.ref == ref) if way == BANK_WAY else charged
    return any(db.scalar(one.limit(1)) for one in (charged, ahead, slip))


def times_undone(db: Session, way: str, ref: str) -> int:
    """How often a voucher was registered and taken back."""
    if not ref:
        return 0
    charged = select(func.count()).select_from(N).where(N.way == way, N.ref == ref, ~STANDS)
    ahead = select(func.count()).select_from(A).where(A.way == way, A.ref == ref, ~STAYS)
    return (db.scalar(charged) or 0) + (db.scalar(ahead) or 0)


def _of(db: Session, org: str, ways: Sequence[str], where: Any) -> Iterator[Payment]:
    charged = select(N.ref, N.amount, N.day, N.charge_id, N.transfer_id).join(Charge, Charge.id == N.charge_id)
    charged = charged.where(Charge.orgid == org, N.kind == at.RECEIVED, N.way.in_(ways), STANDS, *where(N))
    ahead = select(A.ref, A.amount, A.day, literal(""), A.transfer_id).join(Account, Account.id == A.account_id)
    ahead = ahead.where(Account.orgid == org, A.way.in_(ways), STAYS, *where(A))
    queries: list[Any] = [charged, ahead]
    if BANK_WAY in ways:  # cash that was carried to the bank: a slip for the lots of several days
        slips = select(L.ref, func.sum(L.amount), func.max(L.depositday), literal(""), literal("")).group_by(L.ref)
        queries.append(slips.where(L.orgid == org, L.step.in_(at.IN_BANK), L.ref != "", *where(SLIP)))
    whole: dict[str, Payment] = {}
    for query in queries:
        for row in db.execute(query):
            one = Payment(*row)
            if not one.transfer or not one.ref:  # what takes a share back has no voucher
                yield one
            elif before := whole.get(one.transfer):
                whole[one.transfer] = _together(before, one)
            else:
                whole[one.transfer] = one
    yield from whole.values()


def _together(one: Payment, other: Payment) -> Payment:
    """Two shares of a transfer: the bank knows of their sum."""
    return replace(one, amount=one.amount + other.amount, charge_id="", parts=one.parts + other.parts)


def by_number(db: Session, org: str, ways: Sequence[str], numbers: Sequence[str]) -> Mapping[str, Payment]:
    """Our payments by their vouchers."""
    return {one.ref: one for one in _of(db, org, ways, lambda t: (t.ref.in_(numbers),))}


def of_days(
    db: Session,
    org: str,
    ways: Sequence[str],
    first: date,
    last: date,
    but: Select[Any] | None,
    *,
    outgoing: bool = False,
) -> list[Payment]:
    """What came in by these means from the first to the last day, and with `outgoing` what went back under a voucher;
    `but` gives vouchers that are left out."""

    def where(t: Any) -> tuple[Any, ...]:
        left_out = () if but is None else (t.ref.not_in(but),)
        moved = (t.amount > 0) | (t.ref != "") if outgoing else t.amount > 0
        return (t.day >= first, t.day <= last, moved, *left_out)

    return list(_of(db, org, ways, where))


def till(userid: str, day: date) -> Any:
    """The means, sums and numbers of entries of one cashier and day: what came over the counter."""
    charged = select(N.way, N.amount).where(N.day == day, N.userid == userid, N.kind == at.RECEIVED)
    ahead = select(A.way, A.amount).where(A.day == day, A.userid == userid)
    both = union_all(charged.where(N.way.in_(at.METHODS)), ahead.where(A.way.in_(at.METHODS))).subquery()
    return select(both.c.way, func.sum(both.c.amount), func.count()).group_by(both.c.way)


def ahead_of(db: Session, userid: str, day: date) -> Mapping[str, Decimal]:
    """What of the till of a cashier and day was paid in advance or given back of it, by means."""
    query = select(A.way, func.sum(A.amount)).where(A.day == day, A.userid == userid, A.way.in_(at.METHODS))
    return {way: amount for way, amount in db.execute(query.group_by(A.way))}  # noqa: C416
