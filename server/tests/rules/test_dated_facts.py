"""Facts that were corrected stand as rows with their days: before its day a rule is not yet one, afterwards it is."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tejian import data
from tejian.inspection.rules.api import (
    InspectionResult,
    RuleBook,
    bounds_of,
    device_facts,
    item_limit,
    next_dates,
)

TUBES = ("2230", "2250")


def basis_of(kind: str, sort: str, on: date) -> list[str]:
    """The rules that a report of a day rests on."""
    rows = data.rows("report_basis")
    mine = [one for one in rows if kind.startswith(tuple(k.strip("*") for k in one["kinds"].split(",")))]
    mine = [one for one in mine if not one["sorts"] or sort in one["sorts"].split(",")]
    return [one["sentence"] for one in mine if not one["validfrom"] or date.fromisoformat(one["validfrom"]) <= on]


def test_rides_rest_on_their_rule_from_its_day() -> None:
    rule = "《大型游乐设施安全技术规程》（TSG 71-2023）"
    assert basis_of("6100", "0211", date(2024, 2, 29)) == []
    assert basis_of("6100", "0211", date(2024, 3, 1)) == [rule]


def test_cranes_rest_on_their_rule_with_its_first_amendment() -> None:
    assert basis_of("4110", "0211", date(2026, 11, 1)) == ["《起重机械安全技术规程》（TSG 51-2023，含第1号修改单）"]


def test_the_rule_of_use_changes_on_its_day() -> None:
    terms = [(one["validfrom"], one["value"]) for one in data.rows("registration_terms") if one["key"] == "依据"]
    assert terms == [
        ("2017-08-01", "TSG 08-2017《特种设备使用管理规则》"),
        ("2026-05-01", "TSG 08-2026《特种设备使用管理规则》"),
    ]
    clauses = {one["validfrom"]: one["clause"] for one in data.rows("cycle_rule") if one["ruleid"] == "DT-PG"}
    assert {day: clause.split()[1].rstrip(";") for day, clause in clauses.items()} == {
        "2017-08-01": "08-2017",
        "2026-05-01": "08-2026",
    }


@pytest.mark.parametrize(
    ("device", "limits"),
    [
        ({"traincarnum": Decimal(0), "maxspeed_load": Decimal(30)}, {10}),
        ({"traincarnum": Decimal(0), "maxspeed_load": Decimal("20.1")}, {10}),
        ({"traincarnum": Decimal(0), "maxspeed_load": Decimal(20)}, {15}),
        ({"maxspeed_load": Decimal(12)}, {15}),
        ({}, {10}),
        ({"traincarnum": Decimal(2), "maxspeed_load": Decimal("10.1")}, {4}),
        ({"traincarnum": Decimal(2), "maxspeed_load": Decimal(10)}, {7}),
        ({"traincarnum": Decimal(2)}, {4}),
        ({"traincarnum": Decimal(2), "maxspeed_load": Decimal(10), "maxgrade": Decimal(5)}, {5, 7}),
    ],
)
def test_a_sightseeing_vehicle_climbs_what_its_speed_allows(device: dict[str, Any], limits: set[int]) -> None:
    own = [item_limit(one) for one in data.rows("report_item_limits") if one["template"] == "CC-GG"]
    found = bounds_of(own, "CC-GG", "13", {"kind": "5210", **device})
    assert {int(one.high) for one in found if one.field == "routegrade" and one.high is not None} == limits


@pytest.mark.parametrize("kind", TUBES)
@pytest.mark.parametrize(
    ("group", "first", "later"), [("A", "2027-03-01", "2032-03-01"), ("B", "2028-03-01", "2034-03-01")]
)
def test_tube_trailers_by_the_group_of_their_gas(book: RuleBook, kind: str, group: str, first: str, later: str) -> None:
    device = {"equclacode": kind, "usestartdate": "2024-03-01", "tubegasgroup": group}
    begun = next_dates(device_facts(device), None, book).updates()
    assert (str(begun["ninspdate"]), str(begun["ninspdate2"])) == (first, "2025-03-01")
    day = date.fromisoformat(first)
    done = next_dates(device_facts(device), InspectionResult("0209", day, passdate=day), book).updates()
    assert str(done["ninspdate"]) == later
    yearly = next_dates(device_facts(device), InspectionResult("0208", date(2025, 2, 20)), book).updates()
    assert str(yearly["ninspdate2"]) == "2026-02-20"


def test_a_grade_asks_for_no_notice_by_itself() -> None:
    rules = {one["ruleid"]: one for one in data.rows("conclusion_rules")}
    for key, code in (("C2000-06G", "1024"), ("C2000-07G", "1022"), ("C2000-08G", "1022")):
        assert (rules[key]["code"], "notice" in rules[key]["needs"]) == (code, False), key
        assert "待责任工程师确认" in rules[key]["source"]
        alike = rules[key.removesuffix("G")]
        assert (alike["code"], "notice" in alike["needs"], "failed>0" in alike["condition"]) == (code, True, True)
