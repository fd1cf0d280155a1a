"""The receipts' queue: whatever the platform does wrong, a charge gets one number or says why it has none."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.proof import contradictions
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import Invoice
from tejian.charging.receipts import billing
from tejian.charging.receipts.tax_platform import Simulated
from tejian.kit.database import jobs
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.messages.models import Message

from .conftest import CALLS, Cash
from .queue import QUEUE, Queue


@pytest.fixture
def queue(cash: Cash) -> Queue:
    return Queue(cash)


def waiting(queue: Queue, row: BillRequest) -> list[Any]:
    found = jobs.waiting(queue.cash.office.db)
    return [args for name, args in found if name == "charge.bill" and args["request_id"] == row.id]


def refused(queue: Queue, login: str, path: str, row: BillRequest, **form: Any) -> str:
    before = (row.step, row.there, row.billno, len(queue.bills(row)))
    said = queue.cash.refused(login, f"{QUEUE}/{path}", ids=row.id, **form)
    row = queue.row(row)
    assert (row.step, row.there, row.billno, len(queue.bills(row))) == before
    return said


def test_our_own_numbers_are_there_at_once(queue: Queue) -> None:
    charge = queue.cash.billed()
    row = queue.of(charge)
    assert (row.step, row.amount, row.tries, charge.invoicestate) == ("DONE", charge.amount, 0, "2")
    assert [one.billno for one in queue.bills(row)] == [row.billno]
    assert waiting(queue, row) == []
    assert contradictions(queue.cash.office.db) == []


def test_a_platform_is_asked_by_a_job_of_the_same_transaction(queue: Queue) -> None:
    row = queue.asked()
    charge = queue.cash.charge(row.charge_id)
    assert (row.step, charge.step, charge.invoicestate, charge.billed) == ("WAIT", "PAID", "1", 0)
    assert len(waiting(queue, row)) == 1
    shown = queue.cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)
    assert [one["text"] for one in shown["notices"]] == [f"票据开具 {charge.amount} 元：待开具"]
    row = queue.run(row)
    charge = queue.cash.charge(row.charge_id)
    assert (row.step, row.tries, charge.step, charge.billed) == ("DONE", 1, "BILLED", charge.amount)
    (bill,) = queue.bills(row)
    assert (bill.billno, bill.amount, bill.request_id) == (row.billno, charge.amount, row.id)
    assert contradictions(queue.cash.office.db) == []


@pytest.mark.parametrize(("fault", "tries"), [("busy", 2), ("lost", 2), ("repeated", 2), ("slow", 3)])
def test_no_answer_is_asked_again_with_growing_waits_and_gives_one_number(queue: Queue, fault: str, tries: int) -> None:
    row = queue.asked(fault)
    for n in range(1, tries):
        before = row.nexttry
        row = queue.run(row, late=True)
        assert (row.step, row.there, row.tries) == ("WAIT", "unsure", n), row.answer
        assert row.answer and before and row.nexttry == before + timedelta(minutes=billing.WAITS[n - 1])
        assert queue.bills(row) == []
        queue.run(row)  # not due: nobody is asked
        assert queue.row(row).tries == n
    row = queue.run(row, late=True)
    assert (row.step, row.tries, len(queue.bills(row))) == ("DONE", tries, 1)
    queue.run(row, late=True)
    assert len(queue.bills(row)) == 1
    assert queue.cash.charge(row.charge_id).step == "BILLED"


def test_a_platform_that_was_asked_is_asked_first_what_it_has(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that would issue a second receipt under the same number of ours is not given the occasion."""
    row = queue.run(queue.asked("lost"))
    orders: list[str] = []
    monkeypatch.setattr(Simulated, "issue", lambda self, wanted: orders.append(wanted.requestno))
    assert queue.run(row, late=True).step == "DONE"
    assert (orders, len(queue.bills(row))) == ([], 1)


