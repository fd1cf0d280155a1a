"""Next dates of elevators: the year tables of TSG T7001-2023 and TSG T7008-2023."""

from dataclasses import replace
from datetime import date as D

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tejian.inspection.rules.book import RuleBook
from tejian.inspection.rules.facts import DeviceFacts, InspectionResult
from tejian.inspection.rules.next_date import is_overdue, next_dates
from tejian.kit.ground.clock import add_months


def lift(day: D | None, **more: object) -> DeviceFacts:
    return replace(DeviceFacts("3110", insinspdate=day, cyclebasedate=day), **more)  # type: ignore[arg-type]


def periodic(day: D, **more: object) -> InspectionResult:
    return replace(InspectionResult("0211", day), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("base", "inspected", "ninspdate", "ndetdate"),
    [
        (D(2019, 6, 18), D(2026, 6, 11), D(2028, 6, 30), D(2027, 6, 30)),
        (D(2024, 5, 31), D(2025, 5, 10), D(2028, 5, 31), D(2026, 5, 31)),
        (D(2024, 5, 31), D(2025, 2, 28), D(2028, 5, 31), D(2026, 5, 31)),
        (D(2024, 5, 31), D(2025, 2, 27), D(2025, 5, 31), D(2026, 5, 31)),
        (D(2024, 5, 31), D(2025, 11, 3), D(2028, 5, 31), D(2026, 5, 31)),
        (D(2020, 2, 29), D(2027, 2, 10), D(2029, 2, 28), D(2028, 2, 29)),
        (D(2011, 8, 1), D(2026, 8, 5), D(2027, 8, 31), None),
        (D(2010, 8, 1), D(2026, 8, 5), D(2027, 8, 31), None),
        (D(2012, 1, 15), D(2025, 1, 20), D(2027, 1, 31), D(2026, 1, 31)),
    ],
)
def test_passenger_lifts(base: D, inspected: D, ninspdate: D, ndetdate: D | None, book: RuleBook) -> None:
    answer = next_dates(lift(base), periodic(inspected), book)
    assert (answer.value("ninspdate"), answer.value("ndetdate")) == (ninspdate, ndetdate)
    assert answer.base == base


def test_the_reason_is_told_step_by_step(book: RuleBook) -> None:
    line = next_dates(lift(D(2019, 6, 18)), periodic(D(2026, 6, 11)), book).line("ninspdate")
    assert line is not None
    assert line.steps == (
        "监督检验合格 2019-06-18，周期从这个月起算",
        "乘客电梯 15 年内，第 1、4、7、9、11、13、15 年定期检验，其余年份自行检测",
        "第 7 年已于 2026-06-11 定期检验合格，下一次是第 9 年",
        "报告精确到月，取 2028 年 6 月的最后一天",
    )
    assert line.ruleid == "ELE-DJ"
    assert "TSG T7001-2023" in line.clause
    assert line.base == D(2019, 6, 18)


def test_a_lift_of_before_the_rule_keeps_its_recorded_month(book: RuleBook) -> None:
    device = lift(D(2016, 6, 20), ninspdate=D(2024, 4, 30))
    answer = next_dates(device, periodic(D(2024, 4, 17)), book)
    assert answer.value("ninspdate") == D(2025, 4, 30)
    assert answer.value("cyclebasedate") == D(2016, 4, 30)
    again = replace(device, cyclebasedate=D(2016, 4, 30), ninspdate=D(2025, 4, 30), lastdjdate=D(2024, 4, 17))
    assert next_dates(again, periodic(D(2025, 4, 9)), book).value("ninspdate") == D(2027, 4, 30)


def test_the_recorded_month_may_be_switched_off(book: RuleBook) -> None:
    plain = replace(book, settings={**book.settings, "ele_legacy_month": "s"})
    device = lift(D(2016, 6, 20), ninspdate=D(2024, 4, 30))
    assert next_dates(device, periodic(D(2024, 4, 17)), plain).value("ninspdate") == D(2025, 6, 30)


