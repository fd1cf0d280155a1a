"""What a day and a month come to: by nature and means, by item, by receipts, and the balance of advances."""

from decimal import Decimal
from typing import Any

from sqlalchemy import select

from tejian.charging.codes import OWN_PAPER
from tejian.charging.models.charges import CashMonth, Invoice
from tejian.kit.ground import clock

from .conftest import CALLS, Cash

MONTH, DAY = "/api/chamain/cashMonth/record", "/api/chamain/cashDay/record"


def month_of(cash: Cash) -> CashMonth:
    return cash.office.db.scalars(select(CashMonth).where(CashMonth.month == f"{clock.today():%Y-%m}")).one()


def part(cash: Cash, url: str, row: Any, key: str) -> list[dict[str, Any]]:
    page = cash.office.good("caiwu", url, id=row.id)
    return next(one for one in page["parts"] if one["key"] == key)["rows"]  # type: ignore[no-any-return]


def test_a_month_says_what_came_in_by_nature_and_means_and_its_sum_is_that_of_the_ledger(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100))
    cash.receive(charge, Decimal(50), way="pos", ref="P1")
    cash.paid_ahead(charge.payunitsysid, "80", way="transfer", ref="T1")
    cash.office.good("shoufei", f"{CALLS}/offset", ids=charge.id, amount="30")
    rows = {one["nature"]: one for one in part(cash, MONTH, month_of(cash), "nature")}
    assert {k: rows["非税"][k] for k in ("cash", "pos", "transfer", "deposit", "total")} == {
        "cash": "100.00",
        "pos": "50.00",
        "transfer": "0.00",
        "deposit": "30.00",
        "total": "180.00",
    }
    assert (rows["预存款"]["transfer"], rows["预存款"]["deposit"], rows["预存款"]["total"]) == (
        "80.00",
        "-30.00",
        "50.00",
    )
    assert (rows["合计"]["deposit"], rows["合计"]["total"]) == ("0.00", "230.00")
    day = {one["nature"]: one for one in part(cash, DAY, cash.day(), "nature")}
    assert (day["合计"]["cash"], day["合计"]["transfer"], day["合计"]["total"]) == ("100.00", "80.00", "230.00")
    assert [(one["what"], one["amount"]) for one in part(cash, MONTH, month_of(cash), "advances")] == [
        ("月初余额", "0.00"),
        ("预存", "80.00"),
        ("抵扣", "-30.00"),
        ("退还", "0.00"),
        ("抵扣退回", "0.00"),
        ("月末余额", "50.00"),
    ]


def test_a_month_lists_items_and_the_receipts_from_number_to_number_with_the_red_ones(cash: Cash) -> None:
    charge = cash.billed()
    assert cash.red(charge, charge.amount)["isSuccess"]
    bills = cash.office.db.scalars(select(Invoice).where(Invoice.charge_id == charge.id)).all()
    numbers = sorted(one.billno for one in bills)
    [used] = part(cash, MONTH, month_of(cash), "receipts")
    assert (used["from"], used["to"], used["count"], used["red"]) == (numbers[0], numbers[-1], 2, 1)
    assert (used["blue"], used["back"], used["amount"]) == (f"{charge.amount:.2f}", f"-{charge.amount:.2f}", "0.00")
    items = part(cash, MONTH, month_of(cash), "items")
    assert sum(Decimal(one["amount"]) for one in items) == charge.amount
    assert {one["nature"] for one in items} == {charge.nature}


def test_a_void_charge_is_no_item_of_the_month(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.paid_ahead(charge.payunitsysid, "1")  # the month is there
    before = sum(Decimal(one["amount"]) for one in part(cash, MONTH, month_of(cash), "items"))
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="登记有误")
    after = sum(Decimal(one["amount"]) for one in part(cash, MONTH, month_of(cash), "items"))
    assert before - after == charge.amount


def test_a_paper_under_our_own_number_is_no_receipt_of_a_platform(cash: Cash) -> None:
    charge = cash.billed()
    bill = cash.office.db.scalars(select(Invoice).where(Invoice.charge_id == charge.id)).one()
    assert bill.kind == OWN_PAPER and bill.tax is None
