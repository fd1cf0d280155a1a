"""Invoices of tax: common and special ones, the tax that they state, and what a red one goes by."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import Charge, Invoice
from tejian.kit.papers import pdf

from .conftest import CALLS, Cash
from .queue import Queue
from .transfers import taxed

BUYER = "91330200MA2HWM8WMK"
CONFIRMED = "33022611280000000001"


@pytest.fixture
def queue(cash: Cash) -> Queue:
    made = Queue(cash)
    made.platform()
    made.put("charge.tax_percent", "6")
    return made


def paid(queue: Queue, amount: str = "318.00") -> Charge:
    (charge,) = taxed(queue.cash, amount)
    queue.cash.receive(charge, charge.amount)
    return queue.cash.charge(charge.id)


def invoice(queue: Queue, kind: str = "05", **more: Any) -> Invoice:
    row = queue.run(queue.of(queue.bill(paid(queue), kind=kind, taxno=BUYER, **more)))
    (bill,) = queue.bills(row)
    return bill


def refused(queue: Queue, charge: Charge, **form: str) -> str:
    sent = {"ids": charge.id, "title": charge.invoicetitle} | form
    return queue.cash.refused("shoufei", f"{CALLS}/modifyInvoice", **sent)


def kinds(queue: Queue, charge: Charge) -> list[str]:
    answer = queue.cash.office.good("shoufei", f"{CALLS}/receiptKinds", ids=charge.id)
    return [one["value"] for one in answer]


def test_a_special_invoice_states_rate_and_tax(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    bill = invoice(queue)
    assert (bill.kind, str(bill.amount), str(bill.taxpercent), str(bill.tax)) == ("05", "318.00", "6.00", "18.00")
    printed: list[Any] = []
    monkeypatch.setattr(pdf, "render", lambda template, data, **_more: printed.append(data) or b"%PDF-1.7")
    queue.cash.office.call(
        "/api/common/commonPrint", _as=queue.cash.office.user("shoufei"), printType="SFPJ", ids=bill.id
    )
    (paper,) = printed
    told = {name: paper[name] for name in ("title", "taxpercent", "net", "tax", "taxno")}
    assert told == {"title": "数电票(专用)", "taxpercent": "6", "net": "300.00", "tax": "18.00", "taxno": BUYER}


def test_what_is_not_chosen_is_a_common_one(queue: Queue) -> None:
    charge = paid(queue)
    assert kinds(queue, charge) == ["04", "05"]
    row = queue.run(queue.of(queue.bill(charge)))
    assert [(one.kind, str(one.tax)) for one in queue.bills(row)] == [("04", "18.00")]


def test_a_public_fee_has_no_invoice_of_tax(queue: Queue) -> None:
    charge = queue.cash.paid()
    assert kinds(queue, charge) == ["01"]
    said = f"{charge.chargesysid}是非税收费，不能开所选的票据类型"
    assert refused(queue, charge, kind="05", taxno=BUYER).endswith(said)
    row = queue.run(queue.of(queue.bill(charge)))
    assert [(one.kind, one.taxpercent, one.tax) for one in queue.bills(row)] == [("01", None, None)]


@pytest.mark.parametrize("number", ["", "123", "91330200ma2hwm8wmk"])
def test_a_special_one_wants_the_number_of_its_buyer(queue: Queue, number: str) -> None:
    said = refused(queue, paid(queue), kind="05", taxno=number)
    assert "数电票(专用)须填购买方税号" in said
    assert queue.cash.office.db.scalar(select(func.count()).select_from(BillRequest)) == 0


def test_a_special_one_wants_a_rate(queue: Queue) -> None:
    queue.put("charge.tax_percent", "")
    assert "参数 charge.tax_percent 还没有设置" in refused(queue, paid(queue), kind="05", taxno=BUYER)


def test_our_own_number_makes_a_paper_of_no_tax_and_no_platform(queue: Queue) -> None:
    queue.put("charge.invoice_platform", "builtin")
    charge = paid(queue)
    assert kinds(queue, charge) == ["08"]
    (bill,) = queue.bills(queue.of(queue.bill(charge)))
    assert (bill.kind, bill.tax) == ("08", None)
    queue.platform("refused")  # what was ours is taken back by us, whoever issues since
    assert queue.cash.red(queue.cash.charge(charge.id), charge.amount)["isSuccess"]
    assert [one.kind for one in queue.bills(queue.of(charge))] == ["08", "08"]


def test_a_number_that_is_given_when_the_brake_is_off_is_ours_too(queue: Queue) -> None:
    queue.put("charge.invoice_platform", "builtin")
    queue.brake("月末盘点")
    row = queue.of(queue.bill(paid(queue)))
    assert row.step == "WAIT"
    queue.brake("")
    row = queue.run(row)
    (bill,) = queue.bills(row)
    assert (row.step, row.kind, row.there, bill.kind, bill.tax) == ("DONE", "08", "", "08", None)


def test_a_red_invoice_goes_by_a_confirmation_that_is_used_once(queue: Queue) -> None:
    bill = invoice(queue)
    charge = queue.cash.charge(bill.charge_id)
    assert queue.cash.ask(charge, "red", "106.00", reason="部分服务未做")["isSuccess"]
    path = f"{CALLS}/downCreateEinvoiceScarlet"
    for number in ("", "3302", "红字一号红字"):
        said = queue.cash.refused("caiwu", path, ids=charge.id, confirmation=number)
        assert f"红冲数电票{bill.billno}须填红字信息确认单编号" in said
    queue.cash.office.good("caiwu", path, ids=charge.id, confirmation=CONFIRMED)
    row = queue.run(queue.of(charge))
    red = queue.bills(row)[-1]
    told = (red.kind, str(red.amount), str(red.tax), red.originalno, red.confirmation)
    assert told == ("05", "-106.00", "-6.00", bill.billno, CONFIRMED)
    charge = queue.cash.charge(charge.id)
    assert queue.cash.ask(charge, "red", "212.00", reason="其余服务未做")["isSuccess"]
    said = queue.cash.refused("caiwu", path, ids=charge.id, confirmation=CONFIRMED)
    assert f"红字信息确认单{CONFIRMED}已用于票据{red.billno}" in said
    queue.cash.office.good("caiwu", path, ids=charge.id, confirmation=CONFIRMED + "2")
