"""Ways to take money, tried by those who might: each is refused with nothing stored, or found the same night."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.comparing import compare_all
from tejian.charging.models.checks import Difference

from .conftest import ACCOUNT, CALLS, COUNT, POLICIES, Cash
from .test_bank_both_ways import both
from .test_credit import ALLOW, agreed, costs, payer, two
from .test_statement import send

HAND = {"item": "加急费", "nature": "非税", "amount": "5000", "reason": "加急", "document": "口头"}


def typed(cash: Cash, amount: str = "1.00") -> Any:
    """A lift for which the cashier types what it shall cost."""
    [item] = cash.items()
    hand = [HAND | {"seisn": item.seisn, "item": "电梯检验费", "amount": amount}]
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id, "byhand": "1"}], manual=hand)
    return cash.charge(made[0]["id"])


def cheap_lift(cash: Cash) -> str:
    return cash.refused("shoufei", f"{CALLS}/commit", ids=typed(cash).id)


def own_confirmation(cash: Cash) -> str:
    charge = cash.committed()
    charge.createby = cash.office.user("caiwu").id
    cash.office.db.commit()
    return cash.refused("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")


def refund_without_a_paper(cash: Cash) -> str:
    form = {"amount": "10", "way": "cash", "reason": "重复缴费"}
    return cash.refused("shoufei", f"{CALLS}/askRefund", ids=cash.paid().id, **form)


def refund_to_another_pocket(cash: Cash) -> str:
    charge = cash.confirmed()
    cash.receive(charge, charge.amount, way="transfer", ref="T1")
    return str(cash.ask(charge, "refund", 10, way="cash")["errorMsg"])


def refund_by_who_confirmed(cash: Cash) -> str:
    charge = cash.paid()
    assert cash.ask(charge, "refund", 10, way="cash")["isSuccess"]
    return cash.refused("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="6")


def more_than_came_in(cash: Cash) -> str:
    charge = cash.paid()
    return str(cash.ask(charge, "refund", charge.amount + 1, way="cash")["errorMsg"])


def void_after_the_cash_was_taken(cash: Cash) -> str:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(1))
    return cash.refused("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="登记有误")


def relief_for_a_friend(cash: Cash) -> str:
    form = {"name": "友情减免", "type": "05", "document": "口头", "nature": "非税", "percent": "50", "stacks": "0"}
    key = cash.relief_kept(**form)
    cash.policy(key).createby = cash.office.user("yewu").id
    cash.office.db.commit()
    return cash.refused("yewu", f"{POLICIES}/agree", ids=key)


def part_of_a_receipt_reversed(cash: Cash) -> str:
    return str(cash.red(cash.billed(), 1)["errorMsg"])


def advance_for_a_public_fee(cash: Cash) -> str:
    charge = cash.confirmed()
    cash.paid_ahead(charge.payunitsysid, "100")
    cash.offsets_public("0")
    return cash.refused("shoufei", f"{CALLS}/offset", ids=charge.id, amount="100")


def advance_back_to_who_took_it(cash: Cash) -> str:
    account = cash.account("100")
    return cash.refused("shoufei", f"{ACCOUNT}/giveBack", ids=account.id, way="cash", reason="单位退款")


def till_counted_short(cash: Cash) -> str:
    cash.receive(cash.confirmed(), Decimal(100))
    return cash.refused("shoufei", COUNT, ids=cash.day().id, **cash.count(Decimal(60)))


def money_after_the_count(cash: Cash) -> str:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(10))
    cash.closed()
    return cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, amount="5", way="cash")


def paid_by_a_simulator(cash: Cash) -> str:
    return cash.refused("qiye", f"{CALLS}/paySimulated", id=cash.confirmed().id)


def one_slip_for_two_charges(cash: Cash) -> str:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(1), way="transfer", ref="SLIP")
    form = {"amount": "5", "way": "transfer", "ref": "SLIP"}
    return cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, **form)


def amount_in_powers(cash: Cash) -> str:
    return cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=cash.confirmed().id, amount="1e2", way="cash")


def report_for_nothing(cash: Cash) -> str:
    first, _ = two(cash.office)
    agreed(cash.office, payer(cash.office, first), amount="100")
    costs(cash.office, first, "660")
    return cash.refused("yewu", ALLOW, ids=first.id, reason="合同月结")


REFUSED: list[tuple[Callable[[Cash], str], str]] = [
    (cheap_lift, "非税的手工金额，请先在收费单的附件中上传批准这一金额的文件"),
    (own_confirmation, "自己登记的收费须由他人确认"),
    (refund_without_a_paper, "上传这次退费或红冲的凭据"),
    (refund_to_another_pocket, "退费须按收款方式原路退回"),
    (refund_by_who_confirmed, "自己确认的收费须由他人退费"),
    (more_than_came_in, "退费金额超过实收金额"),
    (void_after_the_cash_was_taken, "当前环节为部分缴费"),
    (relief_for_a_friend, "自己登记的减免政策须由他人批准"),
    (part_of_a_receipt_reversed, "非税票据只能整张红冲"),
    (advance_for_a_public_fee, "是非税收费，应由单位按缴款码缴入财政专户"),
    (advance_back_to_who_took_it, "没有此操作的权限"),
    (till_counted_short, "实点现金与应有现金相差-40"),
    (money_after_the_count, "当日不能再登记、冲减收付款"),
    (paid_by_a_simulator, "没有此操作的权限"),
    (one_slip_for_two_charges, "凭证号SLIP已登记过"),
    (amount_in_powers, "请写成普通数字"),
    (report_for_nothing, "批准的欠费发放额度100.00元"),
]


@pytest.mark.parametrize(("way", "sentence"), REFUSED, ids=[way.__name__ for way, _ in REFUSED])
def test_a_way_to_take_money_is_refused(cash: Cash, way: Callable[[Cash], str], sentence: str) -> None:
    assert sentence in way(cash)


def night(cash: Cash) -> dict[str, str]:
    """What the night finds, by kind."""
    compare_all(cash.office.db)
    cash.office.db.commit()
    rows = cash.office.db.scalars(select(Difference).where(Difference.step == "DIFF")).all()
    return {one.kind: one.sentence for one in rows}


def test_a_typed_public_fee_that_two_agreed_to_is_found_the_same_night(cash: Cash) -> None:
    charge = typed(cash)
    cash.paper(charge, "28")
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    cash.office.good("yewu", f"{CALLS}/agreeDiscount", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert "1.00元" in night(cash)["byhand"]


def test_a_transfer_that_left_the_bank_without_a_refund_is_found_with_its_file(cash: Cash) -> None:
    assert send(cash, both([("GONE", "", "800.00")], "-800.00"))["isSuccess"]
    assert "没有登记800.00元的这笔退款" in night(cash)["statement"]


def test_a_transfer_that_never_came_is_found_with_the_file_of_the_bank(cash: Cash) -> None:
    cash.receive(cash.confirmed(), Decimal(5), way="transfer", ref="NEVER")
    assert send(cash, both([("OTHER", "1.00", "")], "1.00"))["isSuccess"]
    kinds = night(cash)
    rows = cash.office.db.scalars(select(Difference.sentence).where(Difference.kind == "statement")).all()
    assert "statement" in kinds
    assert "我方登记的收款NEVER 5.00元不在对账单中" in rows