def test_of_two_equally_near_months_the_earlier_counts(book: RuleBook) -> None:
    device = lift(D(2016, 7, 1), ninspdate=D(2024, 1, 31))
    assert next_dates(device, periodic(D(2024, 1, 17)), book).base == D(2016, 1, 31)


def test_detection_moves_only_the_detection_date(book: RuleBook) -> None:
    device = lift(D(2019, 6, 18), lastdjdate=D(2026, 6, 11), ninspdate=D(2028, 6, 30), ndetdate=D(2027, 6, 30))
    answer = next_dates(device, InspectionResult("0701", D(2027, 6, 1), braketest=True), book)
    assert answer.value("ninspdate") == D(2028, 6, 30)
    assert answer.value("ndetdate") == D(2029, 6, 30)
    assert answer.nextaction == "DJ"


def test_an_inspection_replaces_a_detection_but_not_the_other_way(book: RuleBook) -> None:
    answer = next_dates(lift(D(2024, 6, 18), lastdjdate=D(2025, 6, 1)), periodic(D(2026, 6, 1)), book)
    assert (answer.value("ninspdate"), answer.value("ndetdate")) == (D(2028, 6, 30), D(2027, 6, 30))
    detected = next_dates(lift(D(2024, 6, 18)), InspectionResult("0701", D(2025, 6, 1)), book)
    assert detected.value("ninspdate") == D(2025, 6, 30)


def test_an_unqualified_result_moves_nothing(book: RuleBook) -> None:
    device = lift(D(2019, 6, 18), ninspdate=D(2026, 6, 30), ndetdate=D(2025, 6, 30))
    answer = next_dates(device, periodic(D(2026, 6, 11), qualified=False), book)
    assert answer.updates() == {"ninspdate": D(2026, 6, 30), "ndetdate": D(2025, 6, 30)}
    assert answer.warnings


def test_installation_sets_the_base_and_first_dates(book: RuleBook) -> None:
    answer = next_dates(lift(None), InspectionResult("0102", D(2026, 1, 31), passdate=D(2026, 2, 3)), book)
    assert answer.updates() == {
        "cyclebasedate": D(2026, 2, 3),
        "ninspdate": D(2027, 2, 28),
        "ndetdate": D(2028, 2, 29),
        "nextbraketestdate": D(2032, 2, 29),
    }


def test_alteration_moves_the_base_only_under_the_2023_rule(book: RuleBook) -> None:
    device = lift(D(2015, 3, 2))
    assert next_dates(device, InspectionResult("0103", D(2025, 9, 9)), book).base == D(2025, 9, 9)
    assert next_dates(device, InspectionResult("0103", D(2023, 9, 9)), book).base == D(2015, 3, 2)
    assert next_dates(device, InspectionResult("0104", D(2025, 9, 9)), book).value("ninspdate") is None


@pytest.mark.parametrize(
    ("inspected", "expected"),
    [(D(2021, 2, 1), D(2024, 2, 29)), (D(2033, 2, 1), D(2036, 2, 29)), (D(2036, 2, 1), D(2039, 2, 28))],
)
def test_dumbwaiters_have_their_own_years_and_no_detection(inspected: D, expected: D, book: RuleBook) -> None:
    device = DeviceFacts("34301", insinspdate=D(2020, 2, 29), cyclebasedate=D(2020, 2, 29))
    answer = next_dates(device, periodic(inspected), book)
    assert answer.value("ninspdate") == expected
    assert answer.value("ndetdate") is None
    assert answer.line("nextbraketestdate") is None


def test_brake_tests_every_six_years_for_passenger_and_fire_lifts(book: RuleBook) -> None:
    tested = lift(D(2024, 6, 18), lastbraketestdate=D(2030, 6, 1))
    assert next_dates(tested, periodic(D(2031, 6, 1)), book).value("nextbraketestdate") == D(2036, 6, 30)
    with_it = periodic(D(2042, 6, 1), braketest=True)
    assert next_dates(tested, with_it, book).value("nextbraketestdate") == D(2048, 6, 30)
    goods = replace(tested, kind="3120")
    assert next_dates(goods, periodic(D(2031, 6, 1)), book).line("nextbraketestdate") is None


