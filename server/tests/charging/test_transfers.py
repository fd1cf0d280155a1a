"""One transfer pays several charges and several transfers one; the sums, the till, the bank's file and the way back."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.proof import contradictions
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.charges import Charge, ChargeEntry
from tejian.charging.models.checks import Difference, StatementLine
from tejian.charging.models.transfers import BankTransfer
from tejian.charging.money.days import sums_of_day
from tejian.kit.ground import clock
from tests.inspection.conftest import office

from .conftest import CALLS, Cash
from .files import two
from .test_statement import paper, send
from .transfers import TRANSFER, arrived, booked, form, of_two_booked, one, parts, taxed

__all__ = ["office"]
DIFF = "/api/chamain/difference"


def refused(cash: Cash, row: BankTransfer, shares: list[dict[str, str]], ahead: str = "0") -> str:
    """What is said to who books it so, and nothing is stored."""
    said = cash.refused("shoufei", f"{TRANSFER}/allot", ids=row.id, shares=shares, ahead=ahead)
    again = one(cash, row.id)
    assert (again.step, again.paid, again.rest) == ("WAIT", 0, 0)
    return said


def test_the_oldest_charges_are_proposed_until_the_transfer_is_used_up(cash: Cash) -> None:
    first, second, third = taxed(cash, "300", "200", "100")
    third.duedate = clock.today() - timedelta(days=3)
    cash.office.db.commit()
    row = arrived(cash, first, "450")
    said = cash.office.good("shoufei", f"{TRANSFER}/propose", id=row.id)
    assert [(one["chargesysid"], one["left"], one["amount"]) for one in said["shares"]] == [
        (third.chargesysid, "100.00", "100.00"),
        (first.chargesysid, "300.00", "300.00"),
        (second.chargesysid, "200.00", "50.00"),
    ]


def test_one_transfer_pays_several_charges_and_stands_once_in_till_and_at_the_bank(cash: Cash) -> None:
    first, second = two(cash)
    whole = first.amount + second.amount
    row = booked(cash, whole, (first, first.amount), (second, second.amount))
    assert (row.step, row.paid, row.rest, row.chargecount) == ("DONE", whole, 0, 2)
    assert [cash.charge(key.id).step for key in (first, second)] == ["PAID", "PAID"]
    entries = select(ChargeEntry).where(ChargeEntry.kind == "paid").order_by(ChargeEntry.share)
    assert [(e.ref, e.way, e.share, e.transfer_id) for e in cash.office.db.scalars(entries)] == [
        ("BANK1", "transfer", 0, row.id),
        ("BANK1", "transfer", 1, row.id),
    ]
    day = cash.day()
    assert sums_of_day(cash.office.db, day.userid, day.day).of("transfer") == whole
    send(cash, paper([("BANK1", f"{whole:.2f}")]))
    line = cash.office.db.scalars(select(StatementLine)).one()
    assert (line.result, line.charge_id) == ("matched", "")
    assert cash.office.db.scalars(select(Difference)).all() == []
    assert contradictions(cash.office.db) == []
    page = cash.office.good("shoufei", f"{TRANSFER}/record", id=row.id)
    assert [r["amount"] for part in page["parts"] if part["key"] == "shares" for r in part["rows"]] == [
        f"{first.amount:.2f}",
        f"{second.amount:.2f}",
    ]
    assert "对账单已有" in str(page["facts"])


def test_several_transfers_pay_one_charge(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    booked(cash, "250", (first, "150"), (second, "100"), ref="BANK1")
    booked(cash, "150", (first, "100"), (second, "50"), ref="BANK2")
    assert [cash.charge(key.id).step for key in (first, second)] == ["PART", "PART"]
    booked(cash, "100", (first, "50"), (second, "50"), ref="BANK3")
    assert [cash.charge(key.id).step for key in (first, second)] == ["PAID", "PAID"]
    send(cash, paper([("BANK1", "250.00"), ("BANK2", "150.00"), ("BANK3", "99.00")]))
    lines = cash.office.db.scalars(select(StatementLine).order_by(StatementLine.lineno)).all()
    assert [one.result for one in lines] == ["matched", "matched", "other"]
    assert lines[2].note == "对账单99.00元，我方登记100.00元（转账分付2笔）"
    difference = cash.office.db.scalars(select(Difference)).one()
    assert (difference.remedy, difference.charge_id) == ("", "")
    assert contradictions(cash.office.db) == []


def test_what_is_left_of_a_transfer_becomes_an_advance_of_the_payer(cash: Cash) -> None:
    row = of_two_booked(cash)
    assert (row.paid, row.rest) == (500, 10)
    entry = cash.office.db.scalars(select(AccountEntry)).one()
    told = (entry.amount, entry.way, entry.ref, entry.kind, entry.transfer_id)
    assert told == (10, "transfer", "BANK1", "in", row.id)
    assert cash.office.db.scalars(select(Account)).one().unitsysid == row.payunitsysid
    send(cash, paper([("BANK1", "510.00")]))
    assert cash.office.db.scalars(select(StatementLine)).one().result == "matched"
    assert contradictions(cash.office.db) == []


def test_sums_that_do_not_come_to_the_transfer_are_refused(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    row = arrived(cash, first, "500")
    said = refused(cash, row, parts((first, "300"), (second, "199.99")))
    assert said == "本次支付合计499.99元，转账500.00元，余0.01元：请补足各单金额，或把余款转入预存款"
    assert refused(cash, row, []).startswith("请填写本次支付的收费单金额")
    said = refused(cash, row, parts((first, "300.01"), (second, "199.99")))
    assert said == f"{first.chargesysid}本次支付300.01元，超过未缴金额300.00元"
    small = arrived(cash, first, "499.99", "BANK2")
    said = refused(cash, small, parts((first, "300"), (second, "200")), ahead="1")
    assert said == "本次支付合计500.00元，超过转账金额499.99元"


def test_the_rest_of_a_public_fee_is_no_advance_unless_the_parameter_says_so(cash: Cash) -> None:
    first, second = two(cash)
    row = arrived(cash, first, first.amount + 5)
    said = refused(cash, row, parts((first, first.amount)), ahead="1")
    assert said.startswith("余5.00元在财政专户，非税款不能转入预存款")
    cash.offsets_public()
    cash.office.good("shoufei", f"{TRANSFER}/allot", ids=row.id, shares=parts((first, first.amount)), ahead="1")
    assert (one(cash, row.id).rest, cash.charge(second.id).received) == (5, 0)


def test_only_charges_of_the_payer_that_are_paid_into_this_account(cash: Cash) -> None:
    (mine, public) = taxed(cash, "300", "300")
    public.nature = "非税"
    cash.office.db.commit()
    row = arrived(cash, mine, "300")
    said = f"所选收费单须是{mine.payunitname}的应税收费（本单位账户（应税））"
    assert refused(cash, row, parts((public, "300"))) == said
    mine.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    assert refused(cash, row, parts((mine, "300"))) == said
    assert refused(cash, row, [{"id": "nobody", "amount": "300"}]) == said


@pytest.mark.parametrize("amount", ["-1", "1e2", "0.001", "many", "100000000"])
def test_what_is_no_amount_of_money_is_refused(cash: Cash, amount: str) -> None:
    (mine,) = taxed(cash, "300")
    row = arrived(cash, mine, "300")
    assert "本次支付" in refused(cash, row, [{"id": mine.id, "amount": amount}])
    assert cash.refused("shoufei", f"{TRANSFER}/save", **form(mine, amount, "BANK9")).startswith("转账金额")


def test_a_number_of_the_bank_counts_once(cash: Cash) -> None:
    first, second, third = taxed(cash, "300", "200", "100")
    row = arrived(cash, first, "300")
    said = cash.refused("shoufei", f"{TRANSFER}/save", **form(first, "300"))
    assert said == f"银行流水号BANK1已登记为转账单{row.transferno}"
    cash.receive(second, Decimal(200), way="transfer", ref="BANK1")
    assert refused(cash, row, parts((first, "300"))) == "凭证号BANK1已登记过"
    cash.office.good("shoufei", f"{TRANSFER}/void", ids=row.id, reason="已在收费单登记")
    assert cash.refused("shoufei", f"{TRANSFER}/save", **form(first, "300")) == "凭证号BANK1已登记过"
    booked(cash, "300", (first, "300"), ref="BANK2")
    form_ = {"ids": third.id, "amount": "1", "way": "transfer", "ref": "BANK2"}
    assert "BANK2已登记过" in str(cash.office.post("shoufei", f"{CALLS}/modifyPayresult", **form_))
    late = str(clock.today() + timedelta(days=1))
    assert "不得晚于今天" in cash.refused("shoufei", f"{TRANSFER}/save", **form(first, "1", "BANK3", arrived=late))


def undo(cash: Cash, row: BankTransfer, login: str = "caiwu") -> Any:
    return cash.office.post(login, f"{TRANSFER}/undo", ids=row.id, reason="银行核实为错账")


def test_a_transfer_is_taken_back_whole_by_another_and_may_be_booked_anew(cash: Cash) -> None:
    row = of_two_booked(cash)
    send(cash, paper([("BANK1", "510.00")]))
    first, second = cash.office.db.scalars(select(Charge).order_by(Charge.chargesysid)).all()
    said = cash.refused("caiwu", f"{CALLS}/takeBack", ids=first.id, reason="收错单位")
    assert said == "BANK1是分付的转账，请在“转账收款”中整笔冲销"
    assert cash.office.post("shoufei", f"{TRANSFER}/undo", ids=row.id, reason="收错了单位")["status"] == 403
    assert undo(cash, row)["isSuccess"]
    row = one(cash, row.id)
    assert (row.step, row.undonereason) == ("UNDONE", "银行核实为错账")
    assert [cash.charge(key.id).step for key in (first, second)] == ["DUE", "DUE"]
    assert cash.office.db.scalars(select(Account)).one().balance == 0
    day = cash.day()
    assert sums_of_day(cash.office.db, day.userid, day.day).of("transfer") == 0
    line = cash.office.db.scalars(select(StatementLine)).one()
    assert (line.result, line.note[:13]) == ("unmatched", "我方没有登记510.00元")
    assert contradictions(cash.office.db) == []
    again = booked(cash, "510", (first, "300"), (second, "200"), ahead="1")
    assert again.rest == 10 and cash.charge(second.id).step == "PAID"
    cash.office.good("caiwu", f"{DIFF}/compare")
    cash.office.db.refresh(line)
    assert line.result == "matched"
    assert contradictions(cash.office.db) == []


def test_nothing_is_taken_back_while_its_receipt_stands_or_its_advance_is_used(cash: Cash) -> None:
    first, second, third = taxed(cash, "300", "200", "5")
    row = booked(cash, "510", (first, "300"), (second, "200"), ahead="1")
    cash.office.good("shoufei", f"{CALLS}/offset", ids=third.id, amount="5")
    said = cash.refused("caiwu", f"{TRANSFER}/undo", ids=row.id, reason="银行核实为错账")
    assert said == f"{row.payunitname}预存款余额5.00元，转入的10.00元已用，请先退回抵扣"
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=first.id, title="单位")
    said = cash.refused("caiwu", f"{TRANSFER}/undo", ids=row.id, reason="银行核实为错账")
    assert f"{first.chargesysid}已开票据300.00元，冲销收款须先红冲" in said
    assert one(cash, row.id).step == "DONE" and cash.charge(second.id).received == 200


def test_who_registered_a_charge_or_the_transfer_does_not_take_it_back(cash: Cash) -> None:
    row = of_two_booked(cash)
    charge = cash.office.db.scalars(select(Charge)).first()
    assert charge
    charge.createby = cash.office.user("caiwu").id
    cash.office.db.commit()
    said = cash.refused("caiwu", f"{TRANSFER}/undo", ids=row.id, reason="银行核实为错账")
    assert said == "自己登记的收费、自己登记或入账的转账须由他人冲销"


def found(cash: Cash, amount: str, payer: str) -> Difference:
    """A line of the bank that nobody registered."""
    send(cash, paper([("BANK1", amount)]).replace("甬江安居物业", payer))
    return cash.office.db.scalars(select(Difference)).one()


def test_a_line_of_the_bank_pays_several_charges_of_its_payer(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    difference = found(cash, "510.00", first.payunitname)
    said = cash.office.good("caiwu", f"{DIFF}/propose", id=difference.id)["shares"]
    assert [(one["chargesysid"], one["amount"]) for one in said] == [
        (first.chargesysid, "300.00"),
        (second.chargesysid, "200.00"),
    ]
    shares = parts((first, "300"), (second, "200"))
    refusal = cash.refused("caiwu", f"{DIFF}/bookSeveral", ids=difference.id, shares=shares, ahead="0")
    assert refusal.endswith("余10.00元：请补足各单金额，或把余款转入预存款")
    cash.office.good("caiwu", f"{DIFF}/bookSeveral", ids=difference.id, shares=shares, ahead="1")
    row = cash.office.db.scalars(select(BankTransfer)).one()
    assert (row.step, row.paid, row.rest, row.ref, row.bookedby) == (
        "DONE",
        500,
        10,
        "BANK1",
        cash.office.user("caiwu").name,
    )
    line = cash.office.db.scalars(select(StatementLine)).one()
    cash.office.db.refresh(difference)
    assert (line.result, difference.step) == ("matched", "SETTLED")
    assert row.transferno in difference.note
    assert [cash.charge(key.id).step for key in (first, second)] == ["PAID", "PAID"]
    assert contradictions(cash.office.db) == []


def test_a_payer_whom_nobody_knows_pays_nothing(cash: Cash) -> None:
    (mine,) = taxed(cash, "300")
    difference = found(cash, "300.00", "别家公司")
    assert cash.office.good("caiwu", f"{DIFF}/propose", id=difference.id)["shares"] == []
    sent = {"ids": difference.id, "shares": parts((mine, "300")), "ahead": "0"}
    assert cash.refused("caiwu", f"{DIFF}/bookSeveral", **sent).startswith("付款人“别家公司”没有待缴的收费单")


def test_a_closed_till_takes_no_transfer(cash: Cash) -> None:
    (first,) = taxed(cash, "300")
    cash.receive(first, Decimal(100))
    cash.closed()
    row = arrived(cash, first, "200")
    assert "不能再登记" in refused(cash, row, parts((first, "200")))
