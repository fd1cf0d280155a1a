"""Every number of a charging page that leads to a list leads to exactly the rows that it counts or sums."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian import areas, data
from tejian.charging.models.accounts import Account
from tejian.charging.models.charges import CashDay, CashMonth, Charge, ReliefPolicy
from tejian.kit.ground import clock
from tejian.kit.lists.listview import LISTS
from tejian.kit.records.recordview import RECORDS
from tests.links import asked_by

from .agreements import Agreements
from .conftest import CALLS, Cash
from .files import two
from .test_journeys import HALF

areas.load()
VIEWS = {row["path"]: row["view"] for row in data.rows("screens")}
# the column that a sum adds up, where it has another name behind it
SUMMED = {"cha_arrears_charges": "left", "cha_relief_lines": "amount", "cha_entry_list": "amount"}
COUNTED = ("number", "money")
NUMBERS = [
    (view.no, column.name)
    for view in LISTS.values()
    if view.no.startswith("cha_")
    for column in view.columns
    if column.type in COUNTED and column.link
]


def behind(cash: Cash, link: str) -> tuple[str, list[dict[str, Any]]]:
    """The list that an address opens, and its rows."""
    path, _, query = link.partition("?")
    view, asked = LISTS[VIEWS[path]], asked_by(query)
    asked.pop("useridName", None)  # what the search says instead of a key
    names = {
        name for one in view.search for name in ([f"{one.name}Start", f"{one.name}End"] if one.pair else [one.name])
    }
    assert set(asked) <= names, link
    told = cash.office.good("caiwu", view.url, pageSize=200, **asked)
    assert told["count"] == len(told["list"])
    return view.no, told["list"]


def agrees(cash: Cash, said: Any, link: str, counts: bool, name: str = "amount") -> None:
    no, rows = behind(cash, link)
    real = len(rows) if counts else sum((Decimal(str(one[SUMMED.get(no, name)])) for one in rows), Decimal(0))
    assert Decimal(str(said)) == real, (link, rows)


def world(cash: Cash) -> Charge:
    """Two units that owe, of two ages and partly paid; an advance with three entries; a relief."""
    first, second = two(cash)
    first.duedate = clock.today() - timedelta(days=100)
    second.duedate = clock.today() - timedelta(days=40)
    cash.receive(first, Decimal(100))
    cash.paid_ahead(second.payunitsysid, "50")
    cash.office.good("shoufei", f"{CALLS}/offset", ids=second.id, amount="20")
    cash.office.db.commit()
    return cash.charge(first.id)


def relieved(cash: Cash) -> Decimal:
    """A confirmed charge at half its price, and a draft that counts nowhere; gives what was let off."""
    cash.relief(**HALF)
    first, second = cash.items(2)
    made = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([first]))[0]["id"]
    cash.office.good("shoufei", f"{CALLS}/commit", ids=made)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made, status="2")
    cash.office.good("shoufei", f"{CALLS}/save", **cash.form([second]))
    return cash.charge(made).amount


def took(cash: Cash) -> None:
    """A day with each means: cash of a charge and in advance, a card, a transfer and a payment online."""
    first, second = two(cash)
    cash.receive(first, Decimal(100))
    cash.receive(first, Decimal(20), way="pos", ref="POS-1")
    cash.receive(first, Decimal(5), way="transfer", ref="ZZ-1")
    cash.paid_ahead(first.payunitsysid, "50")
    second.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    cash.office.good("shoufei", f"{CALLS}/paySimulated", id=second.id)


def closed_month(cash: Cash) -> CashMonth:
    """The last month, closed with a day on which the till was ten fen short."""
    with clock.at(clock.now().replace(day=15) - timedelta(days=31)):
        took(cash)
        cash.closed(off=Decimal("-0.1"), reason="找零差错")
    row = cash.office.db.scalars(select(CashMonth)).one()
    cash.office.good("caiwu", "/api/chamain/cashMonth/close", ids=row.id)
    return row


def linked(cash: Cash, no: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = cash.office.good("caiwu", LISTS[no].url, pageSize=200)["list"]
    return rows


@pytest.mark.parametrize(
    ("make", "lists"),
    [
        (world, {"cha_arrears_list", "cha_account_list"}),
        (relieved, {"cha_relief_totals", "cha_relief_units"}),
        (closed_month, {"cha_month_list"}),
    ],
)
def test_a_number_of_a_list_is_what_its_link_shows(cash: Cash, make: Any, lists: set[str]) -> None:
    make(cash)
    asked = 0
    for no, name in NUMBERS:
        column = next(one for one in LISTS[no].columns if one.name == name)
        for row in linked(cash, no) if no in lists else ():
            agrees(cash, row[name], column.link.format(**row), column.type == "number", name)
            asked += 1
    assert asked >= 2
    of_relief = {"cha_relief_totals", "cha_relief_units"}
    assert {no for no, _name in NUMBERS} == {"cha_arrears_list", "cha_account_list", "cha_month_list", *of_relief}


def test_a_unit_of_one_age_is_listed_with_all_that_it_owes(cash: Cash) -> None:
    first = world(cash)
    [row] = cash.office.good("caiwu", LISTS["cha_arrears_list"].url, age="180")["list"]
    assert (row["payunitsysid"], row["count"]) == (first.payunitsysid, 2)
    assert cash.office.good("caiwu", LISTS["cha_arrears_list"].url, age="30")["list"] == []


def test_the_facts_of_a_unit_that_owes_lead_to_its_charges(cash: Cash) -> None:
    first = world(cash)
    page = cash.office.good("caiwu", RECORDS["cha_arrears_unit"].url, id=first.payunitsysid)
    linked_facts = [one for one in page["facts"] if one.get("link")]
    assert len(linked_facts) == 5
    for one in linked_facts:
        agrees(cash, one["text"].removesuffix(" 元").replace(",", ""), one["link"], False)
        if note := one.get("note"):
            agrees(cash, note.removesuffix(" 笔"), one["link"], True)


def facts_of(cash: Cash, no: str, key: str) -> list[dict[str, Any]]:
    facts: list[dict[str, Any]] = cash.office.good("caiwu", RECORDS[no].url, id=key)["facts"]
    return [one for one in facts if one.get("link") and one["text"].endswith(" 元")]


def yuan(fact: dict[str, Any]) -> Decimal:
    return Decimal(fact["text"].removesuffix(" 元").replace(",", ""))


def test_the_sums_of_a_day_lead_to_its_entries(cash: Cash) -> None:
    took(cash)
    facts = {one["label"]: one for one in cash.office.good("caiwu", RECORDS["cha_day"].url, id=cash.day().id)["facts"]}
    assert facts["应有现金"]["text"] == "150.00 元" and "link" not in facts["应有现金"]  # of two lists
    told = {one["label"]: yuan(one) for one in facts_of(cash, "cha_day", cash.day().id)}
    assert told == {"现金收费": 100, "现金预存款": 50, "刷卡": 20, "转账": 5}
    for one in facts_of(cash, "cha_day", cash.day().id):
        agrees(cash, yuan(one), one["link"], False)


def test_the_sums_of_a_month_lead_to_its_days_and_entries(cash: Cash) -> None:
    row = closed_month(cash)
    day = cash.office.db.scalars(select(CashDay)).one()
    after = CashDay(userid=day.userid, username=day.username, orgid=day.orgid, step=day.step, day=row.end)
    after.cash = after.pos = after.transfer = after.difference = Decimal(1)
    cash.office.db.add(after)
    cash.office.db.commit()
    facts = facts_of(cash, "cha_month", row.id)
    assert {one["label"]: yuan(one) for one in facts} == {
        "现金": 150,
        "刷卡": 20,
        "转账": 5,
        "在线支付": row.online,
        "现金差额": Decimal("-0.1"),
    }
    names = {"现金": "cash", "刷卡": "pos", "转账": "transfer", "现金差额": "difference"}
    for one in facts:
        agrees(cash, yuan(one), one["link"], False, names.get(one["label"], "amount"))


def test_an_open_month_says_what_came_in_so_far(cash: Cash) -> None:
    took(cash)
    row = cash.office.db.scalars(select(CashMonth)).one()
    page = cash.office.good("caiwu", RECORDS["cha_month"].url, id=row.id)
    assert page["identity"] == f"{row.month}　1 个收款日，已日结 0 个"
    facts = {one["label"]: (one["text"], one.get("note", "")) for one in page["facts"]}
    assert (facts["现金"], facts["刷卡"], facts["转账"]) == (
        ("150.00 元", "至今"),
        ("20.00 元", "至今"),
        ("5.00 元", "至今"),
    )
    days = next(part for part in page["parts"] if part["key"] == "days")["rows"]
    assert [(one["cash"], one["entrycount"]) for one in days] == [("150.00", 4)]


def test_the_relief_of_a_charge_leads_to_its_lines(cash: Cash) -> None:
    amount = relieved(cash)
    [line] = linked(cash, "cha_relief_lines")
    page = cash.office.good("caiwu", f"{CALLS}/record", id=line["charge_id"])
    fact = next(one for one in page["facts"] if one["label"] == "减免")
    assert fact["text"] == HALF["name"]
    agrees(cash, amount, fact["link"], False)


def test_the_sums_of_an_account_lead_to_its_entries(cash: Cash) -> None:
    world(cash)
    account = cash.office.db.scalars(select(Account)).one()
    facts = [one for one in facts_of(cash, "cha_account", account.id) if not one["link"].startswith("#")]
    assert [(one["label"], yuan(one)) for one in facts] == [("预存合计", 50), ("抵扣合计", 20), ("退还合计", 0)]
    for one in facts:
        _no, rows = behind(cash, one["link"])
        assert abs(sum((Decimal(str(row["amount"])) for row in rows), Decimal(0))) == yuan(one)


def test_a_link_to_a_tab_names_one_of_the_page(cash: Cash) -> None:
    deals = Agreements(cash.office)
    page = cash.office.good("caiwu", "/api/agreement/record", id=deals.in_force().id)
    tabs = [one["link"] for one in page["facts"] if one.get("link", "").startswith("#")]
    assert tabs == ["#charges", "#charges"]
    assert {one.removeprefix("#") for one in tabs} <= {part["key"] for part in page["parts"]}


def test_what_policies_let_off_is_summed_by_year(cash: Cash) -> None:
    amount = relieved(cash)
    policy = cash.office.db.scalars(select(ReliefPolicy.id).where(ReliefPolicy.name == HALF["name"])).one()
    [row] = linked(cash, "cha_relief_totals")
    assert (row["policy_id"], row["year"], row["document"]) == (policy, str(clock.today().year), HALF["document"])
    assert (row["count"], row["units"], Decimal(str(row["amount"]))) == (1, 1, amount)  # the draft does not count
    [line] = linked(cash, "cha_relief_lines")
    assert (Decimal(str(line["amount"])), line["clause"]) == (amount, HALF["document"])
    assert cash.office.good("caiwu", LISTS["cha_relief_totals"].url, year="2019")["list"] == []
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=line["charge_id"], status="7", reason="重复登记")
    assert linked(cash, "cha_relief_totals") == []


def test_the_settlement_of_a_contract_lists_what_it_counts(cash: Cash) -> None:
    deals = Agreements(cash.office)
    contract = deals.in_force()
    first, second = two(cash)
    cash.receive(first, Decimal(100))
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=second.id, status="7", reason="重复登记")
    page = cash.office.good("caiwu", "/api/agreement/record", id=contract.id)
    facts = {one["label"]: (one["text"], one.get("note", "")) for one in page["facts"]}
    rows = next(part for part in page["parts"] if part["key"] == "charges")["rows"]
    assert [one["id"] for one in rows] == [first.id]  # a void charge is not counted and not listed
    assert facts["已收费"] == (f"{sum(Decimal(one['part']) for one in rows)} 元", f"{len(rows)} 笔")
    assert facts["已付"][0] == f"{sum(Decimal(one['paid']) for one in rows)} 元" == "100.00 元"
