"""Money of units paid in advance: exact balances, used and given back, never below nothing, never another unit's."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.units import Unit
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.charges import Charge
from tejian.charging.money.days import sums_of_day
from tejian.charging.money.ledger import write_entry
from tejian.kit.ground import clock

from .conftest import ACCOUNT, CALLS, Cash

OFFSET = f"{CALLS}/offset"


def entries(cash: Cash, account: Account) -> list[tuple[str, Decimal, Decimal]]:
    query = select(AccountEntry).where(AccountEntry.account_id == account.id).order_by(AccountEntry.seq)
    return [(one.kind, one.amount, one.balance) for one in cash.office.db.scalars(query)]


def charged(cash: Cash) -> tuple[Charge, Account]:
    """A charge of 660 yuan and 1000 yuan of its payer."""
    charge = cash.confirmed()
    return charge, cash.paid_ahead(charge.payunitsysid, "1000")


def test_money_comes_in_pays_charges_and_its_rest_goes_back(cash: Cash) -> None:
    charge, account = charged(cash)
    amount = charge.amount
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount="100.5")
    assert (cash.charge(charge.id).step, cash.charge(charge.id).received) == ("PART", Decimal("100.50"))
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount=str(amount - Decimal("100.5")))
    charge, account = cash.charge(charge.id), cash.of_key(account.id)
    assert (charge.step, charge.received, account.balance) == ("PAID", amount, 1000 - amount)
    assert entries(cash, account) == [
        ("in", Decimal(1000), Decimal(1000)),
        ("use", Decimal("-100.50"), Decimal("899.50")),
        ("use", Decimal("100.50") - amount, 1000 - amount),
    ]
    back = {"way": "transfer", "ref": "TH1", "reason": "单位注销"}
    assert cash.refused("shoufei", f"{ACCOUNT}/giveBack", ids=account.id, **back) == "对不起，您没有此操作的权限"
    cash.office.good("caiwu", f"{ACCOUNT}/giveBack", ids=account.id, **back)
    account = cash.of_key(account.id)
    assert (account.balance, entries(cash, account)[-1]) == (0, ("back", amount - 1000, Decimal(0)))
    said = cash.refused("caiwu", f"{ACCOUNT}/giveBack", ids=account.id, way="cash", reason="再次退款")
    assert said == f"{account.unitname}没有预存款余额"
    assert contradictions(cash.office.db) == []


def test_a_receipt_is_given_for_a_charge_that_was_paid_in_advance(cash: Cash) -> None:
    charge, _account = charged(cash)
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount=str(charge.amount))
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    assert (cash.charge(charge.id).step, cash.charge(charge.id).billed) == ("BILLED", charge.amount)


def test_a_refund_may_go_back_to_the_account(cash: Cash) -> None:
    charge, account = charged(cash)
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount=str(charge.amount))
    said = cash.refund(charge, charge.amount, way="deposit", ref="")
    assert said["isSuccess"], said["errorMsg"]
    account = cash.of_key(account.id)
    assert (cash.charge(charge.id).step, account.balance) == ("REFUNDED", 1000)
    assert entries(cash, account)[-1] == ("undo", charge.amount, Decimal(1000))
    assert contradictions(cash.office.db) == []


@pytest.mark.parametrize("amount", ["-1", "0", "NaN", "1e12", "0.005", "Infinity", "1,000"])
@pytest.mark.parametrize("door", ["open", "take", "offset"])
def test_no_amount_that_is_none(cash: Cash, door: str, amount: str) -> None:
    charge, account = charged(cash)
    form: dict[str, Any] = {"amount": amount, "way": "cash"}
    if door == "offset":
        said = cash.refused("shoufei", OFFSET, ids=charge.id, **form)
    elif door == "take":
        said = cash.refused("shoufei", f"{ACCOUNT}/take", ids=account.id, **form)
    else:
        said = cash.refused("shoufei", f"{ACCOUNT}/open", unitsysid=charge.payunitsysid, **form)
    assert said.startswith(("预存金额：", "抵扣金额：")), said
    assert cash.of_key(account.id).balance == 1000


def test_never_above_the_balance_nor_above_what_is_owed(cash: Cash) -> None:
    charge = cash.confirmed()
    account = cash.paid_ahead(charge.payunitsysid, "100")
    assert cash.refused("shoufei", OFFSET, ids=charge.id, amount="100.01") == "抵扣金额超过预存款余额100.00元"
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount="100")
    assert cash.of_key(account.id).balance == 0
    cash.paid_ahead(charge.payunitsysid, "5000")
    left = charge.amount - 100
    over = str(left + Decimal("0.01"))
    assert cash.refused("shoufei", OFFSET, ids=charge.id, amount=over) == f"收款金额超过未缴金额{left}元"


def test_another_units_balance_pays_nothing(cash: Cash) -> None:
    charge = cash.confirmed()
    other = cash.office.db.scalars(select(Unit.id).where(Unit.id != charge.payunitsysid).order_by(Unit.id)).first()
    account = cash.paid_ahead(other or "", "5000")
    form = {"amount": "1", "account_id": account.id, "unitsysid": other}
    said = cash.refused("shoufei", OFFSET, ids=charge.id, **form)
    assert said == f"{charge.payunitname}没有预存款余额"
    assert cash.of_key(account.id).balance == 5000


def test_a_unit_sees_its_own_account_alone(cash: Cash) -> None:
    own = cash.office.user("qiye").unit_id
    other = cash.office.db.scalars(select(Unit.id).where(Unit.id != own).order_by(Unit.id)).first()
    mine, theirs = cash.paid_ahead(own, "10"), cash.paid_ahead(other or "", "20")
    listed = cash.office.good("qiye", f"{ACCOUNT}/findList")["list"]
    assert [(one["id"], one["balance"]) for one in listed] == [(mine.id, "10.00")]
    assert [one["amount"] for one in cash.office.good("qiye", f"{ACCOUNT}/findEntries")["list"]] == ["10.00"]
    assert cash.office.post("qiye", f"{ACCOUNT}/record", id=theirs.id)["status"] == 403
    assert cash.office.post("qiye", f"{ACCOUNT}/take", ids=mine.id, amount="5", way="cash")["status"] == 403


def test_who_took_it_does_not_give_it_back(cash: Cash) -> None:
    account = cash.account("10")
    entry = cash.office.db.scalars(select(AccountEntry)).one()
    assert entry.entryno == f"YC{clock.today():%Y}0000001"
    cash.office.actors.users["caiwu"] = replace(cash.office.user("caiwu"), id=entry.userid)
    said = cash.refused("caiwu", f"{ACCOUNT}/giveBack", ids=account.id, way="cash", reason="单位不用了")
    assert said == "自己收的预存款须由他人退还"


def test_the_day_counts_it_where_it_came_in_and_not_where_it_is_used(cash: Cash) -> None:
    charge = cash.confirmed()
    with clock.at(clock.now() - timedelta(days=1)):
        cash.paid_ahead(charge.payunitsysid, "300.5", way="cash")
        day = cash.day()
        assert sums_of_day(cash.office.db, day.userid, day.day).amounts == {"cash": Decimal("300.50")}
        day = cash.closed()
    assert (day.cash, day.entrycount, day.difference, day.step) == (Decimal("300.50"), 1, 0, "CLOSED")
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount="300")
    cash.receive(charge, Decimal(1))
    today = cash.day()
    assert sums_of_day(cash.office.db, today.userid, today.day).amounts == {"cash": Decimal(1)}


def test_a_closed_day_takes_no_advance(cash: Cash) -> None:
    account = cash.account("10")
    cash.closed()
    said = cash.refused("shoufei", f"{ACCOUNT}/take", ids=account.id, amount="1", way="cash")
    assert "已日结，当日不能再登记、冲减收付款" in said


def test_a_voucher_is_of_a_charge_or_of_an_account(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.paid_ahead(charge.payunitsysid, "500", way="transfer", ref="ZZ1")
    form = {"amount": "1", "way": "transfer", "ref": "ZZ1"}
    assert cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, **form) == "凭证号ZZ1已登记过"
    said = cash.refused("shoufei", f"{ACCOUNT}/open", unitsysid=charge.payunitsysid, **form)
    assert said == "凭证号ZZ1已登记过"


def test_statement_and_receipt_are_printed(cash: Cash) -> None:
    charge, account = charged(cash)
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount="1")
    first, second = cash.office.db.scalars(select(AccountEntry.id).order_by(AccountEntry.seq)).all()
    client, cash.office.call.user = cash.office.call.client, cash.office.user("shoufei")

    def printed(kind: str, key: str) -> Any:
        return client.post("/api/common/commonPrint", data={"printType": kind, "ids": key})

    assert printed("YCDZD", account.id).content[:5] == b"%PDF-"
    assert printed("YCSJ", first).content[:5] == b"%PDF-"
    assert printed("YCSJ", second).json()["errorMsg"] == "抵扣没有收据，以收费单的票据为准"


def test_the_registration_and_the_page_of_a_charge_say_the_balance(cash: Cash) -> None:
    item = cash.items()[0]
    cash.paid_ahead(item.unitsysid, "12.3")
    draft = cash.office.good("shoufei", f"{CALLS}/detail", ids=item.id)
    assert draft["balance"] == "12.30"
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}])
    charge = cash.charge(made[0]["id"])
    facts = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)["facts"]
    assert {one["label"]: one["text"] for one in facts}["缴费单位预存款"] == "12.30 元"


def test_what_was_touched_on_an_account_is_found_at_night(cash: Cash) -> None:
    charge, account = charged(cash)
    cash.office.good("shoufei", OFFSET, ids=charge.id, amount="10")
    db = cash.office.db
    cash.of_key(account.id).balance += 1
    db.flush()
    assert contradictions(db) == [f"{account.unitname}：预存款余额991.00元，明细合计为990.00元"]
    cash.of_key(account.id).balance -= 1
    write_entry(db, cash.office.user("shoufei"), charge, "paid", Decimal(5), way="deposit")
    db.flush()
    assert f"{charge.chargesysid}：预存款抵扣15.00元，预存款明细为10.00元" in contradictions(db)


def test_what_is_offered_to_be_used_is_what_is_there(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.paid_ahead(charge.payunitsysid, "200")
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)["record"]
    assert (page["offsets"], page["balance"], page["duenow"]) == ("200.00", "200.00", f"{charge.owed:.2f}")
    cash.paid_ahead(charge.payunitsysid, "5000")
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)["record"]
    assert (page["offsets"], page["balance"]) == (f"{charge.owed:.2f}", "5200.00")
