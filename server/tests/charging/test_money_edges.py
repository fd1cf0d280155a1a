"""Money at the edge, without a database: nothing left, exactly all, a cent more, the last day, the first after it."""

from datetime import date as D
from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace as Row
from typing import Any

import pytest

from tejian.charging import codes as at
from tejian.charging.charges import planning
from tejian.charging.fees.policies import of_day, why_not
from tejian.charging.fees.totals import Relief, charge_total, check_relief, counted
from tejian.charging.money.days import DaySums
from tejian.charging.money.ledger import Sums, step_of
from tejian.charging.parts import plans
from tejian.charging.parts.instalments import covered, out_of_order
from tejian.charging.terms.rules import Clause, Terms, collide, differences, twice, within
from tejian.charging.terms.settlement import paid_of
from tejian.charging.terms.terms import _terms
from tejian.kit.ground import clock

T = D(2026, 6, 15)
ONE = timedelta(days=1)
M = Decimal


# -- where a charge stands ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owed", "received", "billed", "step"),
    [
        ("100", "0", "0", at.DUE),
        ("100", "0.01", "0", at.PART),
        ("100", "99.99", "0", at.PART),
        ("100", "100", "0", at.PAID),
        ("100", "100", "0.01", at.BILLED),
        ("100", "100.01", "0", at.PAID),
        ("0", "0", "0", at.REFUNDED),
        ("0", "0", "5", at.REFUNDED),
        ("0", "0.01", "0", at.REFUNDED),
        ("100", "-1", "0", at.DUE),
    ],
)
def test_a_charge_stands_where_its_sums_say(owed: str, received: str, billed: str, step: str) -> None:
    assert step_of(Sums(M(owed), M(received), M(billed))) == step


@pytest.mark.parametrize(
    ("amounts", "whole", "total"),
    [
        ([], False, "0.00"),
        (["0.01", None], False, "0.01"),
        (["5", "-5"], False, "0.00"),
        (["5", "-5.01"], False, "0.00"),
        (["0.49"], True, "0.00"),
        (["0.50"], True, "1.00"),
        (["1.50"], True, "2.00"),
        (["-0.50"], True, "0.00"),
    ],
)
def test_a_total_is_never_below_nought_and_rounded_half_up(amounts: Any, whole: bool, total: str) -> None:
    assert str(charge_total([M(one) if one else None for one in amounts], whole)) == total


def test_the_sums_of_a_day() -> None:
    sums = DaySums({"cash": M("1.50"), "pos": M("-0.50")}, {"cash": 2, "pos": 1})
    assert (sums.of("cash"), sums.of("transfer"), sums.total, sums.entrycount) == (M("1.50"), 0, M(1), 3)


# -- parts ----------------------------------------------------------------------------------------------------------

PARTS = [(1, T - ONE, M(30)), (2, T, M(30)), (3, T + ONE, M(40))]


@pytest.mark.parametrize(
    ("paid", "of_each", "late"),
    [
        ("0", ["0", "0", "0"], [True, False, False]),
        ("29.99", ["29.99", "0", "0"], [True, False, False]),
        ("30", ["30", "0", "0"], [False, False, False]),
        ("30.01", ["30", "0.01", "0"], [False, False, False]),
        ("100", ["30", "30", "40"], [False, False, False]),
        ("101", ["30", "30", "40"], [False, False, False]),
    ],
)
def test_what_is_paid_covers_the_parts_in_the_order_in_which_they_are_due(
    paid: str, of_each: list[str], late: list[bool]
) -> None:
    found = covered(reversed(PARTS), M(paid))
    assert [one.paid for one in found] == [M(one) for one in of_each]
    assert [one.late(T) for one in found] == late
    assert [one.rest for one in found] == [one.amount - one.paid for one in found]


def charge(owed: str, received: str, **more: Any) -> Any:
    return Row(owed=M(owed), received=M(received), chargesysid="SF1", **more)


