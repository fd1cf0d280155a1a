"""Rules at their edge: equal, exactly the limit, the last day, the first past it, nothing at all."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date as D
from decimal import Decimal

import pytest

from tejian.charging.fees.book import FeeBook, fee_book
from tejian.charging.fees.rules import fee_lines
from tejian.charging.fees.totals import FeeLine, ItemFees, Relief, counted, whole_lines
from tejian.inspection.rules.book import RuleBook
from tejian.inspection.rules.conclusion import KEEP, ConclusionRule, Verdict, conclusion_rule, in_force, rules_for
from tejian.inspection.rules.facts import DeviceFacts, InspectionResult
from tejian.inspection.rules.next_date import is_overdue, next_dates
from tejian.inspection.rules.recheck import DAY, Term, recheck
from tejian.kit.database.numbering import formatted
from tejian.kit.ground.errors import Refused

Rows = Callable[[str], list[dict[str, str]]]


# -- conclusions ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def conclusions(rows: Rows) -> list[ConclusionRule]:
    return [conclusion_rule(row) for row in rows("conclusion_rules")]


def test_a_worse_conclusion_that_no_rule_derives_moves_no_date_and_asks_what_is_wrong(
    conclusions: list[ConclusionRule],
) -> None:
    """Every worse code that every rule allows, among the rules of its list and sort."""
    alone, derived = set(), set()
    for rule in conclusions:
        for equclass in rule.classes:
            for sort in rule.sorts:
                beside = rules_for(conclusions, f"{equclass[0]}100", sort, sort, rule.templates)
                for code in rule.worse_to:
                    force = in_force(beside, Verdict(rule, ""), code)
                    assert force is not None and force.code == code
                    if any(one.code == code for one in beside):
                        derived.add((rule.ruleid, code))
                        assert force in beside
                        continue
                    alone.add((rule.ruleid, code))
                    said = (force.effect, force.needs, force.worse_to, force.grade_from, force.grade_to)
                    assert said == (KEEP, ("problems",), (), 0, 0)
    assert len(alone) >= 16 and len(derived) >= 60


def test_a_conclusion_that_is_neither_derived_nor_allowed_has_no_rule(conclusions: list[ConclusionRule]) -> None:
    rule = next(one for one in conclusions if one.worse_to)
    assert in_force([rule], Verdict(rule, ""), "none") is None
    assert in_force([], Verdict(None, ""), rule.worse_to[0]) is None
    assert in_force([], Verdict(rule, ""), rule.code) is rule


# -- the term of a notice -------------------------------------------------------------------------------------------

DUE = Term("YJ1", D(2026, 6, 30))


@pytest.mark.parametrize(
    ("days", "term", "value"),
    [
        ([D(2026, 6, 30)], DUE, "1"),
        ([D(2026, 7, 1)], DUE, "0"),
        ([D(2026, 6, 1), D(2026, 7, 1)], DUE, "0"),  # the last day counts, in whichever order
        ([D(2026, 7, 1), D(2026, 6, 1)], DUE, "0"),
        ([D(2026, 6, 1), D(2026, 6, 30)], DUE, "1"),
        ([None, D(2026, 6, 30)], DUE, "1"),
        ([None], DUE, "0"),
        ([], DUE, "0"),
        ([D(2026, 6, 1)], Term("", D(2026, 6, 30)), "0"),
        ([D(2026, 6, 1)], Term("YJ1", None), "0"),
    ],
)
def test_the_last_day_of_a_reinspection_is_judged(days: list[D | None], term: Term, value: str) -> None:
    assert recheck([{DAY: day} for day in days], term).value == value


# -- dates ----------------------------------------------------------------------------------------------------------

TODAY = D(2026, 6, 15)


@pytest.mark.parametrize(
    ("due", "delay", "late"),
    [
        (D(2026, 6, 14), None, True),
        (D(2026, 6, 15), None, False),
        (D(2026, 6, 14), D(2026, 6, 15), False),
        (D(2026, 6, 14), D(2026, 6, 14), True),
        (D(2026, 6, 20), D(2026, 6, 10), False),  # an earlier delay shortens nothing
        (D(2026, 6, 15), D(2026, 6, 14), False),
        (None, D(2026, 6, 1), False),
        (None, None, False),
    ],
)
def test_a_delay_counts_from_the_day_after_what_is_due(
    due: D | None, delay: D | None, late: bool, book: RuleBook
) -> None:
    device = DeviceFacts("3110", equstatus="1", ninspdate=due, delaydate=delay)
    assert is_overdue(device, TODAY, book) == late


@pytest.mark.parametrize(
    ("end", "refused", "due", "warned"),
    [
        (D(2026, 6, 14), True, None, ""),
        (D(2026, 6, 15), False, D(2026, 6, 15), "达到设计使用年限 2026-06-15"),  # its last day is still of its life
        (D(2026, 6, 16), False, D(2026, 6, 16), "达到设计使用年限 2026-06-16"),
        (D(2027, 6, 14), False, D(2027, 6, 14), "达到设计使用年限 2027-06-14"),
        (D(2027, 6, 15), False, D(2027, 6, 15), ""),
        (D(2027, 6, 16), False, D(2027, 6, 15), ""),
        (None, False, D(2027, 6, 15), ""),
    ],
)
def test_a_ride_is_inspected_until_the_last_day_of_its_design_life(
    end: D | None, refused: bool, due: D | None, warned: str, book: RuleBook
) -> None:
    ride = DeviceFacts("6110", designenddate=end)
    answer = next_dates(ride, InspectionResult("0211", TODAY), book)
    assert bool(answer.refused) == refused
    assert answer.value("ninspdate") == due
    assert answer.warnings == ((warned,) if warned else ())


def test_a_ride_past_its_design_life_may_still_be_supervised(book: RuleBook) -> None:
    ride = DeviceFacts("6110", designenddate=D(2026, 6, 14))
    assert not next_dates(ride, InspectionResult("0103", TODAY), book).refused
    tower = DeviceFacts("4110", designenddate=D(2026, 6, 14))
    assert not next_dates(tower, InspectionResult("0211", TODAY), book).refused


# -- money ----------------------------------------------------------------------------------------------------------


def fee(amount: str, item: str = "定期检验") -> FeeLine:
    return FeeLine("F0001", item, "", "", "应税", "base", Decimal(amount), None, "", "")


def relief(amount: str, *items: str, stacks: bool = False, **more: object) -> Relief:
    own = Relief("减免", "文件", frozenset(items), amount=Decimal(amount), stacks=stacks)
    return replace(own, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def fees(rows: Rows) -> FeeBook:
    return fee_book(rows("fees"), rows("fee_names"), {})


@pytest.mark.parametrize(
    ("prices", "off", "left"),
    [
        (["50"], "80", "0.00"),
        (["50"], "50", "0.00"),
        (["50"], "49.99", "0.01"),
        (["50", "300"], "80", "220.00"),  # what is above the price of one item is not taken from the other
        (["0", "300"], "80", "220.00"),
    ],
)
def test_relief_above_the_price_of_an_item_leaves_the_others_alone(
    prices: list[str], off: str, left: str, fees: FeeBook
) -> None:
    items = [ItemFees(str(n), [fee(price)]) for n, price in enumerate(prices)]
    given = relief(off, *(one.key for one in items))
    # of a single device, so that no discount of a group stands beside it
    lines = whole_lines(items, "应税", 1, [given], fees, documented=False)
    total = sum(map(Decimal, prices), Decimal(0)) + sum((one.amount or Decimal(0) for one in lines), Decimal(0))
    assert f"{total:.2f}" == left


def test_reliefs_that_stack_take_what_the_one_before_left_and_no_more() -> None:
    first, second = relief("80", "1"), relief("80", "1", stacks=True)
    assert counted({"1": Decimal(100)}, [first, second]) == {
        first: {"1": Decimal(100)},
        second: {"1": Decimal(20)},
    }
    assert second.of(Decimal(20)) == 20
    assert counted({"1": Decimal(50)}, [first, second])[second] == {"1": Decimal(0)}


def test_a_band_that_lacks_its_value_goes_where_another_of_its_item_holds(rows: Rows) -> None:
    """By its own item only; and where none holds, each says what it lacks."""
    row = next(one for one in rows("fees") if one["feecode"] == "F0094") | {"validfrom": ""}
    own = {"line_role": "base", "calc": "100", "param_field": "", "instead": "", "excludes": ""}
    holding = row | own | {"feecode": "A1", "item": "一", "band_expr": "elefloornumber>5"}
    lacking = row | own | {"feecode": "A2", "item": "一", "band_expr": "liftheight>6"}
    other = row | own | {"feecode": "A3", "item": "二", "band_expr": "liftheight>6"}
    book = fee_book([holding, lacking, other], [], {})

    def codes(floors: str) -> list[str]:
        facts = {"equclacode": "3110", "elefloornumber": floors}
        return [line.feecode for line in fee_lines(facts, row["testsort"].split("/")[0], book)]

    assert codes("6") == ["A1", "A3"]
    assert codes("5") == ["A2", "A3"]


# -- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "number"), [(1, "A2026-0001"), (9999, "A2026-9999"), (10000, ""), (10001, "")])
def test_a_series_ends_with_the_last_number_of_its_digits(value: int, number: str) -> None:
    if number:
        assert formatted("A{yyyy}-{seq:4}", TODAY, value, {}) == number
    else:
        with pytest.raises(Refused):
            formatted("A{yyyy}-{seq:4}", TODAY, value, {})
    assert formatted("{seq}", TODAY, value, {}) == str(value)
