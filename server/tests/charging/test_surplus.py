"""Money that nobody asked for is given back by two people, in entries that leave the charge as it stood."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.proof import contradictions
from tejian.charging.models.accounts import Account
from tejian.charging.models.charges import Charge, ChargeEntry, PayOrder
from tejian.charging.models.checks import Difference, StatementLine
from tejian.charging.models.surplus import Surplus
from tejian.kit.database.audit import SecurityLog
from tejian.messages.models import Message

from .conftest import CALLS, Cash
from .files import night, paid_there, told_twice
from .test_online import called, ordered
from .test_statement import paper, send

SURPLUS = "/api/chamain/surplus"
ASK, BACK, NONE = f"{SURPLUS}/ask", f"{SURPLUS}/giveBack", f"{SURPLUS}/none"
ASKED = {"way": "online", "reason": "与单位核实重复支付"}
DIFFERENCE = "/api/chamain/difference"


def money(cash: Cash, charge: Charge) -> list[tuple[Decimal, str, str]]:
    query = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "paid")
    rows = cash.office.db.scalars(query.order_by(ChargeEntry.at, ChargeEntry.amount.desc()))
    return [(one.amount, one.way, one.ref) for one in rows]


def one(cash: Cash) -> Surplus:
    return cash.office.db.scalars(select(Surplus).execution_options(populate_existing=True)).one()


def twice(cash: Cash) -> tuple[Charge, PayOrder]:
    """A charge whose order was paid twice."""
    cash.secret()
    charge = cash.confirmed()
    order = ordered(cash, charge)
    called(cash, **cash.callback(order.orderno, f"{order.amount:.2f}"))
    called(cash, **cash.callback(order.orderno, f"{order.amount:.2f}", platformno="P0002"))
    return cash.charge(charge.id), order


def asked(cash: Cash, **form: str) -> Surplus:
    row = one(cash)
    cash.office.good("shoufei", ASK, ids=row.id, **{**ASKED, **form})
    return one(cash)


def test_a_second_payment_is_given_back_by_two_people(cash: Cash) -> None:
    charge, order = twice(cash)
    row = one(cash)
    told = (row.platformno, row.amount, row.step, row.why, row.chargesysid, str(row.paidon))
    assert told == ("P0002", charge.amount, "FOUND", "同一订单重复支付", charge.chargesysid, "2026-11-23")
    page = cash.office.good("qiye", f"{CALLS}/record", id=charge.id)
    assert f"多付 {charge.amount:,.2f} 元，在多收款中退回" in [one["text"] for one in page["notices"]]
    sentence = cash.refused("caiwu", "/api/chamain/payOrder/settle", id=order.id, note="已退回")
    assert sentence == f"平台流水号P0002的{charge.amount}元待退，请在多收款中办理"
    assert "没有此操作的权限" in cash.refused("shoufei", BACK, ids=row.id)
    assert cash.office.post("caiwu", BACK, ids=row.id)["status"] == 409  # nobody has asked
    row = asked(cash)
    assert (row.step, row.askby, row.way) == ("ASKED", cash.office.user("shoufei").name, "online")
    before = money(cash, charge)
    cash.office.good("caiwu", BACK, ids=row.id)
    assert money(cash, charge) == [*before, (charge.amount, "online", "P0002"), (-charge.amount, "online", "")]
    charge, row = cash.charge(charge.id), one(cash)
    assert (charge.step, charge.received, charge.owed) == ("PAID", charge.amount, charge.amount)
    assert (row.step, row.endby, row.note) == ("RETURNED", cash.office.user("caiwu").name, f"原路退回{charge.amount}元")
    cash.office.db.refresh(order)
    assert (order.state, order.platformno) == ("2", "P0001")
    log = cash.office.db.scalars(select(SecurityLog).where(SecurityLog.kind == "多收款退款")).one()
    assert log.target == charge.chargesysid
    told_unit = cash.office.db.scalars(select(Message).where(Message.title.contains("多付的"))).all()
    assert [one.title for one in told_unit] == [f"{charge.chargesysid} 多付的 {charge.amount} 元已退回"]
    assert contradictions(cash.office.db) == []
    assert cash.office.post("caiwu", BACK, ids=row.id)["status"] == 409
    assert len(money(cash, charge)) == 3
    page = cash.office.good("caiwu", f"{CALLS}/record", id=charge.id)
    assert all("多付" not in one["text"] for one in page["notices"])


def test_who_asked_for_it_does_not_send_it(cash: Cash) -> None:
    charge, _order = twice(cash)
    row = asked(cash)
    row.askid = cash.office.user("caiwu").id
    cash.office.db.commit()
    before = money(cash, charge)
    assert cash.refused("caiwu", BACK, ids=row.id) == "自己申请的退款须由他人办理"
    assert money(cash, charge) == before and one(cash).step == "ASKED"


def test_every_payment_too_much_is_kept_and_each_counts_once(cash: Cash) -> None:
    charge, order = twice(cash)
    third = cash.callback(order.orderno, f"{order.amount:.2f}", platformno="P0003")
    assert called(cash, **third)["data"] == "已记录差异"
    again = {**cash.callback(order.orderno, f"{order.amount:.2f}", platformno="P0003", paidat="")}
    assert called(cash, **again)["data"] == "已处理"
    rows = cash.office.db.scalars(select(Surplus).order_by(Surplus.platformno)).all()
    assert [row.platformno for row in rows] == ["P0002", "P0003"]
    for row in rows:
        cash.office.good("shoufei", ASK, ids=row.id, **ASKED)
    cash.office.good("caiwu", BACK, ids=rows[0].id)
    cash.office.db.refresh(order)
    assert order.state == "6"  # the other still waits
    cash.office.good("caiwu", BACK, ids=rows[1].id)
    cash.office.db.refresh(order)
    assert order.state == "2" and cash.charge(charge.id).received == charge.amount


def test_money_after_the_counter_took_it_goes_to_the_account_of_the_payer(cash: Cash) -> None:
    cash.secret()
    charge = cash.confirmed()
    payer = charge.payunitsysid
    order = ordered(cash, charge)
    charge.payunitsysid = payer
    cash.receive(charge, charge.amount)
    called(cash, **cash.callback(order.orderno, f"{order.amount:.2f}"))
    row = asked(cash, way="deposit")
    cash.office.good("caiwu", BACK, ids=row.id)
    account = cash.office.db.scalars(select(Account)).one()
    assert (account.unitsysid, account.balance) == (payer, charge.amount)
    assert money(cash, charge)[1:] == [(charge.amount, "online", "P0001"), (-charge.amount, "deposit", "")]
    cash.office.db.refresh(order)
    assert (order.state, cash.charge(charge.id).step) == ("4", "PAID")
    assert contradictions(cash.office.db) == []


def test_money_after_a_void_is_given_back_by_transfer_with_its_voucher(cash: Cash) -> None:
    cash.secret()
    charge = cash.confirmed()
    order = ordered(cash, charge)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="重复登记")
    called(cash, **cash.callback(order.orderno, f"{order.amount:.2f}"))
    row = asked(cash, way="transfer")
    assert cash.refused("caiwu", BACK, ids=row.id) == "转账退款须填退款凭证号"
    cash.office.good("caiwu", BACK, ids=row.id, ref="TK0001")
    assert money(cash, charge) == [(order.amount, "online", "P0001"), (-order.amount, "transfer", "TK0001")]
    charge = cash.charge(charge.id)
    assert (charge.step, charge.received, charge.owed) == ("VOID", 0, 0)
    assert contradictions(cash.office.db) == []


def test_what_went_back_is_not_taken_back_again(cash: Cash) -> None:
    charge, _order = twice(cash)
    row = asked(cash)
    cash.office.good("caiwu", BACK, ids=row.id)
    page = cash.office.good("caiwu", f"{CALLS}/record", id=charge.id)
    assert page["record"]["lastreceipt"].startswith(f"在线支付 {charge.amount:,.2f} 元")
    cash.office.good("caiwu", f"{CALLS}/takeBack", ids=charge.id, reason="平台核实未到账")
    undone = cash.office.db.scalars(select(ChargeEntry.undoes).where(ChargeEntry.undoes != "")).one()
    taken = cash.office.db.scalars(select(ChargeEntry).where(ChargeEntry.id == undone)).one()
    assert taken.ref == "P0001"  # the payment that counted, not the one that went back
    charge = cash.charge(charge.id)
    assert (charge.step, charge.received) == ("DUE", 0)
    assert cash.office.post("caiwu", f"{CALLS}/takeBack", ids=charge.id, reason="再次冲销")["status"] == 409


def test_a_second_payment_that_only_the_file_tells_of_is_noted_and_given_back(cash: Cash) -> None:
    extra = told_twice(cash.office)
    charge = cash.office.db.scalars(select(Charge)).one()
    assert "不能按平台文件入账" in cash.refused("caiwu", f"{DIFFERENCE}/bookOrder", ids=extra.id)
    cash.office.good("caiwu", f"{DIFFERENCE}/tooMuch", ids=extra.id)
    made = one(cash)
    assert (made.amount, made.charge_id, made.step) == (charge.amount, charge.id, "FOUND")
    row = asked(cash)
    cash.office.good("caiwu", BACK, ids=row.id)
    line = cash.office.db.scalars(select(StatementLine).where(StatementLine.number == row.platformno)).one()
    cash.office.db.refresh(line)
    assert (line.result, line.note) == ("matched", "多收款已退")
    cash.office.good("caiwu", f"{DIFFERENCE}/compare")
    again = cash.office.db.scalars(select(Difference).where(Difference.subject == line.id)).one()
    assert again.step == "SETTLED"


def test_the_file_of_the_day_of_the_refund_does_not_miss_it(cash: Cash) -> None:
    paid_there(cash, "second")
    night(cash)
    row = asked(cash)
    cash.office.good("caiwu", BACK, ids=row.id)
    send(cash, paper([("P-OTHER", "1.00")], source="平台"))
    lacking = cash.office.db.scalars(select(StatementLine).where(StatementLine.result == "lacking")).all()
    assert [one.number for one in lacking] == []


def test_a_payment_that_the_platform_has_not_is_closed_without_money(cash: Cash) -> None:
    charge, order = twice(cash)
    before = money(cash, charge)
    assert "没有此操作的权限" in cash.refused("shoufei", NONE, ids=one(cash).id, reason="平台误报")
    cash.office.good("caiwu", NONE, ids=one(cash).id, reason="平台书面答复为误报")
    row = one(cash)
    assert (row.step, row.note) == ("NONE", "核实未到账：平台书面答复为误报")
    cash.office.db.refresh(order)
    assert order.state == "2" and money(cash, charge) == before


def test_a_payment_that_the_file_has_is_not_called_none(cash: Cash) -> None:
    paid_there(cash, "second")
    night(cash)
    row = one(cash)
    assert cash.refused("caiwu", NONE, ids=row.id, reason="平台误报").endswith(
        f"有平台流水号{row.platformno}的收款，须退款"
    )
    assert one(cash).step == "FOUND"


@pytest.mark.parametrize(("login", "way"), [("shoufei", "cash"), ("shoufei", ""), ("shoufei", "bitcoin")])
def test_it_goes_back_by_a_known_way_only(cash: Cash, login: str, way: str) -> None:
    twice(cash)
    before = one(cash).version
    said: Any = cash.refused(login, ASK, ids=one(cash).id, way=way, reason="现场核实")
    assert "退款方式" in said and one(cash).version == before