def parts() -> Any:
    today = clock.today()
    return [Row(seq=n, dueday=today + timedelta(days=n - 2), amount=M(a)) for n, a in ((1, 30), (2, 30), (3, 40))]


@pytest.mark.parametrize(
    ("received", "coming", "overdue", "now"),
    [
        ("0", 1, "30", "60"),
        ("30", 2, "0", "30"),
        ("45", 2, "0", "15"),
        ("59.99", 2, "0", "0.01"),
        ("60", 3, "0", "40"),
        ("60.01", 3, "0", "39.99"),
        ("100", 0, "0", "0"),
        ("101", 0, "0", "0"),
    ],
)
def test_what_of_a_plan_is_due_now(received: str, coming: int, overdue: str, now: str) -> None:
    rows, own = parts(), charge("100", received)
    first: Any = plans.first_open(rows, own)
    assert (first.seq if first else 0) == coming
    assert (plans.overdue(rows, own), plans.due_now(rows, own)) == (M(overdue), M(now))
    words = plans.words(rows, own)
    assert bool(words) == bool(coming) and ("已过期未缴" in words) == (M(overdue) > 0)


def test_what_was_let_off_is_taken_from_the_first_parts() -> None:
    """A plan of 100 of which 50 are left: the last ones; one that owes more than its parts has all of them open."""
    assert [one.paid for one in plans.plan(parts(), charge("50", "0"))] == [30, 20, 0]
    assert [one.paid for one in plans.plan(parts(), charge("120", "0"))] == [0, 0, 0]


@pytest.mark.parametrize(
    ("days", "wrong"), [([0, 1], 0), ([0, 0], 2), ([1, 0], 2), ([0, 1, 1], 3), ([0, 2, 1], 3), ([0], 0), ([], 0)]
)
def test_parts_follow_each_other_by_a_day_at_least(days: list[int], wrong: int) -> None:
    assert out_of_order([{"dueday": T + timedelta(days=n)} for n in days]) == wrong


def doing(*rows: tuple[int, str], owed: str = "100", received: str = "0") -> Any:
    today = clock.today()
    form = {"instalments": [{"dueday": today + timedelta(days=n), "amount": M(amount)} for n, amount in rows]}
    return Row(form=form, subject=charge(owed, received, confirmed=clock.now()), db=None)


def test_a_plan_has_two_parts_of_which_the_first_is_due_today_at_the_earliest() -> None:
    assert planning.parts_in_order(doing((0, "1"))) == "分期至少2期"
    assert planning.parts_in_order(doing((0, "1"), (1, "1"))) is None
    assert "早于今天" in str(planning.parts_in_order(doing((-1, "1"), (1, "1"))))
    assert planning.parts_in_order(doing((0, "1"), (0, "1"))) == "第2期应付日期应晚于前一期"


def test_a_plan_ends_on_the_last_day_of_its_term_and_has_as_many_parts_as_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(planning, "number", lambda _db, _name, usual: usual)
    assert planning.within_limits(doing((0, "1"), (planning.LONGEST, "1"))) is None
    assert "晚于期限" in str(planning.within_limits(doing((planning.LONGEST + 1, "1"), (0, "1"))))
    most = [(n, "1") for n in range(planning.MOST)]
    assert planning.within_limits(doing(*most)) is None
    assert planning.within_limits(doing(*most, (9, "1"))) == f"分期最多{planning.MOST}期"
    assert planning.within_limits(doing()) is None


@pytest.mark.parametrize(("received", "fits"), [("0", False), ("20", True), ("20.01", False), ("19.99", False)])
def test_the_parts_are_what_is_left(received: str, fits: bool) -> None:
    assert (planning.parts_add_up(doing((0, "50"), (1, "30"), received=received)) is None) is fits


# -- relief ---------------------------------------------------------------------------------------------------------


def policy(**more: Any) -> Any:
    own = {"validfrom": T, "validto": None, "unitsysid": "", "equclass": "", "equclacode": "", "equdatasysid": ""}
    return Row(**(own | more))


