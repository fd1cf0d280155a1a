"""What a payer hands over and gets back, the receipt of each payment, and a notice that adds up after a part of it."""

import re
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.charges.notice import _page
from tejian.charging.models.accounts import AccountEntry
from tejian.charging.models.charges import Charge, ChargeEntry
from tejian.charging.money.days import sums_of_day
from tejian.kit.papers import pdf
from tests.inspection.conftest import office
from tests.inspection.papers import text_of

from .conftest import ACCOUNT, CALLS, Cash
from .transfers import booked, taxed

__all__ = ["office"]
RECEIVE = f"{CALLS}/modifyPayresult"


def entries(cash: Cash, charge: Charge) -> list[ChargeEntry]:
    query = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "paid")
    return list(cash.office.db.scalars(query.order_by(ChargeEntry.at, ChargeEntry.id)))


def printed(cash: Cash, key: str, login: str = "shoufei") -> Any:
    sent = {"printType": "SKSJ", "ids": key}
    return cash.office.call("/api/common/commonPrint", _as=cash.office.user(login), _method="GET", **sent)


def rows_of(cash: Cash, charge: Charge) -> list[dict[str, Any]]:
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)
    return [row for part in page["parts"] if part["key"] == "entries" for row in part["rows"]]


def test_change_is_worked_out_and_the_till_has_what_stayed(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal("60.5"), given="100")
    (entry,) = entries(cash, charge)
    assert (entry.amount, entry.given) == (Decimal("60.50"), 100)
    day = cash.day()
    assert sums_of_day(cash.office.db, day.userid, day.day).of("cash") == Decimal("60.50")
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)
    assert "收到现金 100.00 元，收款 60.50 元，找零 39.50 元" in [one["text"] for one in page["notices"]]
    row = next(row for row in rows_of(cash, charge) if row["kind"] == "paid")
    assert (row["given"], row["change"], row["number"]) == ("100.00", "39.50", f"{charge.chargesysid}-01")
    text = text_of(printed(cash, entry.id).content)
    assert "找零（元）39.50" in text and "收到现金（元）100.00" in text
    with pytest.raises(AssertionError):
        cash.closed(off=Decimal("39.50"))  # the change is in no till


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("60.49", "收到现金60.49元，少于收款金额60.50元"),
        ("0", "收到现金：不得小于0.01元"),
        ("-100", "收到现金：不得小于0.01元"),
        ("1e3", "收到现金：金额请写成普通数字，如1000.00"),
        ("100.001", "收到现金：最多2位小数"),
        ("100000000", "收到现金：不得大于"),
    ],
)
def test_cash_that_does_not_cover_what_is_paid_is_refused(cash: Cash, given: str, sentence: str) -> None:
    charge = cash.confirmed()
    form = {"amount": "60.5", "way": "cash", "given": given}
    assert cash.refused("shoufei", RECEIVE, ids=charge.id, **form).startswith(sentence)
    account = {"unitsysid": charge.payunitsysid} | form
    assert cash.refused("shoufei", f"{ACCOUNT}/open", **account).startswith(sentence)


def test_only_cash_has_change(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal("60.5"), way="pos", ref="P1", given="100")
    (entry,) = entries(cash, charge)
    assert (entry.amount, entry.given) == (Decimal("60.50"), None)
    assert "找零" not in text_of(printed(cash, entry.id).content)


def test_an_advance_in_cash_has_its_change_on_its_receipt(cash: Cash) -> None:
    cash.paid_ahead(cash.confirmed().payunitsysid, "80", given="100")
    entry = cash.office.db.scalars(select(AccountEntry)).one()
    assert (entry.amount, entry.balance, entry.given) == (80, 80, 100)
    sent = {"printType": "YCSJ", "ids": entry.id}
    said = cash.office.call("/api/common/commonPrint", _as=cash.office.user("shoufei"), _method="GET", **sent)
    assert "找零（元）20.00" in text_of(said.content)