def test_the_last_try_without_an_answer_fails_and_is_told(queue: Queue) -> None:
    queue.put("charge.invoice_tries", "1")
    row = queue.run(queue.asked("lost"))
    charge = queue.cash.charge(row.charge_id)
    assert (row.step, row.answer, row.nexttry, charge.invoicestate) == ("FAILED", "平台没有应答", None, "3")
    told = select(Message.content).where(Message.user_id == queue.cash.office.user("shoufei").id)
    assert f"{charge.chargesysid} {charge.amount} 元：平台没有应答" in queue.cash.office.db.scalars(told).all()
    said = refused(queue, "shoufei", "cancel", row, reason="单位不开了")
    assert said == "平台可能已开具，请先立即重试，由平台答复后再办理"
    assert refused(queue, "caiwu", "byHand", row, billno="ZJ2026001", reason="手工开具") == said
    queue.cash.office.good("shoufei", f"{QUEUE}/again", ids=row.id)
    row = queue.run(row)
    assert (row.step, row.tries, len(queue.bills(row))) == ("DONE", 2, 1)  # it had issued: that number is taken


def test_a_receipt_over_another_amount_is_not_taken_and_not_asked_for_twice(queue: Queue) -> None:
    row = queue.run(queue.asked("amount"))
    wrong = row.amount + Decimal("0.01")
    assert row.step == "FAILED" and f"金额{wrong}元，与申请金额{row.amount}元不符" in row.answer
    assert (queue.bills(row), row.there) == ([], "yes")
    noted = select(SecurityLog.target).where(SecurityLog.kind == "开票差异")
    assert queue.cash.office.db.scalars(noted).all() == [row.chargesysid]
    assert refused(queue, "shoufei", "cancel", row, reason="单位不开了").startswith("平台可能已开具")
    queue.put("charge.invoice_fault", "")  # the platform has mended it
    queue.cash.office.good("shoufei", f"{QUEUE}/again", ids=row.id)
    row = queue.run(row)
    assert (row.step, len(queue.bills(row))) == ("DONE", 1)


def test_what_the_platform_declines_is_withdrawn_and_asked_for_anew(queue: Queue) -> None:
    row = queue.run(queue.asked(taxno="123"))
    assert (row.step, row.there, row.answer) == ("FAILED", "no", "平台拒绝开具：购买方税号不正确")
    charge = queue.cash.charge(row.charge_id)
    assert queue.cash.refused("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title="抬头").endswith(
        "在开票队列办理"
    )
    queue.cash.office.good("shoufei", f"{QUEUE}/cancel", ids=row.id, reason="税号有误")
    charge = queue.cash.charge(charge.id)
    assert (charge.step, charge.invoicestate) == ("PAID", "0")
    second = queue.run(queue.of(queue.bill(charge, taxno="91330200MA2AB12345")))
    assert (second.step, queue.row(row).step, len(queue.bills(row))) == ("DONE", "CANCELLED", 1)
    assert contradictions(queue.cash.office.db) == []


def test_a_number_by_hand_needs_its_right_and_is_used_once(queue: Queue) -> None:
    row = queue.failed()
    other = Invoice(charge_id=row.charge_id, chargesysid="JF-1", billno="ZJ2026009", orgid="x", issued=clock.now())
    queue.cash.office.db.add(other)
    said = refused(queue, "caiwu", "byHand", row, billno="ZJ2026009", reason="编号相同")
    assert said == "票据号码ZJ2026009已用于收费单JF-1"
    queue.cash.office.db.delete(other)
    assert queue.cash.office.post("shoufei", f"{QUEUE}/byHand", ids=row.id, billno="ZJ2026001")["status"] == 403
    queue.cash.office.good("caiwu", f"{QUEUE}/byHand", ids=row.id, billno="ZJ2026001", reason="平台停用，税务局代开")
    row = queue.row(row)
    assert (row.step, [one.billno for one in queue.bills(row)]) == ("HAND", ["ZJ2026001"])
    assert queue.cash.charge(row.charge_id).step == "BILLED"
    assert contradictions(queue.cash.office.db) == []


def test_a_held_request_is_not_asked_for_until_it_goes_on(queue: Queue) -> None:
    row = queue.held()
    assert (queue.run(row).tries, queue.run(row).step) == (0, "HELD")
    queue.cash.office.good("shoufei", f"{QUEUE}/resume", ids=row.id)
    assert queue.run(row).step == "DONE"


