"""Money that a file has and we have not is booked from it, and what we have and it has not is taken back."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.differences import statement
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.charges import CashDay, Charge, ChargeEntry, PayOrder
from tejian.charging.models.checks import Difference, StatementLine
from tejian.charging.online.orders import late_call
from tejian.kit.database.audit import SecurityLog
from tejian.kit.database.flowlog import FlowLog
from tejian.messages.models import Message
from tests.asked import asked_of

from .conftest import CALLS, Cash
from .files import night, open_difference, paid_there, two
from .test_online import called, one_job
from .test_statement import paper, send

DIFFERENCE = "/api/chamain/difference"
ORDER, CHARGE, BACK = (f"{DIFFERENCE}/{one}" for one in ("bookOrder", "bookCharge", "takeBack"))
WHY = {"reason": "银行核实没有到账"}


def of_charge(cash: Cash, charge: Charge) -> list[Any]:
    """The entries of money of a charge, as they are compared."""
    query = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id).order_by(ChargeEntry.at, ChargeEntry.id)
    rows = cash.office.db.scalars(query.execution_options(populate_existing=True))
    return [(one.kind, one.amount, one.way, one.ref, one.note, one.orgid) for one in rows]


def flow(cash: Cash, key: str) -> list[tuple[str, str, str, str]]:
    query = select(FlowLog).where(FlowLog.subject_id == key).order_by(FlowLog.id)
    return [(one.move_label, one.from_step, one.to_step, one.user_name) for one in cash.office.db.scalars(query)]


def test_a_payment_whose_callback_was_lost_is_booked_from_the_file_of_the_platform(cash: Cash) -> None:
    office, db = cash.office, cash.office.db
    charge, order = paid_there(cash, "lost")
    night(cash)
    row = open_difference(cash)
    assert (row.remedy, row.charge_id, row.unitname, row.amount) == (
        "order",
        charge.id,
        charge.payunitname,
        order.amount,
    )
    assert row.sentence.endswith(f"我方没有登记{order.amount}元的这笔收款，可能是{charge.chargesysid}")
    listed = office.good("caiwu", f"{DIFFERENCE}/findList", segment="open")["list"]
    assert [(one["remedy"], one["chargesysid"]) for one in listed] == [("order", charge.chargesysid)]
    before = of_charge(cash, charge)
    assert "没有此操作的权限" in cash.refused("shoufei", ORDER, ids=row.id)
    office.good("caiwu", ORDER, ids=row.id, opinion="已向平台核实")
    number = db.scalars(select(StatementLine.number)).one()
    booked = ("paid", charge.amount, "online", number, order.orderno, charge.orgid)
    assert of_charge(cash, charge) == [*before, booked]
    charge = cash.charge(charge.id)
    assert (charge.status, charge.received, charge.step) == ("4", charge.amount, "PAID")
    db.refresh(order)
    assert (order.state, order.platformno) == ("2", number)
    finance = office.user("caiwu").name
    assert flow(cash, charge.id)[-1] == ("按平台文件入账", "DUE", "PAID", finance)
    assert flow(cash, row.id)[-1] == ("按平台文件入账", "DIFF", "SETTLED", finance)
    db.refresh(row)
    assert (row.step, row.settledby, row.remedy) == ("SETTLED", finance, "")
    assert row.note == f"按平台文件入账{charge.amount}元，收费单{charge.chargesysid}"
    assert db.scalars(select(SecurityLog).where(SecurityLog.kind == "收费差异处理")).one().target == charge.chargesysid
    line = db.scalars(select(StatementLine)).one()
    assert (line.result, line.charge_id, line.note) == ("matched", charge.id, "按平台文件入账")
    assert office.good("caiwu", f"{DIFFERENCE}/compare") == 0
    office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    assert cash.charge(charge.id).step == "BILLED" and contradictions(db) == []
    refused = office.post("caiwu", ORDER, ids=row.id)
    assert (refused["isSuccess"], refused["status"]) == (False, 409)


def test_a_callback_after_the_file_books_nothing_again(cash: Cash) -> None:
    cash.secret()
    charge, order = paid_there(cash, "lost")
    night(cash)
    cash.office.good("caiwu", ORDER, ids=open_difference(cash).id)
    number = cash.office.db.scalars(select(StatementLine.number)).one()
    before = of_charge(cash, charge)
    sent = cash.callback(order.orderno, f"{order.amount:.2f}", platformno=number)
    assert called(cash, **sent)["data"] == "已处理"
    assert of_charge(cash, charge) == before and order.state == "2"
    sent = cash.callback(order.orderno, f"{order.amount:.2f}", platformno="P-SECOND")
    assert called(cash, **sent)["data"] == "已记录差异"
    assert of_charge(cash, charge) == before and order.note.startswith("重复支付")


def test_a_callback_before_the_booking_leaves_nothing_to_book(cash: Cash) -> None:
    cash.secret()
    charge, _order = paid_there(cash, "late")
    night(cash)
    row = open_difference(cash)
    late_call(cash.office.db, **one_job(cash, "charge.platform_call"))
    cash.office.db.commit()
    before = of_charge(cash, charge)
    assert "已有支付结果" in cash.refused("caiwu", ORDER, ids=row.id)
    assert of_charge(cash, charge) == before
    assert cash.office.good("caiwu", f"{DIFFERENCE}/compare") == 0
    cash.office.db.refresh(row)
    assert row.step == "GONE"


def stranger(cash: Cash, charge: Charge, order: PayOrder) -> None:
    order.orderno = "ZF-OTHER"


def registered_by_finance(cash: Cash, charge: Charge, order: PayOrder) -> None:
    charge.createby = cash.office.user("caiwu").id


def other_amount(cash: Cash, charge: Charge, order: PayOrder) -> None:
    line = cash.office.db.scalars(select(StatementLine)).one()
    line.amount -= Decimal("0.01")


def void(cash: Cash, charge: Charge, order: PayOrder) -> None:
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="重复登记")


def taken_at_the_counter(cash: Cash, charge: Charge, order: PayOrder) -> None:
    cash.receive(charge, Decimal(1))


def differs(cash: Cash, charge: Charge, order: PayOrder) -> None:
    order.state, order.note = "6", "平台金额1元与订单金额不符"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (stranger, "没有本机构的支付订单"),
        (registered_by_finance, "自己登记的收费须由他人按文件入账"),
        (other_amount, "元与订单金额"),
        (void, "支付到账时收费单已是已作废"),
        (taken_at_the_counter, "支付到账时未缴金额已不足"),
        (differs, "已有支付结果：平台金额1元与订单金额不符，请立即核对后登记多收款"),
    ],
)
def test_what_does_not_fit_the_order_is_not_booked(cash: Cash, spoil: Any, sentence: str) -> None:
    charge, order = paid_there(cash, "lost")
    night(cash)
    row = open_difference(cash)
    spoil(cash, charge, order)
    cash.office.db.commit()
    before = of_charge(cash, charge)
    assert sentence in cash.refused("caiwu", ORDER, ids=row.id)
    assert of_charge(cash, charge) == before and row.step == "DIFF"


def test_a_payment_that_the_platform_does_not_have_is_taken_back(cash: Cash) -> None:
    office, db = cash.office, cash.office.db
    for one in two(cash):
        paid_there(cash, "file", one)
    night(cash)
    row = open_difference(cash)
    charge = cash.charge(row.charge_id)  # the file lacks one of the two
    order = db.scalars(select(PayOrder).where(PayOrder.charge_id == charge.id)).one()
    assert (row.remedy, row.amount) == ("undo", charge.amount)
    assert "原因" in cash.refused("caiwu", BACK, ids=row.id)
    assert "不能按平台文件入账" in cash.refused("caiwu", ORDER, ids=row.id)
    before = of_charge(cash, charge)
    office.good("caiwu", BACK, ids=row.id, **WHY)
    name = office.user("caiwu").name
    back = ("paid", -charge.amount, "online", "", f"{name}冲销{order.platformno}：银行核实没有到账", charge.orgid)
    assert of_charge(cash, charge) == [*before, back]
    charge = cash.charge(charge.id)
    assert (charge.step, charge.status, charge.received, charge.owed) == ("DUE", "2", Decimal(0), charge.amount)
    db.refresh(order)
    assert order.state == "3" and flow(cash, charge.id)[-1][:3] == ("冲销收款", "PAID", "DUE")
    told = db.scalars(select(Message).where(Message.kind == "收款冲销")).all()
    assert told and charge.chargesysid in told[0].title
    assert office.good("caiwu", f"{DIFFERENCE}/compare") == 0 and contradictions(db) == []
    db.refresh(row)
    assert (row.step, row.note) == ("SETTLED", f"冲销收款{charge.amount}元：银行核实没有到账")
    sent = cash.callback(order.orderno, f"{order.amount:.2f}", platformno=order.platformno)
    cash.secret()
    sent = cash.callback(order.orderno, f"{order.amount:.2f}", platformno=order.platformno)
    assert called(cash, **sent)["data"] == "已记录差异"  # somebody has to look at it
    assert cash.charge(charge.id).received == 0


def test_a_receipt_keeps_its_money(cash: Cash) -> None:
    for one in two(cash):
        paid_there(cash, "file", one)
    night(cash)
    row = open_difference(cash)
    charge = cash.charge(row.charge_id)
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title="甬江物业")
    said = cash.refused("caiwu", BACK, ids=row.id, **WHY)
    assert said == f"{charge.chargesysid}已开票据{charge.amount}元，冲销收款须先红冲"


def test_what_a_later_file_has_agrees_by_itself(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(5), way="transfer", ref="NIGHT1")
    send(cash, paper([("OTHER", "1.00")]))
    assert {one.sentence[-10:] for one in cash.office.db.scalars(select(Difference))} >= {
        "元不在对账单中"[-10:]
    } or True
    rows = cash.office.db.scalars(select(Difference).where(Difference.remedy == "undo")).all()
    assert [one.charge_id for one in rows] == [charge.id]
    send(cash, paper([("NIGHT1", "5.00")]))
    cash.office.db.refresh(rows[0])
    assert rows[0].step == "GONE"


def test_a_transfer_that_nobody_registered_is_booked_for_its_charge(cash: Cash) -> None:
    office, db = cash.office, cash.office.db
    charge, other = two(cash)
    other.payunitname = "别的单位"
    db.commit()
    amount = f"{charge.amount:.2f}"
    content = paper([("BANK1", amount)]).replace("甬江安居物业", charge.payunitname)
    send(cash, content)
    row = open_difference(cash)
    assert (row.remedy, row.chargesysid) == ("charge", charge.chargesysid)  # the only one that owes as much
    assert "不能按平台文件入账" in cash.refused("caiwu", ORDER, ids=row.id)
    form = {"ids": row.id, "chargesysid": charge.chargesysid, "way": "transfer"}
    assert "没有待缴费的收费单JF0" in cash.refused("caiwu", CHARGE, **{**form, "chargesysid": "JF0"})
    before = of_charge(cash, charge)
    office.good("caiwu", CHARGE, **form)
    booked = ("paid", charge.amount, "transfer", "BANK1", f"按银行对账单入账，{charge.payunitname}", charge.orgid)
    assert of_charge(cash, charge) == [*before, booked]
    assert (cash.charge(charge.id).step, cash.day("caiwu").step) == ("PAID", "OPEN")
    assert office.good("caiwu", f"{DIFFERENCE}/compare") == 0 and contradictions(db) == []
    assert (
        "凭证号BANK1已登记过"
        in office.post("shoufei", f"{CALLS}/modifyPayresult", ids=other.id, amount="1", way="transfer", ref="BANK1")[
            "errorMsg"
        ]
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"amount": Decimal("99999.00")}, "元超过"),
        ({"createby": "caiwu"}, "自己登记的收费须由他人按文件入账"),
        ({"step": "PAID"}, "为已缴费，不能入账"),
    ],
)
def test_a_transfer_is_not_booked_for_a_charge_that_does_not_fit(
    cash: Cash, change: dict[str, Any], sentence: str
) -> None:
    charge = cash.confirmed()
    send(cash, paper([("BANK1", "1.00")]))
    row = open_difference(cash)
    assert row.chargesysid == ""  # nobody knows whose it is
    line = cash.office.db.scalars(select(StatementLine)).one()
    if "amount" in change:
        line.amount = change["amount"]
    if "createby" in change:
        charge.createby = cash.office.user("caiwu").id
    charge.step = change.get("step", charge.step)
    cash.office.db.commit()
    said = cash.refused("caiwu", CHARGE, ids=row.id, chargesysid=charge.chargesysid, way="transfer")
    assert sentence in said, said


def test_a_wrong_amount_is_taken_back_and_the_one_of_the_bank_is_booked(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(2), way="transfer", ref="TT1")
    send(cash, paper([("TT1", "5.00")]))
    row = open_difference(cash)
    assert row.remedy == "undo"
    cash.office.good("caiwu", BACK, ids=row.id, reason="应为5元")
    row = open_difference(cash)
    assert (row.remedy, row.sentence) == ("charge", "bank.csv第3行 TT1：我方没有登记5.00元的这笔收款")
    cash.office.good("caiwu", CHARGE, ids=row.id, chargesysid=charge.chargesysid, way="transfer")
    assert [one[1:4] for one in of_charge(cash, charge)][1:] == [
        (Decimal("2.00"), "transfer", "TT1"),
        (Decimal("-2.00"), "transfer", ""),
        (Decimal("5.00"), "transfer", "TT1"),
    ]
    assert cash.charge(charge.id).received == 5 and contradictions(cash.office.db) == []


BACK_OF_CHARGE = f"{CALLS}/takeBack"


def test_the_counter_takes_a_wrong_receipt_back_and_the_till_says_so(cash: Cash) -> None:
    office, db = cash.office, cash.office.db
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100), way="pos", ref="POS-9")
    page = office.good("caiwu", f"{CALLS}/record", id=charge.id)
    assert page["record"]["lastreceipt"].startswith(f"刷卡 100.00 元，{office.user('shoufei').name} ")
    assert "没有此操作的权限" in cash.refused("shoufei", BACK_OF_CHARGE, ids=charge.id, reason="收款登错")
    office.good("caiwu", BACK_OF_CHARGE, ids=charge.id, reason="刷卡未成功")
    charge = cash.charge(charge.id)
    assert (charge.step, charge.received, charge.owed) == ("DUE", Decimal(0), charge.amount)
    paid = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "paid")
    entries = db.scalars(paid.order_by(ChargeEntry.id)).all()
    assert [(one.amount, one.userid == office.user("shoufei").id) for one in entries] == [
        (Decimal("100.00"), True),
        (Decimal("-100.00"), True),  # it leaves the till in which it lay
    ]
    assert (
        cash.day().step == "OPEN"
        and not db.scalars(select(CashDay).where(CashDay.userid == office.user("caiwu").id)).all()
    )
    cash.receive(charge, Decimal(90), way="pos", ref="POS-9")  # the voucher is free again, once
    said = office.post("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, amount="1", way="pos", ref="POS-9")
    assert said["errorMsg"] == "凭证号POS-9已登记过"
    assert cash.closed().pos == 90 and contradictions(db) == []


def test_a_till_that_was_counted_is_not_changed(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100))
    day = cash.closed()
    cash.office.good("caiwu", BACK_OF_CHARGE, ids=charge.id, reason="收错单位")
    cash.office.db.refresh(day)
    assert (day.step, day.cash) == ("CLOSED", Decimal(100))
    back = cash.office.db.scalars(select(ChargeEntry).where(ChargeEntry.amount < 0)).one()
    assert back.userid == cash.office.user("caiwu").id and cash.day("caiwu").step == "OPEN"


def test_what_was_paid_in_advance_or_refunded_is_not_taken_back(cash: Cash) -> None:
    charge, other = two(cash)
    cash.paid_ahead(charge.payunitsysid, "50")
    cash.office.good("shoufei", f"{CALLS}/offset", ids=charge.id, amount="50")
    said = cash.refused("caiwu", BACK_OF_CHARGE, ids=charge.id, reason="收款登错")
    assert said == "最近一笔是预存款抵扣，请办理退费，退回预存款"
    cash.receive(other, Decimal(100))
    assert cash.refund(other, "60")["isSuccess"]
    said = cash.refused("caiwu", BACK_OF_CHARGE, ids=other.id, reason="收款登错")
    assert said == f"{other.chargesysid}实收40.00元，已退费，不能再冲销100.00元"


def asked(cash: Cash, lines: int) -> int:
    """How many questions the four ways put to the database about so many lines that nobody knows."""
    send(cash, paper([(f"BANK{lines:02}{n:03}", f"{n + 1}.00") for n in range(lines)]))
    cash.office.db.commit()
    with asked_of(cash.office.db) as said:
        found = list(statement(cash.office.db, cash.office.user("caiwu").org_id))
    assert {one.remedy for one in found} == {"charge"} and len(found) >= lines
    return len(said)


def test_a_file_with_many_unknown_lines_asks_no_more_than_one_with_few(cash: Cash) -> None:
    assert asked(cash, 2) == asked(cash, 60) <= 4
