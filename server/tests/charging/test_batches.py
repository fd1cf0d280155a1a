"""Charges confirmed, received and billed many at once: what is said before, what came of each, and the way back."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.proof import contradictions
from tejian.charging.models.batches import BatchRow, ChargeBatch
from tejian.charging.models.charges import CashDay, Charge, ChargeEntry, Invoice
from tejian.charging.money.days import sums_of_day
from tests.inspection.conftest import office

from .batches import BATCH, looked_at, one, rows
from .conftest import CALLS, Cash
from .transfers import taxed

__all__ = ["office"]


def committed(cash: Cash, count: int) -> list[Charge]:
    made = []
    for item in cash.items(count):
        key = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([item]))[0]["id"]
        cash.office.good("shoufei", f"{CALLS}/commit", ids=key)
        made.append(cash.charge(key))
    return made


def run(cash: Cash, batch: ChargeBatch, login: str = "shoufei") -> ChargeBatch:
    cash.office.good(login, f"{BATCH}/run", ids=batch.id)
    return one(cash, batch.id)


def test_what_will_happen_is_said_and_nothing_has_happened(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    cash.receive(second, Decimal(200))
    before = cash.counts()
    batch = looked_at(cash, "receive", [first, second])
    assert (batch.rowcount, batch.fitting, batch.amount, batch.step) == (2, 1, 300, "PREVIEW")
    said = [(row.fits, row.amount, row.said) for row in rows(cash, batch)]
    assert said[0] == (True, 300, "收现金300.00元，收后已缴费")
    assert said[1][:2] == (False, 0) and "当前环节为已缴费" in said[1][2]
    assert cash.counts() == before
    assert cash.charge(first.id).step == "DUE"
    assert cash.office.db.scalars(select(CashDay)).one().step == "OPEN"


def test_many_are_confirmed_and_who_registered_one_keeps_it_waiting(cash: Cash) -> None:
    first, second = committed(cash, 2)
    second.createby = cash.office.user("caiwu").id
    cash.office.db.commit()
    batch = looked_at(cash, "confirm", [first, second], "caiwu")
    assert [row.said for row in rows(cash, batch)] == [
        f"应收{first.amount}元，确认后待缴费",
        "自己登记的收费须由他人确认",
    ]
    batch = run(cash, batch, "caiwu")
    assert (batch.done, batch.failed, batch.doneamount) == (1, 1, first.amount)
    assert [(row.result, row.sentence) for row in rows(cash, batch)] == [
        ("done", "待缴费"),
        ("failed", "自己登记的收费须由他人确认"),
    ]
    assert [cash.charge(key.id).step for key in (first, second)] == ["DUE", "WAIT"]
    assert cash.charge(first.id).paycode and cash.charge(first.id).confirmby == cash.office.user("caiwu").name


def test_many_are_received_billed_and_each_stands_by_itself(cash: Cash) -> None:
    first, second, third = taxed(cash, "300", "200", "100")
    batch = looked_at(cash, "receive", [first, second, third], given="1000")
    cash.receive(second, Decimal(50))  # meanwhile somebody took a part of it
    batch = run(cash, batch)
    assert (batch.done, batch.failed, batch.doneamount) == (2, 1, 400)
    assert [row.sentence for row in rows(cash, batch)] == [
        "已缴费",
        "预览以后这张收费单有变动，请重新预览",
        "已缴费",
    ]
    assert cash.charge(second.id).received == 50
    day = cash.day()
    assert sums_of_day(cash.office.db, day.userid, day.day).of("cash") == 450
    page = cash.office.good("shoufei", f"{BATCH}/record", id=batch.id)
    assert "找零 600.00 元" in str(page["facts"])
    batch = run(cash, looked_at(cash, "bill", [first, second, third]))
    assert (batch.done, batch.failed, batch.doneamount) == (2, 1, 400)
    bills = cash.office.db.scalars(select(Invoice).order_by(Invoice.billno)).all()
    assert [(bill.amount, bill.title) for bill in bills] == [(300, first.invoicetitle), (100, third.invoicetitle)]
    assert [cash.charge(key.id).step for key in (first, second, third)] == ["BILLED", "PART", "BILLED"]
    assert contradictions(cash.office.db) == []


def test_a_batch_is_carried_out_once(cash: Cash) -> None:
    (first,) = taxed(cash, "300")
    batch = run(cash, looked_at(cash, "receive", [first]))
    before = cash.counts()
    assert "已办理" in str(cash.office.post("shoufei", f"{BATCH}/run", ids=batch.id))
    again = looked_at(cash, "receive", [first])
    assert cash.refused("shoufei", f"{BATCH}/run", ids=again.id) == f"{again.batchno}没有可以办理的收费单"
    assert cash.counts() == before and cash.charge(first.id).received == 300


def test_only_who_looked_at_it_carries_it_out_or_drops_it(cash: Cash) -> None:
    (first,) = committed(cash, 1)
    batch = looked_at(cash, "confirm", [first], "caiwu")
    assert cash.refused("shoufei", f"{BATCH}/run", ids=batch.id) == "批量办理由预览人本人办理"
    cash.office.good("caiwu", f"{BATCH}/drop", ids=batch.id)
    assert one(cash, batch.id).step == "DROPPED"
    assert "已放弃" in str(cash.office.post("caiwu", f"{BATCH}/run", ids=batch.id))
    assert cash.charge(first.id).step == "WAIT"


@pytest.mark.parametrize(("login", "kind"), [("shoufei", "confirm"), ("caiwu", "receive"), ("zhiliang", "bill")])
def test_without_the_right_nothing_is_looked_at(cash: Cash, login: str, kind: str) -> None:
    (first,) = committed(cash, 1)
    assert cash.office.post(login, f"{BATCH}/{kind}", ids=first.id)["status"] == 403
    assert cash.office.db.scalars(select(ChargeBatch)).all() == []


def test_who_lost_the_right_meanwhile_carries_nothing_out(cash: Cash) -> None:
    (first,) = taxed(cash, "300")
    batch = looked_at(cash, "receive", [first])
    batch.createby, batch.kind = cash.office.user("caiwu").id, "receive"
    cash.office.db.commit()
    batch = run(cash, batch, "caiwu")
    assert (batch.done, batch.failed) == (0, 1)
    assert [row.sentence for row in rows(cash, batch)] == ["对不起，您没有此操作的权限"]
    assert cash.charge(first.id).received == 0


def test_what_cannot_be_looked_at_is_refused(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    call = f"{BATCH}/receive"
    assert cash.refused("shoufei", call) == "请选择"
    assert cash.refused("shoufei", call, ids=["nobody"]) == "对不起，您没有此操作的权限"
    assert cash.refused("shoufei", call, ids=[str(n) for n in range(201)]) == "一次最多处理200条数据"
    both = [first.id, second.id]
    said = cash.refused("shoufei", call, ids=both, given="499.99")
    assert said == "收到现金499.99元，少于收款金额500.00元"
    assert "普通数字" in cash.refused("shoufei", call, ids=both, given="1e3")
    second.payunitname = "别家公司"
    cash.office.db.commit()
    assert cash.refused("shoufei", call, ids=both, given="500") == "收到现金：几家单位的收费单请分开收款"
    assert cash.office.db.scalars(select(ChargeBatch)).all() == []


def undo(cash: Cash, batch: ChargeBatch, login: str = "caiwu") -> Any:
    return cash.office.post(login, f"{BATCH}/undo", ids=batch.id, reason="收款登错了批次")


def test_the_payments_of_a_batch_are_taken_back_by_another(cash: Cash) -> None:
    first, second, third = taxed(cash, "300", "200", "100")
    batch = run(cash, looked_at(cash, "receive", [first, second, third]))
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=second.id, title="单位")
    assert undo(cash, batch, "shoufei")["status"] == 403
    assert undo(cash, batch)["isSuccess"]
    batch = one(cash, batch.id)
    assert [row.result for row in rows(cash, batch)] == ["undone", "done", "undone"]
    assert (batch.done, batch.doneamount) == (1, 200)
    assert "已由" in rows(cash, batch)[1].sentence
    assert [cash.charge(key.id).received for key in (first, second, third)] == [0, 200, 0]
    before = cash.counts()
    assert not undo(cash, batch)["isSuccess"]
    assert cash.counts() == before
    assert contradictions(cash.office.db) == []


def test_a_later_payment_keeps_the_one_of_the_batch(cash: Cash) -> None:
    (first,) = taxed(cash, "300")
    batch = run(cash, looked_at(cash, "receive", [first]))
    cash.office.good("caiwu", f"{CALLS}/takeBack", ids=first.id, reason="收错了单位")
    cash.receive(first, Decimal(300), way="pos", ref="P1")
    assert undo(cash, batch)["errorMsg"] == "之后又有收付款，请在收费单上办理"
    entries = cash.office.db.scalars(select(ChargeEntry.amount).where(ChargeEntry.kind == "paid"))
    assert sorted(entries) == [-300, 300, 300]


def test_a_confirmed_batch_has_no_way_back_at_once(cash: Cash) -> None:
    (first,) = committed(cash, 1)
    batch = run(cash, looked_at(cash, "confirm", [first], "caiwu"), "caiwu")
    said = cash.refused("caiwu", f"{BATCH}/undo", ids=batch.id, reason="确认错了批次")
    assert said == "批量确认的请逐单作废，批量开票的请逐单申请红冲"


def test_a_row_names_its_charge_once(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    batch = looked_at(cash, "receive", [first, second, first])
    keys = cash.office.db.scalars(select(BatchRow.charge_id).where(BatchRow.batch_id == batch.id))
    assert sorted(keys) == sorted([first.id, second.id])
