"""Rules of the ledgers and of the clock at their edge, without a database."""

from datetime import date as D
from datetime import datetime, timedelta
from decimal import Decimal as M
from types import SimpleNamespace as Row
from typing import Any

import pytest

from tejian.archives import codes
from tejian.archives.ledgers.cylinders.rules import earliest_end, refuse_rows
from tejian.archives.ledgers.iot.rules import is_repeat
from tejian.archives.ledgers.maintenance.rules import Interval, gap_of, types_in
from tejian.archives.ledgers.piping.rules import LineFacts, refuse_line, same, totals
from tejian.archives.ledgers.products.rules import ALL, MOST, NONE, SOME, numbers, state_of
from tejian.archives.ledgers.valves.rules import Limits, refuse_calibration, refuse_cycle
from tejian.kit.database.numbering import formatted
from tejian.kit.ground import clock

T = D(2026, 6, 15)
ONE = timedelta(days=1)


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ([("1", "甲", T, T + ONE)], None),
        ([("1", "甲", T, T)], "cylinders.0.scrapdate"),
        ([("1", "甲", T, None), ("1", "乙", None, T)], None),
        ([("1", "甲", None, None), ("1", "甲", None, None)], "cylinders.1.cylno"),
        ([("1", None, None, None), ("1", "", None, None)], "cylinders.1.cylno"),
    ],
)
def test_a_cylinder_stands_once_and_ends_after_it_was_made(rows: list[Any], field: str | None) -> None:
    found = refuse_rows([dict(zip(("cylno", "maker", "prodate", "scrapdate"), one, strict=True)) for one in rows])
    assert (found[0] if found else None) == field
    if found:
        n = int(field.split(".")[1]) if field else 0
        assert found[1].startswith(f"第{n + 1}只气瓶")


def test_the_first_cylinder_that_ends() -> None:
    assert earliest_end([Row(scrapdate=T + ONE), Row(scrapdate=T), Row(scrapdate=None)]) == T
    assert earliest_end([Row(scrapdate=None)]) is None


@pytest.mark.parametrize(
    ("seconds", "repeat"), [(0, True), (59, True), (60, True), (61, False), (-60, True), (-61, False)]
)
def test_a_report_within_the_window_is_the_same_event(seconds: int, repeat: bool) -> None:
    at = datetime(2026, 6, 15, 8, 0)
    assert is_repeat(at, at + timedelta(seconds=seconds), timedelta(seconds=60)) is repeat
    assert not is_repeat(None, at, timedelta(seconds=60))


HALF, YEAR = Interval("半月", 15, ("半月", "年度")), Interval("年度", 365, ("年度",))


@pytest.mark.parametrize(
    ("kind", "earlier", "said"),
    [
        ("半月", [(T - 15 * ONE, "半月")], (15, 15, False)),
        ("半月", [(T - 16 * ONE, "半月")], (16, 15, True)),
        ("半月", [(T - 30 * ONE, "半月"), (T - 9 * ONE, "年度")], (9, 15, False)),
        ("半月", [(T - 9 * ONE, "急修")], (None, 15, False)),
        ("半月", [(T, "半月"), (T + ONE, "半月")], (0, 15, False)),
        ("年度", [(T - 9 * ONE, "半月"), (T - 366 * ONE, "年度")], (366, 365, True)),
        ("年度", [(T - 9 * ONE, "半月"), (T - 365 * ONE, "年度")], (9, 15, False)),
        ("急修", [(T - 9 * ONE, "半月")], (None, None, False)),
    ],
)
def test_the_interval_of_a_visit(kind: str, earlier: list[Any], said: tuple[Any, ...]) -> None:
    gap = gap_of(T, kind, earlier, [YEAR, HALF])
    assert (gap.days, gap.limit, gap.late) == said


def test_a_visit_does_the_work_of_the_shorter_ones() -> None:
    order = ["半月", "季度", "年度"]
    assert [types_in(one, order) for one in ("半月", "年度", "急修")] == [["半月"], order, []]


