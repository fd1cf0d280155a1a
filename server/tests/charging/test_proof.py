"""The nightly proof finds what does not follow from the entries, and nothing else."""

from decimal import Decimal

from sqlalchemy import select

from tejian.charging.checking.proof import contradictions, prove
from tejian.charging.models.relief import ReliefGiven, ReliefSum
from tejian.kit.database.audit import SecurityLog

from .conftest import Cash
from .test_numbers import relieved


def test_what_the_process_made_holds_and_what_was_touched_is_found(cash: Cash) -> None:
    charge = cash.paid()
    assert contradictions(cash.office.db) == []
    charge.received += Decimal("0.01")
    cash.office.db.flush()
    real = f"{charge.amount}、{charge.amount}、0.00"
    said = f"{charge.chargesysid}：应收{charge.owed}、实收{charge.received}、开票0.00，明细合计为{real}"
    assert contradictions(cash.office.db) == [said]
    charge.received -= Decimal("0.01")
    charge.step = "BILLED"
    cash.office.db.flush()
    prove(cash.office.db)
    cash.office.db.flush()
    noted = cash.office.db.scalars(select(SecurityLog).where(SecurityLog.kind == "收费核对")).all()
    assert [one.target for one in noted] == [charge.chargesysid]


def test_relief_agrees_with_the_charges_and_is_one_row_after_the_night(cash: Cash) -> None:
    amount, db = relieved(cash), cash.office.db
    (given,), (whole,) = db.scalars(select(ReliefGiven)).all(), db.scalars(select(ReliefSum)).all()
    assert (whole.count, whole.amount, given.amount) == (1, amount, amount)
    assert contradictions(db) == []
    again = {"payunitname": "并入的单位", "count": 0, "amount": Decimal("-0.07")}
    key = ("orgid", "policy_id", "year", "payunitsysid")
    db.add(ReliefSum(**{name: getattr(whole, name) for name in key}, **again))
    whole.amount += Decimal("0.07")
    db.flush()
    assert contradictions(db) == []  # what was merged sums up
    prove(db)
    db.expire_all()
    assert [(one.count, one.amount) for one in db.scalars(select(ReliefSum))] == [(1, amount)]
    db.scalars(select(ReliefSum)).one().amount += 1
    given.amount += 1
    db.flush()
    number = cash.charge(given.charge_id).chargesysid
    assert contradictions(db) == [f"{number}：减免台账与收费明细不符"]  # the sums say what the lines say
    given.amount -= 1
    db.flush()
    assert contradictions(db) == ["1个缴费单位的减免汇总与减免台账不符"]