def test_the_years_are_there_to_draw(book: RuleBook) -> None:
    years = next_dates(lift(D(2019, 6, 18)), periodic(D(2026, 6, 11)), book).years
    assert [mark.number for mark in years] == list(range(1, 16))
    assert [mark.number for mark in years if mark.action == "DJ"] == [1, 4, 7, 9, 11, 13, 15]
    assert [(mark.number, mark.action) for mark in years if mark.state == "next"] == [(8, "JC"), (9, "DJ")]
    assert all(mark.state == "done" for mark in years[:7])
    assert [mark.number for mark in years if mark.brake] == [6, 12]


def test_the_inspectors_date_may_be_earlier_never_later(book: RuleBook) -> None:
    earlier = next_dates(lift(D(2019, 6, 18)), periodic(D(2026, 6, 11), nextdate=D(2027, 6, 30)), book)
    assert earlier.value("ninspdate") == D(2027, 6, 30)
    later = next_dates(lift(D(2019, 6, 18)), periodic(D(2026, 6, 11), nextdate=D(2028, 7, 1)), book)
    assert later.value("ninspdate") == D(2028, 6, 30)
    sentence = "下次检验日期不得晚于规则计算日期 2028-06-30"
    assert sentence in later.warnings


def test_design_life_caps_the_date(book: RuleBook) -> None:
    device = lift(D(2019, 6, 18), designenddate=D(2027, 3, 1))
    answer = next_dates(device, periodic(D(2026, 6, 11)), book)
    assert answer.value("ninspdate") == D(2027, 3, 1)
    assert answer.warnings[-1] == "达到设计使用年限 2027-03-01"


def test_without_any_base_nothing_is_invented(book: RuleBook) -> None:
    answer = next_dates(DeviceFacts("3110", ninspdate=D(2026, 1, 31)), periodic(D(2026, 1, 3)), book)
    assert answer.value("ninspdate") == D(2026, 1, 31)
    assert "缺少监督检验合格日期" in answer.warnings[0]


@given(
    base=st.dates(D(2024, 4, 2), D(2040, 12, 31)),
    offset=st.integers(0, 500),
    kind=st.sampled_from(["3110", "3310", "3430"]),
)
def test_next_dates_lie_ahead_and_in_the_month_of_the_base(book: RuleBook, base: D, offset: int, kind: str) -> None:
    day = add_months(base, 9 + offset)
    answer = next_dates(DeviceFacts(kind, insinspdate=base, cyclebasedate=base), periodic(day), book)
    due = answer.value("ninspdate")
    assert due is not None
    assert due.month == base.month
    assert due > add_months(day, 2)


def test_overdue(book: RuleBook) -> None:
    device = lift(D(2019, 6, 18), equstatus="1", ninspdate=D(2026, 6, 30))
    assert not is_overdue(device, D(2026, 6, 30), book)
    assert is_overdue(device, D(2026, 7, 1), book)
    assert is_overdue(replace(device, equstatus="9"), D(2026, 7, 1), book)
    assert not is_overdue(replace(device, equstatus="2"), D(2026, 7, 1), book)
    assert not is_overdue(replace(device, inspecting="1"), D(2026, 7, 1), book)
    assert not is_overdue(replace(device, delaydate=D(2026, 9, 30)), D(2026, 7, 1), book)
    assert is_overdue(replace(device, delaydate=D(2026, 5, 30)), D(2026, 7, 1), book)
    assert is_overdue(replace(device, ninspdate=D(2027, 1, 1), ninspdate2=D(2026, 6, 1)), D(2026, 7, 1), book)
    boiler = DeviceFacts("11003", equstatus="1", nwaterdate=D(2026, 1, 1))
    assert not is_overdue(boiler, D(2026, 7, 1), book)
    assert is_overdue(replace(boiler, nointernal="1"), D(2026, 7, 1), book)