def test_what_a_project_is_by_its_lines() -> None:
    lines = [
        LineFacts(M(5), "GC2", codes.IN_USE, T + ONE),
        LineFacts(None, "GC1", codes.IN_USE, T),
        LineFacts(M(2), "none", "9", T - ONE),
        LineFacts(M(1), "GC3", codes.IN_USE, None),
    ]
    found = totals(lines, ["GC1", "GC2", "GC3"])
    assert (found.count, found.length, found.level, found.earliest) == (4, 8, "GC1", T)
    assert totals([], ["GC1"]).earliest is None and totals([], ["GC1"]).level == ""


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (None, "", True),
        ("", "", True),
        (None, "0", False),
        ("0", "", False),
        ("1.60", M("1.6"), True),
        ("1.6", "1.61", False),
        ("甲", "甲", True),
        ("甲", "乙", False),
        ("甲", "1", False),
    ],
)
def test_two_values_say_the_same(one: Any, other: Any, alike: bool) -> None:
    assert same(one, other) is same(other, one) is alike


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"designpress": M("1.6"), "workpress": M("1.6"), "prestest": M("1.6")}, None),
        ({"designpress": M("1.6"), "workpress": M("1.61")}, "workpress"),
        ({"designpress": M("1.6"), "prestest": M("1.59")}, "prestest"),
        ({"workpress": M("1.6"), "prestest": M("1.6")}, None),
        ({"designpress": M("1.6")}, None),
        ({"insyearmonth": "2024-06", "useyearmonth": "2024-06"}, None),
        ({"insyearmonth": "2024-06", "useyearmonth": "2024-05"}, "useyearmonth"),
        ({"insyearmonth": "2024-06", "useyearmonth": None}, None),
        ({"insyearmonth": None, "useyearmonth": "2024-05"}, None),
        ({"inspdate": T, "ninspdate": T + ONE, "nyearcheckdate": T + ONE}, None),
        ({"inspdate": T, "ninspdate": T}, "ninspdate"),
        ({"inspdate": T, "nyearcheckdate": T}, "nyearcheckdate"),
        ({"inspdate": None, "ninspdate": T}, None),
        ({"inspdate": T, "ninspdate": None}, None),
    ],
)
def test_what_contradicts_itself_in_a_line(values: dict[str, Any], field: str | None) -> None:
    found = refuse_line(values)
    assert (found[0] if found else None) == field


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A001-A003", ["A001", "A002", "A003"]),
        ("A001-A001", ["A001"]),
        ("A001~3", ["A001", "A002", "A003"]),
        ("2025-001", ["2025-001"]),
        ("A9-A10", ["A9-A10"]),
        ("A001-B003", ["A001-B003"]),
        ("1,2", ["1", "2"]),
        (f"1001-{1000 + MOST}", MOST),
        (f"1001-{1001 + MOST}", "超过"),
        ("A003-A001", "前大后小"),
        ("A1,A2,A3,A2", "A2 重复"),
        ("A1,A2,A1", "A1 重复"),
        (",".join(f"N{n}" for n in range(MOST)), MOST),
        (",".join(f"N{n}" for n in range(MOST + 1)), "一次最多"),
    ],
)
def test_numbers_of_a_batch(text: str, found: Any) -> None:
    if isinstance(found, str):
        with pytest.raises(ValueError, match=found):
            numbers(text)
    else:
        assert (numbers(text) if isinstance(found, list) else len(numbers(text))) == found


@pytest.mark.parametrize(("made", "state"), [(0, NONE), (1, SOME), (9, SOME), (10, ALL), (11, ALL)])
def test_how_many_pieces_are_devices(made: int, state: str) -> None:
    assert state_of(M(10), made) == state


LIMITS = Limits(12, (24, 36), M(3), M("0.02"))
VALVE = {"caldate": T, "setpress": M(1), "actualset": M(1), "sealpress": M("0.9"), "calresult": "7011"}
VALVE |= {"setcyclemonths": 12, "extapproval": None}


@pytest.mark.parametrize(
    ("changed", "born", "field"),
    [
        ({}, None, None),
        ({"caldate": T + ONE}, None, "caldate"),
        ({}, T, None),
        ({}, T + ONE, "caldate"),
        ({"sealpress": M(1)}, None, "sealpress"),
        ({"actualset": M("1.03")}, None, None),
        ({"actualset": M("0.97")}, None, None),
        ({"actualset": M("1.031")}, None, "actualset"),
        ({"actualset": M("1.031"), "calresult": "7012"}, None, None),
        ({"setpress": M("0.5"), "actualset": M("0.52"), "sealpress": M("0.4")}, None, None),
        ({"setpress": M("0.5"), "actualset": M("0.521"), "sealpress": M("0.4")}, None, "actualset"),
        ({"setcyclemonths": 13}, None, "setcyclemonths"),
        ({"setcyclemonths": 24}, None, "extapproval"),
        ({"setcyclemonths": 24, "extapproval": "批准1号"}, None, None),
    ],
)
def test_what_contradicts_itself_in_a_calibration(changed: dict[str, Any], born: D | None, field: str | None) -> None:
    found = refuse_calibration(VALVE | changed, T, born, LIMITS)
    assert (found[0] if found else None) == field
    assert refuse_cycle(12, "", LIMITS) is None


@pytest.mark.parametrize(
    ("day", "months", "found"),
    [
        (D(2024, 1, 31), 1, D(2024, 2, 29)),
        (D(2023, 1, 31), 1, D(2023, 2, 28)),
        (D(2024, 2, 29), 12, D(2025, 2, 28)),
        (D(2024, 12, 31), 1, D(2025, 1, 31)),
        (D(2024, 1, 15), -1, D(2023, 12, 15)),
        (D(2024, 12, 15), 12, D(2025, 12, 15)),
        (D(2, 1, 15), -12, D(1, 1, 15)),
        (D(9998, 12, 15), 12, D(9999, 12, 15)),
    ],
)
def test_months_are_added_up_to_the_last_and_down_to_the_first_year(day: D, months: int, found: D) -> None:
    assert clock.add_months(day, months) == found


@pytest.mark.parametrize(("day", "months"), [(D(1, 1, 15), -1), (D(9999, 12, 15), 1)])
def test_no_month_lies_outside_the_calendar(day: D, months: int) -> None:
    with pytest.raises(OverflowError, match="outside the calendar"):
        clock.add_months(day, months)


def test_the_clock_stands_where_it_was_put() -> None:
    then = datetime(2024, 2, 29, 12, 0, tzinfo=clock.SHANGHAI)
    with clock.at(then):
        assert (clock.now(), clock.today()) == (then, D(2024, 2, 29))
    assert clock.today() > D(2024, 2, 29)


def test_a_number_says_its_parts() -> None:
    assert formatted("{org}{yy}{MM}{dd}-{seq:3}{none}", T, 7, {"org": "NB"}) == "NB260615-007"
