"""The journal of a month: each entry of money on both its accounts, with its document; what went back is negative."""

from collections import defaultdict
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from python_calamine import CalamineWorkbook
from sqlalchemy import select

from tejian.charging.closing.journal import accounts_of
from tejian.charging.models.charges import CashMonth
from tejian.kit.ground import clock

from .conftest import Cash
from .test_cash import CALLS as LOTS
from .test_cash import lot

JOURNAL = "/api/chamain/cashMonth/journal"


def lines(cash: Cash) -> list[list[Any]]:
    month = cash.office.db.scalars(select(CashMonth)).one()
    answer = cash.office.call(JOURNAL, _as=cash.office.user("caiwu"), id=month.id)
    book = CalamineWorkbook.from_filelike(BytesIO(answer.content))
    return list(book.get_sheet_by_index(0).to_python())[1:]


def test_every_entry_of_a_month_stands_on_two_accounts(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal("100.00"))
    cash.receive(cash.charge(charge.id), Decimal("20.00"), way="transfer", ref="TT1")
    assert cash.refund(cash.charge(charge.id), "30")["isSuccess"]
    cash.account("50")
    cash.closed()
    day = str(clock.today())
    cash.office.good("shoufei", f"{LOTS}/deposit", ids=lot(cash.office, "fiscal").id, ref="JK1", depositday=day)
    told = [(words, account, debit, credit) for _, words, account, debit, credit, *_ in lines(cash)]
    owed = float(charge.amount)
    assert set(told) == {
        ("确认应收（非税）", "1212 应收账款", owed, ""),
        ("确认应收（非税）", "2103 应缴财政款", "", owed),
        ("收现金", "1001 库存现金", 100.0, ""),
        ("收现金", "1212 应收账款", "", 100.0),
        ("直接缴入财政专户", "2103 应缴财政款", 20.0, ""),
        ("直接缴入财政专户", "1212 应收账款", "", 20.0),
        ("收现金", "1001 库存现金", -30.0, ""),
        ("收现金", "1212 应收账款", "", -30.0),
        ("确认应收（非税）", "1212 应收账款", -30.0, ""),  # a refund lowers what is owed
        ("确认应收（非税）", "2103 应缴财政款", "", -30.0),
        ("收付预存款（现金）", "1001 库存现金", 50.0, ""),
        ("收付预存款（现金）", "2305 预收账款", "", 50.0),
        ("现金解缴财政专户", "2103 应缴财政款", 70.0, ""),
        ("现金解缴财政专户", "1001 库存现金", "", 70.0),
    }
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for _, account, debit, credit in told:
        sums[account] += Decimal(str(debit or 0)) - Decimal(str(credit or 0))
    assert sum(sums.values()) == 0 and sums["1001 库存现金"] == 50  # in the safe: what was paid in advance
    documents = {row[1]: row[5] for row in lines(cash)}
    assert (documents["直接缴入财政专户"], documents["现金解缴财政专户"]) == ("TT1", "JK1")


@pytest.mark.parametrize(
    ("event", "nature", "way", "debit", "credit"),
    [
        ("due", "应税", "", "1212", "4401"),
        ("paid", "应税", "cash", "1001", "1212"),
        ("paid", "应税", "pos", "1002", "1212"),
        ("paid", "应税", "online", "1002", "1212"),
        ("paid", "应税", "deposit", "2305", "1212"),
        ("paid", "非税", "pos", "2103", "1212"),
        ("paid", "非税", "online", "2103", "1212"),
        ("advance", "", "transfer", "1002", "2305"),
        ("slip", "bank", "", "1002", "1001"),
        ("slip", "off", "", "1002", "1001"),
    ],
)
def test_which_accounts_an_event_moves(event: str, nature: str, way: str, debit: str, credit: str) -> None:
    row = accounts_of(event, nature, way)
    assert (row["debit"].split()[0], row["credit"].split()[0]) == (debit, credit)


def test_who_may_not_read_the_months_gets_no_journal(cash: Cash) -> None:
    cash.paid()
    month = cash.office.db.scalars(select(CashMonth)).one()
    assert "没有此操作的权限" in cash.office.refused("shouli", JOURNAL, id=month.id)
