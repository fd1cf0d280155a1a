"""Keeps what policies let off: written when finance confirms a charge, taken back when it is voided."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, delete, func, insert, select, union, update
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.relief import ReliefGiven as G
from tejian.charging.models.relief import ReliefSum as S
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing

COUNTS = and_(L.kind == at.RELIEF, L.policy_id != "")
KEY = (S.orgid, S.policy_id, S.year, S.payunitsysid)
OF_LINES = (G.orgid, G.policy_id, G.year, G.payunitsysid)
AMOUNT: Any = func.sum(G.amount)


def give(d: Doing) -> None:
    """记入减免台账"""
    charges = {one.id: one for one in _together(d) if one.confirmed is not None}
    lines = d.db.execute(select(L.id, L.charge_id, L.policy_id, L.amount).where(L.charge_id.in_(charges), COUNTS)).all()
    if not lines:
        return
    d.db.execute(insert(G), [_given(charges[one.charge_id], one) for one in lines])
    _add(d.db, [charges[key] for key in {one.charge_id for one in lines}], 1)


def take_back(d: Doing) -> None:
    """从减免台账转出"""
    charges = _together(d)
    _add(d.db, charges, -1)
    d.db.execute(delete(G).where(G.charge_id.in_([one.id for one in charges])))


def _together(d: Doing) -> list[C]:
    """All charges of a move with its last one, so that payers are held in one order; none with the others."""
    if not any(one is d.subject for one in d.batch):
        return [d.subject]  # it follows another subject
    return list(d.batch) if d.subject is d.batch[-1] else []


def _given(charge: C, line: Any) -> dict[str, Any]:
    assert charge.confirmed is not None
    year = str(charge.confirmed.astimezone(clock.SHANGHAI).year)
    of = {"charge_id": charge.id, "orgid": charge.orgid, "year": year, "payunitsysid": charge.payunitsysid}
    own = {"id": line.id, "policy_id": line.policy_id, "amount": -line.amount}
    return of | own | {"confirmed": charge.confirmed}


def _add(db: Session, charges: Sequence[C], sign: int) -> None:
    """Add what is given of charges to the sums of their payers, or take it off."""
    names = {one.payunitsysid: one.payunitname for one in charges}
    query = select(*OF_LINES, func.count(), AMOUNT).where(G.charge_id.in_([one.id for one in charges]))
    sums = db.execute(query.group_by(*OF_LINES)).all()
    hold(db, *(f"relief {one.payunitsysid}" for one in sums))
    for *key, count, amount in sums:
        known = db.scalar(select(S.id).where(*(a == b for a, b in zip(KEY, key, strict=True))).order_by(S.id).limit(1))
        if known is None:
            own = dict(zip((one.key for one in KEY), key, strict=True))
            known = db.scalar(insert(S).values(payunitname=names[own["payunitsysid"]], **own).returning(S.id))
        more = {"count": S.count + sign * count, "amount": S.amount + sign * amount}
        db.execute(update(S).where(S.id == known).values(more))


def unlike(db: Session) -> list[str]:
    """Where the lines and the sums say something else than the charges do."""
    step = C.step.not_in((*at.INSIDE, at.VOID))
    lines = select(C.chargesysid).join(L, L.charge_id == C.id).outerjoin(G, G.id == L.id)
    lacks = lines.where(COUNTS, step, (G.amount + L.amount).is_distinct_from(0))
    beyond = select(C.chargesysid).join(G, G.charge_id == C.id).where(~step)
    wrong: Sequence[str] = db.scalars(lacks.union(beyond).order_by("chargesysid")).all()
    real = select(*OF_LINES, func.count().label("count"), AMOUNT.label("amount")).group_by(*OF_LINES)
    sums = select(*KEY, func.sum(S.count).label("count"), func.sum(S.amount).label("amount")).group_by(*KEY)
    sums = sums.having((func.sum(S.count) != 0) | (func.sum(S.amount) != 0))
    off = union(real.except_(sums), sums.except_(real)).subquery()
    units = db.scalar(select(func.count(off.c.payunitsysid.distinct())))
    sentences = [f"{number}：减免台账与收费明细不符" for number in wrong]
    return [*sentences, f"{units}个缴费单位的减免汇总与减免台账不符"] if units else sentences


def fold(db: Session) -> None:
    """One row for each payer, policy and year: after units were merged there are two, after voids some say nothing."""
    several = select(*KEY).group_by(*KEY).having(func.count() > 1).subquery()
    same = and_(*(one == several.c[one.key] for one in KEY))
    rows = db.scalars(select(S).join(several, same).order_by(*KEY, S.id).with_for_update(of=S)).all()
    first: dict[tuple[str, ...], S] = {}
    for row in rows:
        own = first.setdefault((row.orgid, row.policy_id, row.year, row.payunitsysid), row)
        if own is not row:
            own.count, own.amount = own.count + row.count, own.amount + row.amount
            db.delete(row)
    db.flush()
    db.execute(delete(S).where(S.count == 0, S.amount == 0))
