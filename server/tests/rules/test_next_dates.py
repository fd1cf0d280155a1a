"""Next dates of every class but elevators, with values worked out by hand from the rule notes."""

from dataclasses import replace
from datetime import date as D
from decimal import Decimal

import pytest

from tejian.inspection.rules.book import RuleBook, cycles_on
from tejian.inspection.rules.dated import against_date
from tejian.inspection.rules.expr import names_in
from tejian.inspection.rules.facts import DeviceFacts, InspectionResult, device_facts
from tejian.inspection.rules.next_date import next_dates
from tejian.inspection.rules.seisort import SeisortRule

T = D(2026, 6, 11)
S = D(2024, 2, 29)


def facts(kind: str, **more: object) -> DeviceFacts:
    return replace(DeviceFacts(kind), **more)  # type: ignore[arg-type]


def done(testsort: str, day: D = T, **more: object) -> InspectionResult:
    return replace(InspectionResult(testsort, day), **more)  # type: ignore[arg-type]


LATER = [
    # boilers: TSG 11-2020 9.4.3
    ("11003", {}, "0201", {}, {"ninspdate": D(2028, 6, 11), "ninspdatein": D(2028, 6, 11)}),
    ("11003", {}, "0202", {}, {"ninspdate2": D(2027, 6, 11), "ninspdateout": D(2027, 6, 11)}),
    ("12002", {}, "0204", {}, {"ninspdate": D(2028, 6, 11), "ninspdate2": D(2027, 6, 11)}),
    ("11003", {"nointernal": "1"}, "0203", {}, {"nwaterdate": D(2029, 6, 11)}),
    ("11003", {"nointernal": "1"}, "0204", {}, {"ninspdate": None, "ninspdate2": D(2027, 6, 11)}),
    ("11003", {"nwaterdate": None}, "0203", {}, {"nwaterdate": None}),
    ("11001", {"boilerlevel": "A", "boileruse": "04", "ratedpress": Decimal("9.8")}, "0201", {}, {"ninspdate": D(2029, 6, 11)}),  # noqa: E501
    ("11001", {"boilerlevel": "A", "boileruse": "04", "ratedpress": Decimal("9.7")}, "0201", {}, {"ninspdate": D(2028, 6, 11)}),  # noqa: E501
    ("11002", {"inplantset": "1"}, "0201", {"setcyclemonths": 60}, {"ninspdate": D(2031, 6, 11)}),
    ("11002", {"inplantset": "1"}, "0201", {"setcyclemonths": 96}, {"ninspdate": D(2032, 6, 11)}),
    ("11002", {"inplantset": "1"}, "0201", {"setcyclemonths": 12}, {"ninspdate": D(2029, 6, 11)}),
    ("11004", {"boilerlevel": "D"}, "0202", {}, {"ninspdate2": None}),
    ("11004", {"boilerlevel": "D", "regstatus": "1"}, "0202", {}, {"ninspdate2": D(2027, 6, 11)}),
    ("11003", {}, "1001", {}, {"nwaterqualdate": D(2027, 6, 11)}),
    # vessels: TSG 21-2016 8.1.6, 8.1.7, 8.10.3
    ("21504", {}, "0205", {"ssdegree": "1"}, {"ninspdate": D(2032, 6, 11), "nyearcheckdate": D(2027, 6, 11)}),
    ("21504", {"setcyclemonths": 72}, "0205", {"ssdegree": "3"}, {"ninspdate": D(2029, 6, 11)}),  # of an earlier one
    ("21504", {}, "0205", {"ssdegree": "2", "setcyclemonths": 48}, {"ninspdate": D(2030, 6, 11)}),
    ("21504", {}, "0205", {"ssdegree": "2", "setcyclemonths": 144}, {"ninspdate": D(2032, 6, 11)}),
    ("21504", {}, "0205", {"ssdegree": "2", "setcyclemonths": 144, "extapproval": True}, {"ninspdate": D(2038, 6, 11)}),
    ("21504", {}, "0205", {"ssdegree": "3"}, {"ninspdate": D(2029, 6, 11)}),
    ("21504", {}, "0205", {"ssdegree": "3", "setcyclemonths": 60}, {"ninspdate": D(2031, 6, 11)}),
    ("21504", {}, "0205", {"ssdegree": "3", "setcyclemonths": 12}, {"ninspdate": D(2029, 6, 11)}),
    ("21504", {}, "0205", {"ssdegree": "4"}, {"ninspdate": D(2027, 6, 11)}),
    ("21504", {"monitoredmonths": 30}, "0205", {"ssdegree": "4"}, {"ninspdate": D(2026, 12, 11)}),
    ("21504", {"monitoredmonths": 12}, "0205", {"ssdegree": "4", "setcyclemonths": 36}, {"ninspdate": D(2028, 6, 11)}),
    ("21504", {"monitoredmonths": 36}, "0205", {"ssdegree": "4"}, {"ninspdate": None}),
    ("21504", {}, "0205", {"ssdegree": "5"}, {"ninspdate": None}),
    ("21703", {"nonmetal": "1"}, "0205", {"ssdegree": "1"}, {"ninspdate": D(2029, 6, 11)}),
    ("21703", {"nonmetal": "1"}, "0205", {"ssdegree": "2"}, {"ninspdate": D(2028, 6, 11)}),
    ("21703", {"nonmetal": "1"}, "0205", {"ssdegree": "3"}, {"ninspdate": D(2027, 6, 11)}),
    ("21703", {"nonmetal": "1"}, "0205", {"ssdegree": "4"}, {"ninspdate": None}),
    ("21305", {"rbi": "1"}, "0205", {"ssdegree": "2"}, {"ninspdate": D(2035, 6, 11)}),
    ("21305", {"rbi": "1", "remlife": Decimal("7.5")}, "0205", {"ssdegree": "2"}, {"ninspdate": D(2030, 3, 11)}),
    ("21305", {"rbi": "1", "remlife": Decimal("40")}, "0205", {"ssdegree": "2", "setcyclemonths": 84}, {"ninspdate": D(2033, 6, 11)}),  # noqa: E501
    ("21305", {"rbi": "1"}, "0205", {"ssdegree": "5"}, {"ninspdate": None}),
    ("21504", {}, "0801", {}, {"nyearcheckdate": D(2027, 6, 11)}),
    # oxygen chambers: TSG 24-2015
    ("2410", {}, "0207", {"ssdegree": "2"}, {"ninspdate": D(2029, 6, 11), "nyearcheckdate": D(2027, 6, 11)}),
    ("2410", {}, "0207", {"ssdegree": "3"}, {"ninspdate": D(2027, 6, 11)}),
    ("2410", {}, "0207", {"ssdegree": "3", "setcyclemonths": 36}, {"ninspdate": D(2028, 6, 11)}),
    ("2420", {}, "0207", {"ssdegree": "5"}, {"ninspdate": None}),
    # mobile vessels: TSG R0005-2011
    ("22201", {}, "0209", {"ssdegree": "1"}, {"ninspdate": D(2031, 6, 11), "ninspdate2": D(2027, 6, 11)}),
    ("22201", {}, "0209", {"ssdegree": "3"}, {"ninspdate": D(2029, 6, 11), "nannualdate": D(2027, 6, 11)}),
    ("22201", {}, "0209", {"ssdegree": "4"}, {"ninspdate": None, "ninspdate2": None}),
    ("22201", {"ssdegree": "2"}, "0208", {}, {"ninspdate2": D(2027, 6, 11)}),
    ("2210", {}, "0209", {"ssdegree": "2"}, {"ninspdate": D(2030, 6, 11)}),
    ("2210", {}, "0209", {"ssdegree": "3"}, {"ninspdate": D(2028, 6, 11)}),
    ("2240", {}, "0209", {"ssdegree": "3"}, {"ninspdate": D(2028, 12, 11)}),
    ("2230", {"tubegasgroup": "A"}, "0209", {}, {"ninspdate": D(2031, 6, 11)}),
    ("2250", {"tubegasgroup": "B"}, "0209", {}, {"ninspdate": D(2032, 6, 11)}),
    ("2230", {"tubegasgroup": "A", "designenddate": D(2026, 1, 1)}, "0209", {}, {"ninspdate": D(2029, 6, 11)}),
    ("2230", {"tubegasgroup": "B", "designenddate": D(2026, 1, 1)}, "0209", {}, {"ninspdate": D(2030, 6, 11)}),
    # cylinders, month-exact: TSG 23-2021
    ("23101", {"cylgasgroup": "1"}, "0210", {}, {"ninspdate": D(2028, 6, 30)}),
    ("23101", {"cylgasgroup": "2"}, "0210", {}, {"ninspdate": D(2029, 6, 30)}),
    ("2310", {"cylgasgroup": "3"}, "0210", {}, {"ninspdate": D(2031, 6, 30)}),
    ("23201", {"cylgasgroup": "2"}, "0210", {}, {"ninspdate": D(2030, 6, 30)}),
    ("23202", {}, "0210", {}, {"ninspdate": D(2031, 6, 30)}),
    ("23T01", {}, "0210", {}, {"ninspdate": D(2029, 6, 30)}),
    ("23T0", {"cylkind": "09"}, "0210", {}, {"ninspdate": D(2029, 6, 30)}),
    ("23103", {"cylgasgroup": "3"}, "0210", {}, {"ninspdate": D(2029, 6, 30)}),
    ("23202", {"scrapdate": D(2028, 1, 1)}, "0210", {}, {"ninspdate": D(2028, 1, 1)}),
    # cranes: TSG 51-2023, base month
    ("4170", {"cyclebasedate": S}, "0211", {}, {"ninspdate": D(2028, 2, 29), "nextloadtestdate": D(2030, 2, 28)}),
    ("4310", {"cyclebasedate": S}, "0211", {}, {"ninspdate": D(2027, 2, 28), "nextloadtestdate": D(2027, 2, 28)}),
    ("4150", {"cyclebasedate": S, "moltenmetal": "1"}, "0211", {}, {"ninspdate": D(2027, 2, 28)}),
    ("4D001", {"cyclebasedate": S}, "0211", {}, {"ninspdate": D(2028, 2, 29)}),
    ("4860", {}, "0306", {}, {"nextantifallcaldate": D(2027, 6, 11)}),
    ("4170", {"ninspdate": D(2026, 8, 31)}, "0211", {}, {"ninspdate": D(2028, 8, 31)}),
    # vehicles: TSG 81-2022 4.2.1.2
    ("51101", {"cyclebasedate": D(2024, 6, 20)}, "0211", {}, {"ninspdate": D(2028, 6, 30)}),
    ("51101", {"cyclebasedate": D(2024, 10, 20)}, "0211", {}, {"ninspdate": D(2026, 10, 31)}),
    ("51101", {"cyclebasedate": D(2024, 4, 20)}, "0211", {}, {"ninspdate": D(2028, 4, 30)}),
    ("52002", {"cyclebasedate": D(2024, 6, 20)}, "0211", {}, {"ninspdate": D(2027, 6, 30)}),
    # rides, ropeways, valves
    ("6200", {}, "0211", {}, {"ninspdate": D(2027, 6, 11)}),
    ("6D20", {"designenddate": D(2027, 1, 1)}, "0211", {}, {"ninspdate": D(2027, 1, 1)}),
    ("9110", {}, "0215", {}, {"nfulldate": D(2029, 6, 11), "ninspdate": D(2029, 6, 11), "nannualdate": D(2027, 6, 11), "ninspdate2": D(2027, 6, 11)}),  # noqa: E501
    ("9110", {}, "0216", {}, {"nannualdate": D(2027, 6, 11), "ninspdate2": D(2027, 6, 11)}),
    ("7310", {}, "0401", {}, {"nextcaldate": D(2027, 6, 11)}),
    ("7310", {}, "0402", {"setcyclemonths": 36}, {"nextcaldate": D(2027, 6, 11)}),
    ("7310", {}, "0401", {"setcyclemonths": 36, "extapproval": True}, {"nextcaldate": D(2029, 6, 11)}),
    # piping: TSG D7005-2018, TSG D7004-2010, TSG D7003-2022
    ("8310", {"pipelevel": "GC2"}, "0212", {"ssdegree": "2"}, {"ninspdate": D(2032, 6, 11), "nyearcheckdate": D(2027, 6, 11)}),  # noqa: E501
    ("8310", {"pipelevel": "GC3"}, "0212", {"ssdegree": "1"}, {"ninspdate": D(2035, 6, 11)}),
    ("8320", {"pipelevel": "GCD"}, "0212", {"ssdegree": "3"}, {"ninspdate": D(2029, 6, 11)}),
    ("8310", {"pipelevel": "GC1"}, "0212", {"ssdegree": "4"}, {"ninspdate": None}),
    ("8310", {"pipelevel": "GC1", "rbi": "1", "remlife": Decimal("8")}, "0212", {"ssdegree": "2"}, {"ninspdate": D(2030, 6, 11)}),  # noqa: E501
    ("8210", {"pipelevel": "GB1", "designpress": Decimal("0.8")}, "0213", {}, {"ninspdate": D(2034, 6, 11)}),
    ("8210", {"pipelevel": "GB1", "designpress": Decimal("0.4")}, "0213", {}, {"ninspdate": D(2038, 6, 11)}),
    ("8210", {"pipelevel": "GB1", "designpress": Decimal("0.4"), "materialclass": "02"}, "0213", {}, {"ninspdate": D(2041, 6, 11)}),  # noqa: E501
    ("8220", {"pipelevel": "GB2"}, "0213", {}, {"ninspdate": D(2038, 6, 11)}),
    ("8110", {"pipelevel": "GA1"}, "0214", {}, {"ninspdate": D(2034, 6, 11)}),
    # elevators beside the schedule
    ("3110", {"insinspdate": D(2015, 1, 1)}, "0305", {}, {"nextgovcaldate": D(2028, 6, 11)}),
    ("3110", {"insinspdate": D(2011, 1, 1)}, "0305", {}, {"nextgovcaldate": D(2027, 6, 11)}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "device", "testsort", "result", "expected"), LATER)