@pytest.mark.parametrize(
    ("first", "last", "counts"),
    [
        (T, None, True),
        (T + ONE, None, False),
        (T - ONE, T, False),  # the first day on which it is no longer in force
        (T - ONE, T + ONE, True),
        (T, T + ONE, True),
    ],
)
def test_a_policy_counts_from_its_first_day_to_the_day_before_its_end(first: D, last: D | None, counts: bool) -> None:
    assert bool(of_day([policy(validfrom=first, validto=last)], T)) is counts


ITEM: Any = Row(unitsysid="U1", equclass="3000", equclacode="3110", equdatasysid="E1")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({}, None),
        ({"unitsysid": "U1"}, None),
        ({"unitsysid": "P1"}, None),
        ({"unitsysid": "U2"}, "不适用于该单位"),
        ({"equclass": "3000"}, None),
        ({"equclass": "4000"}, "不适用于该设备种类"),
        ({"equclacode": "3100"}, None),
        ({"equclacode": "3110"}, None),
        ({"equclacode": "3120"}, "不适用于该设备类别"),
        ({"equdatasysid": "E1"}, None),
        ({"equdatasysid": "E2"}, "不适用于该设备"),
    ],
)
def test_a_policy_applies_to_what_it_names(names: dict[str, str], said: str | None) -> None:
    assert why_not(policy(**names), ITEM, "P1") == said


@pytest.mark.parametrize(
    ("more", "fits"),
    [
        ({"percent": M(0)}, True),
        ({"percent": M(100)}, True),
        ({"percent": M("100.01")}, False),
        ({"percent": M("-0.01")}, False),
        ({"amount": M(0)}, True),
        ({"amount": M("-0.01")}, False),
        ({}, False),
        ({"percent": M(1), "amount": M(1)}, False),
        ({"percent": M(1), "document": " "}, False),
    ],
)
def test_a_relief_is_a_share_or_an_amount_with_a_document(more: dict[str, Any], fits: bool) -> None:
    relief = Relief(**{"name": "减免", "document": "文件", "items": frozenset()} | more)
    if fits:
        check_relief(relief)
    else:
        with pytest.raises(ValueError):
            check_relief(relief)


@pytest.mark.parametrize(
    ("kind", "percent", "code"),
    [("05", 10, "R171"), ("05", 50, "R170"), ("07", 100, "R170"), ("01", 10, "R170"), ("01", 50, "R170")],
)
def test_a_relief_is_free_or_halved_or_lowered(kind: str, percent: int, code: str) -> None:
    assert Relief("减免", "文件", frozenset(), percent=M(percent), type=kind).feecode == code


def test_among_reliefs_that_do_not_stack_the_priority_decides_and_then_the_better() -> None:
    def relief(name: str, percent: int, priority: int = 0, stacks: bool = False) -> Relief:
        return Relief(name, "文件", frozenset({"1"}), percent=M(percent), priority=priority, stacks=stacks)

    low, high, first = relief("低", 10), relief("高", 50), relief("先", 5, priority=1)
    own = {"1": M(100)}
    assert list(counted(own, [low, high])) == list(counted(own, [high, low])) == [high]
    assert list(counted(own, [low, high, first])) == [first]
    both = relief("并", 10, stacks=True)
    assert counted(own, [both, high]) == {high: {"1": M(100)}, both: {"1": M(50)}}
    assert counted({"2": M(100)}, [low]) == {}


# -- contracts ------------------------------------------------------------------------------------------------------


def terms(*clauses: Clause) -> Terms:
    return Terms("1", "org", "合同", "应税", T - ONE, T + ONE, False, clauses)


