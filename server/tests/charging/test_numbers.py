"""Every number of a charging page that leads to a list leads to exactly the rows that it counts or sums."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

import pytest
from sqlalchemy import select

from tejian import areas, data
from tejian.charging.models import Charge, ReliefPolicy
from tejian.kit import clock
from tejian.kit.listview import LISTS
from tejian.kit.recordview import RECORDS

from .agreements import Agreements
from .conftest import CALLS, Cash
from .files import two
from .test_journeys import HALF

areas.load()
VIEWS = {row["path"]: row["view"] for row in data.rows("screens")}
# the column that a sum adds up, where it has another name behind it
SUMMED = {"cha_arrears_charges": "left", "cha_relief_lines": "amount"}
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
    view, asked = LISTS[VIEWS[path]], dict(parse_qsl(query))
    assert set(asked) <= {one.name for one in view.search}, link
    told = cash.office.good("caiwu", view.url, pageSize=200, **asked)
    assert told["count"] == len(told["list"])
    return view.no, told["list"]


def agrees(cash: Cash, said: Any, link: str, counts: bool) -> None:
    no, rows = behind(cash, link)
    real = len(rows) if counts else sum((Decimal(str(one[SUMMED[no]])) for one in rows), Decimal(0))
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
    cash.office.good("caiwu", "/api/chareliefpolicy/chaReliefPolicy/save", validfrom="2020-01-01", enabled="1", **HALF)
    first, second = cash.items(2)
    made = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([first]))[0]["id"]
    cash.office.good("shoufei", f"{CALLS}/commit", ids=made)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made, status="2")
    cash.office.good("shoufei", f"{CALLS}/save", **cash.form([second]))
    return cash.charge(made).amount


def linked(cash: Cash, no: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = cash.office.good("caiwu", LISTS[no].url, pageSize=200)["list"]
    return rows


@pytest.mark.parametrize(
    ("make", "lists"), [(world, {"cha_arrears_list", "cha_account_list"}), (relieved, {"cha_relief_totals"})]
)
def test_a_number_of_a_list_is_what_its_link_shows(cash: Cash, make: Any, lists: set[str]) -> None:
    make(cash)
    asked = 0
    for no, name in NUMBERS:
        column = next(one for one in LISTS[no].columns if one.name == name)
        for row in linked(cash, no) if no in lists else ():
            agrees(cash, row[name], column.link.format(**row), column.type == "number")
            asked += 1
    assert asked >= 2
    assert {no for no, _name in NUMBERS} == {"cha_arrears_list", "cha_account_list", "cha_relief_totals"}


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
