"""What leaves a charge: asked for with papers, done by another, back the way it came, out of the till of who asked."""

from decimal import Decimal

import pytest
from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.charges import Charge, ChargeEntry
from tejian.charging.models.outlays import ChargeOut
from tejian.messages.models import Message
from tests.inspection.conftest import office

from .conftest import CALLS, Cash

__all__ = ["office"]
REFUND = f"{CALLS}/modifyStatus"
REMOVE = "/api/equipment-documents/attachments/delete"


def in_two_ways(cash: Cash) -> Charge:
    """Four hundred came over the counter, the rest through the bank."""
    charge = cash.confirmed()
    cash.receive(charge, Decimal(400))
    cash.receive(charge, charge.amount - 400, way="transfer", ref="BANK1")
    return cash.charge(charge.id)


def test_money_goes_back_by_the_way_by_which_it_came_and_never_more(cash: Cash) -> None:
    charge = in_two_ways(cash)
    rest = charge.amount - 400
    said = cash.ask(charge, "refund", "400.01", way="cash")["errorMsg"]
    assert said == f"退费须按收款方式原路退回，可退：现金400.00元、转账{rest}元"
    for way in ("pos", "online", "deposit"):
        assert "原路退回" in cash.ask(charge, "refund", "1", way=way)["errorMsg"]
    assert cash.refund(charge, "400", way="cash")["isSuccess"]
    said = cash.ask(charge, "refund", "0.01", way="cash")["errorMsg"]
    assert said == f"退费须按收款方式原路退回，可退：转账{rest}元"
    assert cash.refund(charge, rest, way="transfer", ref="BANK2")["isSuccess"]
    charge = cash.charge(charge.id)
    assert (charge.step, charge.owed, charge.received) == ("REFUNDED", 0, 0)
    assert contradictions(cash.office.db) == []


def test_who_registered_confirmed_or_asked_does_not_refund(cash: Cash) -> None:
    charge = cash.paid()
    assert cash.ask(charge, "refund", charge.amount, way="cash")["isSuccess"]
    before = cash.counts()
    assert cash.refused("caiwu", REFUND, ids=charge.id, status="6") == "自己确认的收费须由他人退费"
    assert cash.office.post("shoufei", REFUND, ids=charge.id, status="6")["status"] == 403
    assert cash.counts() == before and cash.charge(charge.id).received == charge.amount
    told = select(Message.title).where(Message.user_id == cash.office.user("yewu").id, Message.kind == "退费与红冲")
    [title] = cash.office.db.scalars(told)
    assert f"申请退费 {charge.amount} 元：重复缴费" in title
    cash.office.good("yewu", REFUND, ids=charge.id, status="6")
    ask = cash.office.db.scalars(select(ChargeOut).where(ChargeOut.charge_id == charge.id)).one()
    assert (ask.state, ask.askby, ask.endby) == (
        "done",
        cash.office.user("shoufei").name,
        cash.office.user("yewu").name,
    )


def test_a_cash_refund_leaves_the_till_of_who_asked(cash: Cash) -> None:
    charge = cash.paid()
    assert cash.refund(charge, "60")["isSuccess"]
    entry = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id, ChargeEntry.amount == -60)
    back = cash.office.db.scalars(entry.where(ChargeEntry.kind == "paid")).one()
    assert back.userid == cash.office.user("shoufei").id
    facts = cash.office.good("shoufei", "/api/chamain/cashDay/record", id=cash.day().id)["facts"]
    assert {one["label"]: one["text"] for one in facts}["应有现金"] == f"{charge.amount - 60:,.2f} 元"


def test_each_request_has_its_own_paper_which_stays(cash: Cash) -> None:
    charge = cash.paid()
    form = {"ids": charge.id, "amount": "10", "way": "cash", "reason": "重复缴费"}
    nothing = cash.refused("shoufei", f"{CALLS}/askRefund", **form)
    assert nothing.startswith(f"请先在{charge.chargesysid}的附件中上传")
    cash.paper(charge, "99")
    assert cash.refused("shoufei", f"{CALLS}/askRefund", **form) == nothing
    key = cash.paper(charge)
    cash.office.good("shoufei", f"{CALLS}/askRefund", **form)
    said = cash.refused("shoufei", REMOVE, attsysid=key)
    assert said == "单位来函.pdf是退费或红冲申请的凭据，不能删除"
    cash.office.good("yewu", REFUND, ids=charge.id, status="6")
    assert cash.refused("shoufei", f"{CALLS}/askRefund", **form) == nothing
    assert not cash.office.db.scalars(select(Attachment.deleted).where(Attachment.id == key)).one()


def test_a_request_that_is_sent_back_frees_its_paper_and_another_may_follow(cash: Cash) -> None:
    charge = cash.paid()
    assert cash.ask(charge, "refund", "10", way="cash")["isSuccess"]
    cash.office.good("yewu", f"{CALLS}/refuseOut", ids=charge.id, reason="凭据看不清楚")
    assert "没有退费申请" in cash.refused("yewu", REFUND, ids=charge.id, status="6")
    form = {"ids": charge.id, "amount": "10", "way": "cash", "reason": "重复缴费"}
    cash.office.good("shoufei", f"{CALLS}/askRefund", **form)
    page = cash.office.good("yewu", f"{CALLS}/record", id=charge.id)
    [part] = [one for one in page["parts"] if one["key"] == "outlays"]
    assert [(one["stateName"], one["note"]) for one in part["rows"]] == [("已退回", "凭据看不清楚"), ("待办理", "")]
    assert any("申请退费 10.00 元" in one["text"] for one in page["notices"])


@pytest.mark.parametrize("step", [Decimal("0.01"), Decimal(100)])
def test_a_receipt_of_a_public_fee_is_reversed_whole_and_then_made_anew(cash: Cash, step: Decimal) -> None:
    charge = cash.billed()
    said = cash.ask(charge, "red", charge.amount - step)["errorMsg"]
    assert said == f"非税票据只能整张红冲（{charge.amount}元），冲后按应收金额另开"
    assert cash.red(charge, charge.amount)["isSuccess"]
    assert cash.refund(charge, 60)["isSuccess"]
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    assert (cash.charge(charge.id).billed, cash.charge(charge.id).step) == (charge.amount - 60, "BILLED")


def test_what_changed_since_it_was_asked_for_is_not_refunded(cash: Cash) -> None:
    charge = cash.paid()
    assert cash.ask(charge, "refund", charge.amount, way="cash")["isSuccess"]
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    said = cash.refused("yewu", REFUND, ids=charge.id, status="6")
    assert said == f"申请退费{charge.amount}元以后收付款或票据有变动，请退回申请后重新申请"
    assert cash.charge(charge.id).received == charge.amount


def test_no_enterprise_puts_papers_on_a_charge(cash: Cash) -> None:
    charge = cash.paid()
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    with pytest.raises(AssertionError, match="没有"):
        cash.paper(charge, login="qiye")