@pytest.mark.parametrize(("day", "holds"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_contract_rules_from_its_first_to_its_last_day(day: int, holds: bool) -> None:
    assert terms().on(T + timedelta(days=day)) is holds


def test_the_clause_that_names_most_counts_then_the_first() -> None:
    wide, narrow = Clause(1, kind="3000"), Clause(2, kind="3110")
    sort, device, row = Clause(3, sort="0211"), Clause(4, device="E1"), Clause(5, feecode="F1")
    same, other = Clause(6, kind="3110"), Clause(7, device="E2")
    whole = terms(row, wide, sort, narrow, same, device, other)
    assert whole.whole("E1", "3110", "0211") is device
    assert whole.whole("E3", "3110", "0211") is narrow
    assert whole.whole("E3", "3210", "0211") is wide
    assert whole.whole("E3", "4110", "0211") is sort
    assert whole.whole("E3", "4110", "0101") is None
    of_sort = Clause(8, kind="3110", sort="0211")
    assert terms(narrow, of_sort).whole("E3", "3110", "0211") is of_sort
    assert whole.of_row("F1", "E3", "4110", "0101") is row
    assert whole.of_row("F2", "E3", "4110", "0101") is None
    assert within("3110", "") and within("3110", "3100") and not within("3110", "3120")


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        ({}, {}, True),
        ({"sort": "0211"}, {"sort": "0211"}, True),
        ({"sort": "0211"}, {"sort": "0101"}, False),
        ({"sort": "0211"}, {}, True),
        ({"feecode": "F1"}, {"feecode": "F1"}, True),
        ({"feecode": "F1"}, {"feecode": "F2"}, False),
        ({"feecode": "F1"}, {}, True),
        ({"device": "E1"}, {"device": "E1"}, True),
        ({"device": "E1"}, {"device": "E2"}, False),
        ({"device": "E1"}, {"kind": "3000"}, True),
        ({"kind": "4000"}, {"device": "E1"}, False),
        ({"device": "E9"}, {"kind": "3000"}, False),
        ({"kind": "3000"}, {"kind": "3110"}, True),
        ({"kind": "3110"}, {"kind": "3000"}, True),
        ({"kind": "3110"}, {"kind": "3120"}, False),
    ],
)
def test_two_clauses_collide_where_both_may_count(one: Any, other: Any, may: bool) -> None:
    assert collide(Clause(1, **one), Clause(2, **other), {"E1": "3110"}) is may
    assert collide(Clause(2, **other), Clause(1, **one), {"E1": "3110"}) is may


def test_two_clauses_that_say_the_same_twice_are_named() -> None:
    assert twice([Clause(1, kind="3000"), Clause(2, kind="3110")]) is None
    assert twice([Clause(1, device="E1", kind="3000"), Clause(2, device="E1", kind="3110")]) == (1, 2)
    assert twice([Clause(1), Clause(2, sort="0211"), Clause(3)]) == (1, 3)


def test_what_two_versions_differ_in() -> None:
    found = differences({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "4", "d": "5"})
    assert [(one.what, one.before, one.after) for one in found] == [("b", "2", "4"), ("d", "", "5"), ("c", "3", "")]


@pytest.mark.parametrize(("stopped", "known", "last"), [(0, 0, -5), (1, 0, 5), (-1, 0, -5), (None, 0, 5)])
def test_a_contract_that_was_stopped_ends_as_was_known_then(stopped: int | None, known: int, last: int) -> None:
    now = clock.now()
    own = {"id": "1", "orgid": "o", "title": "", "nature": "", "stacks": False, "validfrom": T - 9 * ONE}
    row: Any = Row(**own, validto=T + 5 * ONE, lastday=T - 5 * ONE)
    row.stopped = None if stopped is None else now + timedelta(seconds=stopped)
    [found] = _terms([row], {}, now + timedelta(seconds=known))
    assert found.last == T + last * ONE


@pytest.mark.parametrize(("received", "part", "paid"), [("5", "10", "5"), ("10", "10", "10"), ("15", "10", "10")])
def test_what_came_in_counts_for_the_lines_of_the_contract_first(received: str, part: str, paid: str) -> None:
    assert paid_of(charge("20", received), M(part)) == M(paid)