def test_each_payment_has_a_receipt_by_its_nature(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100))
    cash.receive(charge, Decimal("59.5"), way="pos", ref="P1")
    first, second = entries(cash, charge)
    texts = [text_of(printed(cash, one.id).content) for one in (first, second)]
    owed = f"{charge.amount:.2f}"
    for text, place, amount, before, rest in (
        (texts[0], "01", "100.00", "0.00", charge.amount - 100),
        (texts[1], "02", "59.50", "100.00", charge.amount - Decimal("159.50")),
    ):
        assert "收款收据（非税）" in text and f"{charge.chargesysid}-{place}" in text
        assert f"本次收款（元）{amount}" in text and pdf.rmb_words(Decimal(amount)) in text
        assert f"应收（元）{owed}以前已缴（元）{before}" in text and f"尚欠（元）{rest:.2f}" in text


def test_a_taxed_payment_says_so_and_a_share_names_its_transfer(cash: Cash) -> None:
    first, second = taxed(cash, "300", "200")
    row = booked(cash, "400", (first, "300"), (second, "100"))
    (entry,) = entries(cash, second)
    text = text_of(printed(cash, entry.id).content)
    assert "收款收据（应税）" in text and "尚欠（元）100.00" in text
    assert f"转账单{row.transferno}，400.00元中的100.00元" in text


def test_what_is_no_payment_has_no_receipt(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.paid_ahead(charge.payunitsysid, "50")
    cash.office.good("shoufei", f"{CALLS}/offset", ids=charge.id, amount="50")
    cash.receive(charge, Decimal(10))
    cash.office.good("caiwu", f"{CALLS}/takeBack", ids=charge.id, reason="收错了单位")
    offset, cash_in, back = entries(cash, charge)
    owed = select(ChargeEntry.id).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "due")
    due = cash.office.db.scalars(owed).one()
    for key, sentence in (
        (offset.id, "预存款抵扣没有收据，以预存款的收据为准"),
        (cash_in.id, "这笔收款已冲销，不能打印收据"),
        (back.id, "只有收款有收据"),
        (due, "只有收款有收据"),
    ):
        assert printed(cash, key).json()["errorMsg"] == sentence
    assert [one["receipt"] for one in rows_of(cash, charge)] == ["0", "0", "0", "0"]
    cash.receive(charge, Decimal(10))
    assert rows_of(cash, charge)[-1]["number"] == f"{charge.chargesysid}-03"


def test_a_stranger_prints_no_receipt(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(10))
    (entry,) = entries(cash, charge)
    assert not printed(cash, entry.id, "qiye").json()["isSuccess"]
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    assert printed(cash, entry.id, "qiye").content[:5] == b"%PDF-"


def test_a_notice_after_a_part_payment_adds_up(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100), given="200")
    cash.receive(charge, Decimal("59.5"), way="pos", ref="P1")
    assert cash.refund(charge, "9.5", ref="TK1", way="pos")["isSuccess"]
    charge = cash.charge(charge.id)
    page = _page(cash.office.db, cash.office.user("shoufei"), charge, {})
    left = charge.owed - charge.received
    assert sum(Decimal(one["amount"]) for one in page["rows"]) == left == Decimal(page["total"])
    assert sum(Decimal(one["amount"]) for one in page["payments"]) == charge.received == Decimal(page["paid"])
    assert Decimal(page["owed"]) - Decimal(page["paid"]) == Decimal(page["rest"])
    assert [(one["way"], one["number"], one["amount"]) for one in page["payments"]] == [
        ("现金", f"{charge.chargesysid}-01", "100.00"),
        ("刷卡", f"{charge.chargesysid}-02", "59.50"),
        ("刷卡", "", "-9.50"),
    ]
    sent = {"printType": "FZNB001", "ids": charge.id}
    said = cash.office.call("/api/common/commonPrint", _as=cash.office.user("shoufei"), _method="GET", **sent)
    text = text_of(said.content)
    assert "已收款项" in text and re.search(rf"应收{charge.owed}元，已缴合计，尚欠{left:.2f}元150\.00", text)