def test_after_an_inspection(
    kind: str,
    device: dict[str, object],
    testsort: str,
    result: dict[str, object],
    expected: dict[str, D],
    book: RuleBook,
) -> None:
    updates = next_dates(facts(kind, **device), done(testsort, **result), book).updates()
    assert {name: updates[name] for name in expected} == expected


FIRST = [
    ("11003", {"usestartdate": S}, {"ninspdate": D(2025, 2, 28), "ninspdate2": D(2025, 2, 28)}),
    ("11003", {"usestartdate": S, "nointernal": "1"}, {"ninspdate": None, "ninspdate2": D(2025, 2, 28), "nwaterdate": D(2027, 2, 28)}),  # noqa: E501
    ("2130", {"usestartdate": S}, {"ninspdate": D(2027, 2, 28)}),
    ("2170", {"usestartdate": S, "nonmetal": "1"}, {"ninspdate": D(2025, 2, 28)}),
    ("2410", {"usestartdate": S}, {"ninspdate": D(2025, 2, 28)}),
    ("2220", {"usestartdate": S}, {"ninspdate": D(2025, 2, 28), "nannualdate": D(2025, 2, 28)}),
    ("2250", {"usestartdate": S}, {"ninspdate": D(2027, 2, 28)}),
    ("2310", {"prodate": S, "cylgasgroup": "2"}, {"ninspdate": D(2027, 2, 28)}),
    ("2310", {"prodate": S, "usestartdate": D(2024, 5, 1), "cylgasgroup": "2"}, {"ninspdate": D(2027, 5, 31)}),
    ("4110", {"insinspdate": S}, {"ninspdate": D(2026, 2, 28), "nextloadtestdate": D(2026, 2, 28)}),
    ("4410", {"firstinspdate": S}, {"ninspdate": D(2025, 2, 28)}),
    ("5110", {"firstinspdate": S}, {"ninspdate": D(2026, 2, 28)}),
    ("5200", {"firstinspdate": S}, {"ninspdate": D(2025, 2, 28)}),
    ("6100", {"insinspdate": S}, {"ninspdate": D(2025, 2, 28)}),
    ("9210", {"insinspdate": S}, {"ninspdate": D(2027, 2, 28), "ninspdate2": D(2025, 2, 28)}),
    ("8310", {"useyearmonth": D(2024, 2, 29)}, {"ninspdate": D(2027, 2, 28)}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "device", "expected"), FIRST)
