"""The nightly proof: what stands on a charge is the sum of its entries and receipts, and where it stands follows."""

from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.accounts import Account
from tejian.charging.models.accounts import AccountEntry as A
from tejian.charging.models.bills import BillRequest as Request
from tejian.charging.models.charges import Charge, ChargeEntry, Invoice
from tejian.charging.money.api import ZERO, Sums, step_of
from tejian.charging.relief import api as relief
from tejian.kit.database.audit import security_event
from tejian.kit.database.jobs import job

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
    return wrong + _unlike_requests(db) + _unlike_accounts(db) + relief.unlike(db)


def _unlike_accounts(db: Session) -> list[str]:
    """Accounts whose balance is not the sum of their entries, and charges that used another sum than the accounts."""
    running = func.sum(A.amount).over(partition_by=A.account_id, order_by=A.seq)
    steps = select(A.account_id, A.seq, A.balance, running.label("real")).subquery()
    off = select(steps.c.account_id).where(steps.c.balance != steps.c.real)
    own = select(A.account_id, func.sum(A.amount).label("amount"), func.count().label("number"))
    sums = own.group_by(A.account_id).subquery()
    real, number = func.coalesce(sums.c.amount, ZERO), func.coalesce(sums.c.number, 0)
    query = select(Account.unitname, Account.balance, real).outerjoin(sums, sums.c.account_id == Account.id)
    wrong = (Account.balance != real) | (Account.entrycount != number) | (Account.balance < 0) | Account.id.in_(off)
    sentences = [
        f"{unit}：预存款余额{balance}元，明细合计为{amount}元"
        for unit, balance, amount in db.execute(query.where(wrong).order_by(Account.unitname))
    ]
    used = select(A.charge_id, func.sum(A.amount).label("amount")).where(A.charge_id != "").group_by(A.charge_id)
    of_accounts = used.subquery()
    booked = select(ChargeEntry.charge_id, func.sum(ChargeEntry.amount).label("amount"))
    of_charges = booked.where(ChargeEntry.way == at.DEPOSIT).group_by(ChargeEntry.charge_id).subquery()
    here, there = func.coalesce(of_charges.c.amount, ZERO), -func.coalesce(of_accounts.c.amount, ZERO)
    both = select(of_charges.c.charge_id, of_accounts.c.charge_id, here, there).select_from(of_charges)
    both = both.join(of_accounts, of_accounts.c.charge_id == of_charges.c.charge_id, full=True).where(here != there)
    rows = [(a or b, booked_here, taken) for a, b, booked_here, taken in db.execute(both)]
    numbers = dict(
        db.execute(select(Charge.id, Charge.chargesysid).where(Charge.id.in_([key for key, *_ in rows]))).all()
    )
    return sentences + [f"{numbers[key]}：预存款抵扣{here}元，预存款明细为{there}元" for key, here, there in rows]


def _unlike_requests(db: Session) -> list[str]:
    """Requests that got a number without exactly their receipt, and open ones that have one."""
    issued = Request.step.in_((at.ISSUED_BILL, at.HAND_BILL))
    query = select(Request.chargesysid, Request.requestno, Request.step, Invoice.billno)
    query = query.outerjoin(Invoice, Invoice.request_id == Request.id)
    alike = (Invoice.billno == Request.billno) & (Invoice.amount == Request.amount)
    rows = db.execute(query.where(or_(issued & alike.is_not(True), ~issued & Invoice.id.is_not(None))))
    return [
        f"{charge}：开票申请{number}为{at.BILL_STEPS[step]}，票据{billno or '没有'}"
        for charge, number, step, billno in rows
    ]


@job("charge_proof", daily="02:40")
def prove(db: Session) -> None:
    """Write every contradiction into the security log; sums of payers that were merged become one."""
    relief.fold(db)
    for sentence in contradictions(db):
        security_event(db, "收费核对", sentence.partition("：")[0], sentence, "异常")
