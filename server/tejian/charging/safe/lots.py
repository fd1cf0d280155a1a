"""The cash of a closed day becomes lots: of public fees for the fiscal account, of the rest for our own, and what the
count was off. Their sum is what was counted."""

from collections import defaultdict
from decimal import Decimal
from typing import Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.accounts import AccountEntry as A
from tejian.charging.models.cash import CashLot
from tejian.charging.models.charges import CashDay, Charge
from tejian.charging.models.charges import ChargeEntry as N
from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser

CASH = "cash"
ZERO = Decimal("0.00")
L = CashLot


def put_in_safe(db: Session, row: CashDay) -> None:
    """The cash of a day that is closed now, in the hands of who counted it."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    place: Any = case((Charge.nature == at.NON_TAX, at.FISCAL), else_=at.OWN_BANK)
    charged = select(place, func.sum(N.amount)).join(Charge, Charge.id == N.charge_id)
    charged = charged.where(N.day == row.day, N.userid == row.userid, N.kind == at.RECEIVED, N.way == CASH)
    for name, amount in db.execute(charged.group_by(place)):
        sums[name] += amount
    ahead = select(func.sum(A.amount)).where(A.day == row.day, A.userid == row.userid, A.way == CASH)
    sums[at.OWN_BANK] += db.scalar(ahead) or ZERO
    sums[at.OFF_COUNT] = row.counted - sum(sums.values(), ZERO)
    holder = db.scalar(select(SysUser.name).where(SysUser.id == row.countedby)) or row.closedby
    own = {"day_id": row.id, "day": row.day, "userid": row.userid, "username": row.username, "orgid": row.orgid}
    own |= {"holderid": row.countedby, "holder": holder, "createby": row.countedby}
    own |= {"step": at.IN_SAFE, "step_since": clock.now()}
    db.add_all(L(place=name, amount=amount, **own) for name, amount in sums.items() if amount)


def whereabouts(db: Session, row: CashDay) -> list[dict[str, Any]]:
    """Where the cash of a day is: what was given back of it, what is in the till, in safes, on its way, arrived."""
    charged: list[Any] = [N.amount, N.day == row.day, N.userid == row.userid, N.kind == at.RECEIVED, N.way == CASH]
    ahead: list[Any] = [A.amount, A.day == row.day, A.userid == row.userid, A.way == CASH]
    came, back = ZERO, ZERO
    for amount, *where in (charged, ahead):
        query = select(func.sum(amount).filter(amount > 0), func.sum(amount).filter(amount < 0)).where(*where)
        more, less = db.execute(query).one()
        came, back = came + (more or ZERO), back + (less or ZERO)
    rows = [("收入现金", came, ""), ("已退回", back, "当日从现金退给单位")]
    if row.step != at.CLOSED_DAY:
        return _shown([*rows, ("收费员手中", came + back, "尚未日结")])
    lots = db.scalars(select(L).where(L.day_id == row.id).order_by(L.place.desc())).all()
    if not lots and came + back:
        return _shown([*rows, ("日结后", came + back, "日结早于现金去向的登记，没有记录")])
    return _shown([*rows, *((_word(one), one.amount, _note(one)) for one in lots)])


def _word(lot: L) -> str:
    kept = {at.IN_SAFE: "库存", at.OFFERED: "交接中", at.CARRIED: "已解款待到账", at.ARRIVED: "已到账"}[lot.step]
    return f"{at.CASH_PLACES[lot.place]}　{kept}"


def _note(lot: L) -> str:
    if lot.step in at.IN_BANK:
        return f"解款单{lot.ref}　{lot.depositby}　{lot.depositday}"
    return f"{lot.holder}保管" + (f"，交{lot.toname}" if lot.step == at.OFFERED else "")


def _shown(rows: list[tuple[str, Decimal, str]]) -> list[dict[str, Any]]:
    return [{"what": what, "amount": f"{amount:.2f}", "note": note} for what, amount, note in rows]