def test_an_answer_that_comes_while_the_request_is_held_counts(queue: Queue) -> None:
    row = queue.asked()
    claimed = billing.claim(row.id)
    assert claimed
    queue.cash.office.db.expire_all()
    assert (
        queue.row(row).there,
        queue.cash.office.refused("shoufei", f"{QUEUE}/cancel", ids=row.id, reason="办理迟了"),
    ) == (
        "unsure",
        "平台可能已开具，请先立即重试，由平台答复后再办理",
    )
    assert billing.claim(row.id) is None  # one asks at a time


def test_the_hand_brake_stops_all_of_it_with_a_reason_and_lets_go_again(queue: Queue) -> None:
    office = queue.cash.office
    stop, start = f"{QUEUE}/stop", f"{QUEUE}/start"
    assert office.post("shoufei", stop, reason="平台检修")["status"] == 403
    assert office.post("caiwu", stop, reason="")["errorMsg"] == "暂停原因：必填"
    assert queue.cash.refused("caiwu", start, reason="平台好了") == "开票没有整体暂停"
    office.good("caiwu", stop, reason="平台检修")
    assert (
        queue.cash.refused("caiwu", stop, reason="再次停开") == f"开票已整体暂停：{office.user('caiwu').name}：平台检修"
    )
    charge = queue.bill(queue.cash.paid())  # even our own numbers wait
    row = queue.of(charge)
    assert (charge.step, charge.invoicestate, row.step, waiting(queue, row)) == ("PAID", "1", "WAIT", [])
    assert queue.run(row).tries == 0
    (listed,) = office.good("shoufei", f"{QUEUE}/findList", chargesysid=charge.chargesysid)["list"]
    assert listed["said"].startswith("整体暂停，") and listed["said"].endswith("平台检修")
    assert office.good("caiwu", start, reason="检修完成") == 1
    row = queue.run(row)
    charge = queue.cash.charge(charge.id)
    assert (row.step, charge.step, row.billno[:2]) == ("DONE", "BILLED", "FS")
    kinds = select(SecurityLog.kind).where(SecurityLog.kind.in_(("开票整体暂停", "开票恢复")))
    assert sorted(office.db.scalars(kinds)) == ["开票恢复", "开票整体暂停"]


def test_a_red_receipt_waits_in_the_same_queue(queue: Queue) -> None:
    charge = queue.billed()
    queue.platform("lost")
    assert queue.cash.red(charge, charge.amount)["isSuccess"]
    charge = queue.cash.charge(charge.id)
    row = queue.of(charge)
    assert (charge.step, charge.billed, charge.reversed, row.amount) == ("BILLED", charge.amount, 0, -charge.amount)
    said = queue.cash.refund(charge, charge.amount)["errorMsg"].split("；")[0]
    assert said == f"{charge.chargesysid}有票据正在开具或开具失败，请先在开票队列办理"
    row = queue.run(queue.run(row), late=True)
    charge = queue.cash.charge(charge.id)
    assert (row.step, charge.step, charge.billed, charge.reversed) == ("DONE", "PAID", 0, charge.amount)
    assert [one.state for one in queue.bills(row)] == ["4", "2"]
    assert queue.cash.refund(charge, charge.amount)["isSuccess"]
    assert contradictions(queue.cash.office.db) == []


def test_a_job_that_was_lost_with_its_worker_is_given_again(queue: Queue) -> None:
    row = queue.asked()
    assert billing.claim(row.id)
    queue.cash.office.db.commit()
    assert billing.due(queue.cash.office.db) == []
    with clock.at(clock.now() + timedelta(minutes=3)):
        assert billing.due(queue.cash.office.db) == [row.id]
        jobs.run("charge.bill", {"request_id": row.id})
    queue.cash.office.db.expire_all()
    assert (queue.row(row).step, len(queue.bills(row))) == ("DONE", 1)


def test_a_receipt_without_its_request_is_found_at_night(queue: Queue) -> None:
    row = queue.of(queue.cash.billed())
    db = queue.cash.office.db
    row.step, row.billno = "FAILED", ""
    db.flush()
    bill = db.scalars(select(Invoice).where(Invoice.request_id == row.id)).one()
    assert contradictions(db) == [f"{row.chargesysid}：开票申请{row.requestno}为开票失败，票据{bill.billno}"]
