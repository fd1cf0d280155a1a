"""The nightly proof: what stands on a charge is the sum of its entries and receipts, and where it stands follows."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.audit import security_event
from tejian.kit.jobs import job

from . import codes as at
from .ledger import ZERO, Sums, step_of
from .models import Charge, ChargeEntry, Invoice

FOLLOWS = (at.DUE, at.PART, at.PAID, at.BILLED, at.REFUNDED)  # the steps that the sums alone decide
AT_ONCE = 5000


def _sums() -> Any:
    def total(kind: str) -> Any:
        query = select(ChargeEntry.charge_id, func.sum(ChargeEntry.amount).label("amount"))
        return query.where(ChargeEntry.kind == kind).group_by(ChargeEntry.charge_id)

    owed, received = total(at.OWED).subquery(), total(at.RECEIVED).subquery()
    billed = select(Invoice.charge_id, func.sum(Invoice.amount).label("amount")).group_by(Invoice.charge_id).subquery()
    query = select(Charge.chargesysid, Charge.step, Charge.owed, Charge.received, Charge.billed)
    query = query.add_columns(*(func.coalesce(one.c.amount, ZERO) for one in (owed, received, billed)))
    for one in (owed, received, billed):
        query = query.outerjoin(one, one.c.charge_id == Charge.id)
    return query.order_by(Charge.chargesysid)


def contradictions(db: Session) -> list[str]:
    """Every charge whose sums or whose step are not what its entries and receipts say."""
    wrong = []
    rows = db.execute(_sums().execution_options(yield_per=AT_ONCE))
    for number, step, owed, received, billed, *real in rows:
        if [owed, received, billed] != real:
            wrong.append(f"{number}：应收{owed}、实收{received}、开票{billed}，明细合计为{'、'.join(map(str, real))}")
        elif step in FOLLOWS and step_of(Sums(*real)) != step:
            wrong.append(f"{number}：状态{step}与资金明细不符")
    return wrong


@job("charge_proof", cron="40 2 * * *")
def prove(db: Session) -> None:
    """Write every contradiction into the security log."""
    for sentence in contradictions(db):
        security_event(db, "收费核对", sentence.partition("：")[0], sentence, "异常")