def test_before_the_first_inspection(
    kind: str, device: dict[str, object], expected: dict[str, D], book: RuleBook
) -> None:
    updates = next_dates(facts(kind, **device), None, book).updates()
    assert {name: updates[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("kind", "testsort", "base", "expected"),
    [
        ("4170", "0102", T, {"ninspdate": D(2028, 6, 30), "nextloadtestdate": D(2028, 6, 30)}),
        ("4170", "0104", T, {"ninspdate": D(2028, 6, 30)}),
        ("4410", "0601", T, {"ninspdate": D(2027, 6, 30)}),
        ("51101", "0601", T, {"ninspdate": D(2028, 6, 30)}),
    ],
)
def test_a_first_or_supervised_inspection_sets_a_new_base(
    kind: str, testsort: str, base: D, expected: dict[str, D], book: RuleBook
) -> None:
    updates = next_dates(facts(kind, cyclebasedate=D(2020, 1, 1)), done(testsort), book).updates()
    assert updates["cyclebasedate"] == base
    assert {name: updates[name] for name in expected} == expected


def test_the_inspection_after_a_stop_moves_vehicles_and_cranes_only(book: RuleBook) -> None:
    vehicle = facts("5110", cyclebasedate=D(2020, 1, 10), lastdjdate=D(2022, 1, 5))
    assert next_dates(vehicle, done("0211", afterstop=True), book).updates() == {
        "cyclebasedate": T,
        "ninspdate": D(2028, 6, 30),
    }
    assert next_dates(vehicle, done("0211"), book).updates() == {"ninspdate": D(2028, 1, 31)}


def test_cranes_may_run_from_the_inspection_date_by_setting(book: RuleBook) -> None:
    plain = replace(book, settings={**book.settings, "anchor_4000": "0"})
    crane = facts("4170", cyclebasedate=S)
    assert next_dates(crane, done("0211"), plain).value("ninspdate") == D(2028, 6, 30)


def test_reinspection_counts_from_the_first_day_by_default(book: RuleBook) -> None:
    again = done("1501", mothersort="0201", firstday=D(2026, 5, 20))
    assert next_dates(facts("11003"), again, book).updates() == {
        "ninspdate": D(2028, 5, 20),
        "ninspdatein": D(2028, 5, 20),
    }
    later = replace(book, settings={**book.settings, "reinsp_base": "reinspection"})
    assert next_dates(facts("11003"), again, later).value("ninspdate") == D(2028, 6, 11)


def test_a_ride_past_its_design_life_is_not_accepted(book: RuleBook) -> None:
    answer = next_dates(facts("6200", designenddate=D(2026, 6, 10)), done("0211"), book)
    assert answer.refused == "已达到设计使用年限（2026-06-10），不再受理定期检验"
    assert answer.lines == ()
    vessel = next_dates(facts("2150", designenddate=D(2026, 6, 10)), done("0205", ssdegree="1"), book)
    assert vessel.value("ninspdate") == D(2032, 6, 11)
    assert "超设计使用年限" in vessel.warnings[0]


def test_missing_values_are_named(book: RuleBook) -> None:
    grade = next_dates(facts("2150", ninspdate=S), done("0205"), book).line("ninspdate")
    assert grade is not None
    assert (grade.value, grade.steps) == (S, ("缺少参数：安全状况等级",))
    start = next_dates(facts("2150"), None, book).line("ninspdate")
    assert start is not None
    assert start.steps == ("缺少投入使用日期，不能计算",)


def test_a_grade_without_date_cannot_be_given_one(book: RuleBook) -> None:
    answer = next_dates(facts("2150"), done("0205", ssdegree="5", nextdate=D(2027, 1, 1)), book)
    assert answer.value("ninspdate") is None
    assert any("不产生" in warning for warning in answer.warnings)


@pytest.mark.parametrize(
    ("kind", "more", "sort", "grade", "effect", "said"),
    [
        ("21504", {}, "0205", "3", "grade", "下次检验日期未填"),
        ("21703", {"nonmetal": "1", "monitoredmonths": 12}, "0205", "3", "grade", "该等级按规则没有"),
        ("21703", {"nonmetal": "1"}, "0205", "4", "grade", "该等级按规则没有"),
        ("2210", {}, "0209", "4", "grade", "该等级按规则没有"),
        ("83101", {"pipelevel": "GC2"}, "0212", "4", "grade", "该等级按规则没有"),
        ("2150", {}, "0205", "5", "keep", None),
        ("11003", {"nointernal": "1"}, "0204", None, "advance", None),
    ],
)
def test_nothing_passes_with_a_grade_for_which_no_date_follows(
    book: RuleBook, kind: str, more: dict[str, object], sort: str, grade: str | None, effect: str, said: str | None
) -> None:
    line = next_dates(facts(kind, **more), done(sort, ssdegree=grade), book).line("ninspdate")
    finding = against_date(line, "ninspdate", effect, None, T)
    assert finding is None if said is None else finding and finding.text.startswith(said)


def test_rules_of_the_day_are_used(book: RuleBook) -> None:
    row = next(row for row in book.cycles if row.ruleid == "YL-2")
    changed = replace(row, months="6", validfrom=D(2026, 1, 1))
    two = replace(book, cycles=(*book.cycles, changed))
    assert next_dates(facts("6200"), done("0211", D(2025, 12, 31)), two).value("ninspdate") == D(2026, 12, 31)
    assert next_dates(facts("6200"), done("0211", D(2026, 1, 1)), two).value("ninspdate") == D(2026, 7, 1)


def test_every_rule_row_can_be_read(book: RuleBook) -> None:
    known = set(DeviceFacts.__dataclass_fields__) | {"designended", "over15"}
    for row in book.cycles:
        for text in (row.condition, row.months, row.minmonths, row.maxmonths, row.extmaxmonths):
            assert names_in(text) <= known, row.ruleid
        assert row.clause, row.ruleid
        assert row.phase in ("first", "later", "any"), row.ruleid
        assert not row.months or all(name in known for name in row.base), row.ruleid
        assert row.datefield in known, row.ruleid


def test_every_periodic_combination_reaches_a_rule(book: RuleBook, seisorts: list[SeisortRule]) -> None:
    """Each date field that seisort_rules promises for a 定期检验 has rows in cycle_rule (elevators: the year table)."""
    for rule in seisorts:
        if rule.seisort != "02" or rule.equclass == "3000" or rule.testsort == "0206":
            continue
        kind = rule.kind_filter.split(",")[0].replace("all", rule.equclass[:1]).rstrip("*")
        kind = next(
            (row.kind_filter.split(",")[0].rstrip("*") for row in book.cycles if row.kind_filter.startswith(kind)),
            kind,
        )
        fields = {row.datefield for row in cycles_on(book, kind, T)}
        assert set(rule.next_date_fields) <= fields, (rule.testsort, kind)


def test_facts_are_read_from_an_archive_record() -> None:
    record = {
        "equclacode": "2130",
        "equsubkind": "21301",
        "usestartdate": "2024-02-29",
        "remlife": "7.5",
        "setcyclemonths": "48",
        "useyearmonth": "2024-02",
        "rbi": "",
        "unknown": "x",
    }
    found = device_facts(record)
    assert found.kind == "21301"
    assert found.usestartdate == S
    assert found.remlife == Decimal("7.5")
    assert found.setcyclemonths == 48
    assert found.useyearmonth == S
    assert found.rbi is None


def test_dates_that_a_failure_leaves_alone_are_named_in_words(book: RuleBook) -> None:
    crane = DeviceFacts(kind="4110", cyclebasedate=T)
    failed = InspectionResult(inspdate=T, testsort="0211", qualified=False)
    labels = [line.label for line in next_dates(crane, failed, book).lines]
    assert labels == ["下次定期检验", "下次额定载荷试验"]
