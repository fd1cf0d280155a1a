"""A public fee typed by hand: the table beside it, a document on it, a second person, and a difference of its own."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.differences import mistakes
from tejian.charging.codes import BASIS_PAPER
from tejian.charging.models.charges import Charge, ChargeLine
from tejian.messages.models import Message
from tests.inspection.conftest import office

from .conftest import CALLS, Cash
from .test_charges import fee

__all__ = ["office"]
HAND = {"item": "电梯定期检验", "nature": "非税", "amount": "1.00", "reason": "领导口头同意", "document": "口头"}


def typed(cash: Cash, *, instead: bool = True, **more: Any) -> Charge:
    """A lift of a standard for which somebody types another amount; not committed."""
    item = cash.items()[0]
    byhand = {"byhand": "1"} if instead else {}
    hand = HAND | {"seisn": item.seisn} | more
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id, **byhand}], manual=[hand])
    return cash.charge(made[0]["id"])


def line_of(cash: Cash, charge: Charge) -> ChargeLine:
    query = select(ChargeLine).where(ChargeLine.charge_id == charge.id, ChargeLine.kind == "manual")
    return cash.office.db.scalars(query).one()


def agreed(cash: Cash, charge: Charge) -> Charge:
    cash.paper(charge, BASIS_PAPER)
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    cash.office.good("yewu", f"{CALLS}/agreeDiscount", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    return cash.charge(charge.id)


@pytest.mark.parametrize(("instead", "amount"), [(True, "1.00"), (False, "5000")])
def test_the_amount_of_the_table_stands_beside_what_was_typed(cash: Cash, instead: bool, amount: str) -> None:
    charge = typed(cash, instead=instead, amount=amount)
    row = line_of(cash, charge)
    item = cash.items_of(charge)[0]
    assert row.explanation == f"手工登记：领导口头同意（本项业务标准为 {fee(cash, item):.2f} 元）"
    assert charge.byhand == 1


def test_it_is_not_committed_without_a_document_of_its_kind_which_then_stays(cash: Cash) -> None:
    charge = typed(cash)
    cash.paper(charge, "99")
    said = cash.refused("shoufei", f"{CALLS}/commit", ids=charge.id)
    wanted = "请先在收费单的附件中上传批准这一金额的文件（收费依据文件）"
    assert said == f"{charge.chargesysid}有非税的手工金额，{wanted}"
    key = cash.paper(charge, BASIS_PAPER)
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    said = cash.refused("shoufei", "/api/equipment-documents/attachments/delete", attsysid=key)
    assert said == f"{charge.chargesysid}已提交，单位来函.pdf是收费依据，不能删除"


def test_it_is_not_confirmed_before_a_second_person_agreed(cash: Cash) -> None:
    charge = typed(cash)
    cash.paper(charge, BASIS_PAPER)
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    told = select(Message.title).where(Message.user_id == cash.office.user("yewu").id, Message.kind == "优惠审批")
    assert list(cash.office.db.scalars(told)) == [
        f"{charge.chargesysid} {charge.payunitname} 非税手工金额1项待审批，应收1.00元"
    ]
    confirm = {"ids": charge.id, "status": "2"}
    said = cash.refused("caiwu", f"{CALLS}/modifyStatus", **confirm)
    assert said == f"{charge.chargesysid}有非税的手工金额，须先经科长审批"
    assert cash.office.post("shoufei", f"{CALLS}/agreeDiscount", ids=charge.id)["status"] == 403
    cash.office.good("yewu", f"{CALLS}/agreeDiscount", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", **confirm)
    assert (cash.charge(charge.id).step, cash.charge(charge.id).discountby) == ("DUE", cash.office.user("yewu").name)


def test_the_four_ways_find_every_public_fee_by_hand(cash: Cash) -> None:
    charge = agreed(cash, typed(cash))
    [one] = [one for one in mistakes(cash.office.db, charge.orgid) if one.kind == "byhand"]
    assert (one.key, one.amount) == (line_of(cash, charge).id, charge.amount)
    assert "1.00元" in one.sentence and "标准为" in one.sentence and "文件：口头" in one.sentence
    assert one.sentence.endswith(f"{cash.office.user('yewu').name}同意")


def test_what_is_agreed_on_a_service_asks_for_neither(cash: Cash) -> None:
    charge = typed(cash, nature="应税", amount="200", document="")
    assert charge.byhand == 0
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert [one for one in mistakes(cash.office.db, charge.orgid) if one.kind == "byhand"] == []
