"""The nightly proof finds what does not follow from the entries, and nothing else."""

from decimal import Decimal

from sqlalchemy import select

from tejian.charging.proof import contradictions, prove
from tejian.kit.audit import SecurityLog

from .conftest import Cash


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
