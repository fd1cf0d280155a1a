"""Cycles at their edge: the day on which a rule begins, the first day of the window, what a re-inspection counts from,
and the words that say why."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date as D
from datetime import timedelta

import pytest

from tejian.inspection.rules.alike import Cases
from tejian.inspection.rules.book import DJ, JC, RuleBook, _newer, cycle_rule, years_on
from tejian.inspection.rules.facts import DeviceFacts, InspectionResult, _day
from tejian.inspection.rules.next_date import _wanted, next_dates, rule_names
from tejian.inspection.rules.result import NextDates
from tejian.inspection.rules.schedule import brake_reference
from tejian.inspection.rules.seisort import seisort_rule
from tejian.inspection.rules.tables import table_column

Rows = Callable[[str], list[dict[str, str]]]
T = D(2026, 6, 15)
ONE = timedelta(days=1)
AGAIN = {"testsort": "1501", "mothersort": "0211"}


def done(sort: str = "0211", day: D = T, **more: object) -> InspectionResult:
    return replace(InspectionResult(sort, day), **more)  # type: ignore[arg-type]


def said(answer: NextDates, field: str = "ninspdate") -> str:
    line = answer.line(field)
    assert line is not None
    return "；".join(line.steps)


# -- which version, which case --------------------------------------------------------------------------------------


def test_a_version_that_begins_on_the_day_is_not_replaced_by_an_older_one() -> None:
    assert not _newer(T - ONE, T, T)
    assert _newer(T, T - ONE, T)


def test_days_count_alike_up_to_the_day_on_which_a_rule_begins(book: RuleBook) -> None:
    cases = Cases(book, T)
    begins = D.fromisoformat(book.settings["ele_start_2023"])
    assert 1 < begins.day < 28
    first = begins.replace(day=1)
    assert cases._first(begins - ONE) == first
    assert cases._first(begins) == cases._first(begins + ONE) == begins
    assert (cases._first(D(2025, 5, 27)), cases._first(D(2025, 5, 28))) == (D(2025, 5, 1), D(2025, 5, 28))


@pytest.mark.parametrize(("text", "day"), [("2024-02", D(2024, 2, 29)), ("2024-02-03", D(2024, 2, 3))])
def test_a_month_stands_for_its_last_day(text: str, day: D) -> None:
    assert _day("useyearmonth", text) == day
    assert _day("prodate", "2024-02-03") == D(2024, 2, 3)
    with pytest.raises(ValueError):
        _day("prodate", "2024-02")


def test_what_is_allowed_and_capped_is_what_the_table_says(book: RuleBook, rows: Rows) -> None:
    capped = {row["ruleid"] for row in rows("cycle_rule") if row["capdesign"] == "Y"}
    assert {one.ruleid for one in map(cycle_rule, rows("cycle_rule")) if one.capdesign} == capped
    assert capped and len(capped) < len({one.ruleid for one in book.cycles})
    row = rows("seisort_rules")[0]
    assert seisort_rule(row | {"allowed": "Y"}).allowed and not seisort_rule(row | {"allowed": "N"}).allowed


def test_a_column_has_its_options_or_its_dictionary(rows: Rows) -> None:
    row = next(one for one in rows("report_tables") if one["role"] == "input")
    choice = table_column(row | {"type": "enum", "options": "甲/乙"})
    assert (choice.options, choice.words) == (("甲", "乙"), "")
    assert table_column(row | {"type": "enum", "options": "甲"}).options == ()
    assert table_column(row | {"type": "text", "options": "甲/乙"}).options == ()
    coded = table_column(row | {"type": "dict", "options": "C617"})
    assert (coded.options, coded.words) == ((), "C617")


# -- cranes and vehicles --------------------------------------------------------------------------------------------

CRANE = DeviceFacts("4110", cyclebasedate=D(2022, 6, 10), insinspdate=D(2022, 6, 10))


@pytest.mark.parametrize(
    ("more", "due"),
    [
        ({"day": D(2026, 3, 29)}, D(2026, 6, 30)),
        ({"day": D(2026, 3, 30)}, D(2028, 6, 30)),
        ({"day": D(2026, 4, 15), "firstday": D(2026, 3, 29)}, D(2028, 6, 30)),  # of no re-inspection: its own day
        ({"day": D(2026, 4, 15), "firstday": D(2026, 3, 29), **AGAIN}, D(2026, 6, 30)),
        ({"day": D(2026, 4, 15), "firstday": D(2026, 3, 30), **AGAIN}, D(2028, 6, 30)),
        ({"day": D(2026, 4, 15), **AGAIN}, D(2028, 6, 30)),
    ],
)
def test_a_crane_is_covered_from_the_window_on_and_a_reinspection_by_its_first_day(
    more: dict[str, object], due: D, book: RuleBook
) -> None:
    day = more.pop("day") if "day" in (more := dict(more)) else T
    answer = next_dates(CRANE, done(day=day, **more), book)  # type: ignore[arg-type]
    assert answer.value("ninspdate") == due


def test_an_inspection_on_the_day_of_the_base_is_none_after_it(book: RuleBook) -> None:
    on_base = replace(CRANE, lastdjdate=CRANE.cyclebasedate)
    assert "基准日期以后还没有定期检验" in said(next_dates(on_base, None, book, T))
    after = replace(CRANE, lastdjdate=D(2022, 6, 11))
    assert "最近一次合格的定期检验 2022-06-11" in said(next_dates(after, None, book, T))


def test_only_a_date_of_every_second_cycle_says_so(book: RuleBook) -> None:
    strides = {row.datefield for row in book.cycles if row.method.endswith("/2")}
    for kind in ("4110", "4170"):
        for line in next_dates(replace(CRANE, kind=kind), done(day=D(2026, 4, 15)), book).lines:
            if line.base and "起算，到期月固定" in "".join(line.steps):
                assert ("隔一个周期一次" in "".join(line.steps)) == (line.field in strides)


# -- lifts ----------------------------------------------------------------------------------------------------------

LIFT = DeviceFacts("3110", insinspdate=D(2020, 6, 18), cyclebasedate=D(2020, 6, 18))


@pytest.mark.parametrize(("day", "moved"), [(-1, False), (0, True), (1, True)])
def test_an_alteration_moves_the_base_from_the_day_of_the_rule(day: int, moved: bool, book: RuleBook) -> None:
    on = D.fromisoformat(book.settings["ele_start_2023"]) + timedelta(days=day)
    answer = next_dates(LIFT, done("0103", on), book)
    line = answer.line("cyclebasedate")
    assert (line is not None and line.value == on) is moved


@pytest.mark.parametrize(
    ("more", "same"),
    [
        ({"firstday": D(2026, 3, 1), **AGAIN}, D(2026, 3, 1)),
        ({"firstday": D(2026, 3, 1)}, D(2026, 4, 20)),
        (AGAIN, D(2026, 4, 20)),
    ],
)
def test_a_reinspection_of_a_lift_counts_from_its_first_day(more: dict[str, object], same: D, book: RuleBook) -> None:
    lift = replace(LIFT, cyclebasedate=D(2022, 6, 18), insinspdate=D(2022, 6, 18))
    found = next_dates(lift, done(day=D(2026, 4, 20), **more), book)  # type: ignore[arg-type]
    plain = next_dates(lift, done(day=same), book)
    assert (found.value("ninspdate"), found.value("ndetdate")) == (plain.value("ninspdate"), plain.value("ndetdate"))
    assert said(found) == said(plain)


@pytest.mark.parametrize("known", [None, T - ONE, T, T + 700 * ONE])
def test_a_detection_recorded_late_leaves_the_later_one(known: D | None, book: RuleBook) -> None:
    lift = replace(LIFT, lastjcdate=known)
    kept = max(T, known or T)
    found, plain = (
        next_dates(lift, done("0701"), book),
        next_dates(replace(LIFT, lastjcdate=None), done("0701", kept), book),
    )
    assert found.value("ndetdate") == plain.value("ndetdate")


@pytest.mark.parametrize(("day", "reference", "lacks"), [(-1, 0, True), (0, 0, False), (1, 1, False)])
def test_without_a_record_the_brake_counts_from_the_base_or_the_rule(
    day: int, reference: int, lacks: bool, book: RuleBook
) -> None:
    start = D.fromisoformat(book.settings["ele_start_2023"])
    found = brake_reference(LIFT, start + timedelta(days=day), book)
    assert found == (start + timedelta(days=reference), lacks)
    assert brake_reference(replace(LIFT, lastbraketestdate=T), start, book) == (T, False)


@pytest.mark.parametrize(("kind", "brake"), [("3110", True), ("3310", False), ("3430", False)])
def test_a_missing_brake_test_is_said_of_lifts_that_have_one(kind: str, brake: bool, book: RuleBook) -> None:
    answer = next_dates(replace(LIFT, kind=kind), done(), book)
    assert (answer.line("nextbraketestdate") is not None) is brake
    assert any("125%" in one for one in answer.warnings) is brake
    recorded = next_dates(replace(LIFT, kind=kind, lastbraketestdate=D(2024, 1, 1)), done(), book)
    assert not recorded.warnings


@pytest.mark.parametrize(
    ("before", "tested", "kept"),
    [
        (None, False, ()),
        (None, True, (("lastbraketestdate", T),)),
        (D(2024, 1, 1), False, ()),
        (D(2024, 1, 1), True, (("lastbraketestdate", T),)),
        (T, True, ()),
    ],
)
def test_a_brake_test_is_kept_where_it_was_done(
    before: D | None, tested: bool, kept: tuple[object, ...], book: RuleBook
) -> None:
    answer = next_dates(replace(LIFT, lastbraketestdate=before), done(braketest=tested), book)
    assert answer.done == kept


def test_the_steps_of_a_lift_say_what_was_done_last(book: RuleBook) -> None:
    """A lift of 2020-06: inspected in its 1st year, detected in its 2nd and 3rd."""
    inspected = replace(LIFT, lastdjdate=D(2021, 6, 1))
    detected = replace(inspected, lastjcdate=D(2023, 6, 1))
    same_day = replace(inspected, lastjcdate=D(2021, 6, 1))
    plain = next_dates(inspected, None, book, T)
    both = next_dates(detected, None, book, T)
    assert "定期检验合格" in said(plain) and "定期检验合格" in said(plain, "ndetdate")
    assert "第 3 年已于 2023-06-01 自行检测合格" in said(both, "ndetdate") and "自行检测合格" not in said(both)
    assert said(next_dates(same_day, None, book, T), "ndetdate") == said(plain, "ndetdate")
    assert (
        plain.nextaction
        == min((mark for mark in plain.years if mark.state == "next"), key=lambda mark: mark.due).action
    )


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("3110", "其余年份自行检测"),
        ("3310", "定期检验"),
    ],
)
def test_the_table_of_a_lift_is_told_up_to_the_year_in_which_it_changes(kind: str, words: str, book: RuleBook) -> None:
    """From the year on in which it is inspected every year, it says so; not in the year before."""
    rest = next((row for row in book.years if row.kind_filter and row.action == "DJ" and row.step == 1), None)
    assert rest is not None
    young = next_dates(replace(LIFT, kind=kind), done(day=D(2021, 6, 10)), book)
    assert words in said(young)
    every = {}
    for age in range(1, 20):
        base = D(2026 - age, 6, 18)
        old = replace(LIFT, kind="3110", insinspdate=base, cyclebasedate=base)
        answer = next_dates(old, done(day=D(2026, 6, 10)), book)
        number = next(mark.number for mark in answer.years if mark.state == "next" and mark.action == "DJ")
        every[number] = "起每年定期检验" in said(answer)
    last = max(n for n, yearly in every.items() if not yearly)
    first = min(n for n, yearly in every.items() if yearly)
    assert first == 16 and last < first and all(yearly == (n >= first) for n, yearly in every.items())


@pytest.mark.parametrize(
    ("cycle", "installed", "old"),
    [
        (None, None, None),
        (D(2011, 6, 14), None, True),
        (None, D(2011, 6, 14), True),
        (D(2011, 6, 14), D(2020, 1, 1), True),
        (D(2020, 1, 1), D(2000, 1, 1), False),
        (D(2011, 6, 15), None, False),
    ],
)
def test_a_lift_is_old_by_its_base_or_else_by_its_installation(
    cycle: D | None, installed: D | None, old: bool | None, book: RuleBook
) -> None:
    names = rule_names(DeviceFacts("3110", cyclebasedate=cycle, insinspdate=installed), done(), book)
    assert names.get("over15") is old


def test_the_base_that_was_kept_from_before_2023_is_said_in_its_own_words(book: RuleBook) -> None:
    older = DeviceFacts("3110", insinspdate=D(2016, 6, 18), ninspdate=D(2025, 4, 30))
    assert "保留原定的 4 月" in said(next_dates(older, done(day=D(2026, 4, 2)), book), "cyclebasedate")
    altered = next_dates(LIFT, done("0105"), book)
    assert said(altered, "cyclebasedate") == f"本次检验合格，检验周期基准日期改为 {T}"


@pytest.mark.parametrize("kind", ["3110", "3310", "3430", "3420"])
def test_the_lines_of_a_lift_name_the_clause_and_the_cycle_of_their_own_rows(kind: str, book: RuleBook) -> None:
    answer = next_dates(replace(LIFT, kind=kind), done(day=D(2021, 6, 10)), book)
    table = years_on(book, kind, T)
    clauses = {row.action: row.source for row in reversed(table)}
    main, brake = answer.line("ninspdate"), answer.line("nextbraketestdate")
    assert main is not None and main.clause == clauses[DJ]
    assert ("自行检测" in said(answer)) == ("其余年份没有自行检测要求" in said(answer) or JC in clauses)
    assert ("其余年份没有自行检测要求" in said(answer)) == (JC not in clauses)
    if brake is not None:
        [row] = [row for row in table if row.action == "ZD"]
        assert (brake.months, brake.clause) == (12 * row.step, row.source)
        assert f"每 {row.step} 年一次" in said(answer, "nextbraketestdate")
        one_time = replace(book, years=tuple(replace(one, step=0) if one == row else one for one in book.years))
        once = next_dates(replace(LIFT, kind=kind), done(day=D(2021, 6, 10)), one_time).line("nextbraketestdate")
        assert once is not None and once.months == 12 * row.year
        assert f"每 {row.year} 年一次" in "".join(once.steps)


# -- other devices --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "end", "due", "said_over"),
    [
        ("4110", T - ONE, D(2028, 6, 30), True),
        ("4110", T, D(2028, 6, 30), True),
        ("4110", T + ONE, T + ONE, False),
    ],
)
def test_another_device_goes_on_from_the_day_on_which_its_design_life_is_over(
    kind: str, end: D, due: D, said_over: bool, book: RuleBook
) -> None:
    device = replace(CRANE, kind=kind, designenddate=end)
    answer = next_dates(device, done(), book)
    assert answer.value("ninspdate") == due
    assert any(one.startswith("超设计使用年限") for one in answer.warnings) is said_over


@pytest.mark.parametrize(
    ("group", "end", "due"),
    [
        ("A", T - ONE, D(2029, 6, 15)),
        ("A", T, D(2029, 6, 15)),
        ("B", T, D(2030, 6, 15)),
        ("A", T + 9999 * ONE, D(2031, 6, 15)),
    ],
)
def test_a_long_tube_trailer_has_its_shorter_cycle_from_the_day_itself(
    group: str, end: D, due: D, book: RuleBook
) -> None:
    answer = next_dates(DeviceFacts("2230", tubegasgroup=group, designenddate=end), done("0209"), book)
    assert answer.value("ninspdate") == due


def test_the_inspector_writes_the_other_dates_by_their_fields_and_the_main_one_as_such(book: RuleBook) -> None:
    vessel, early = DeviceFacts("21504"), T + 90 * ONE
    own = done("0205", ssdegree="1", others=(("nyearcheckdate", early), ("ninspdate", early)))
    answer = next_dates(vessel, own, book)
    assert answer.value("nyearcheckdate") == early
    assert answer.value("ninspdate") == D(2032, 6, 15)
    main = next_dates(vessel, replace(own, nextdate=early, others=()), book)
    assert (main.value("ninspdate"), main.value("nyearcheckdate")) == (early, D(2027, 6, 15))


@pytest.mark.parametrize(
    ("more", "words", "not_words"),
    [
        ({"ssdegree": "3", "setcyclemonths": 36}, "检验人员确定周期 36 个月（", "超出"),
        ({"ssdegree": "3", "setcyclemonths": 12}, "检验人员确定的 12 个月超出", "none"),
        ({"ssdegree": "3"}, "安全状况等级 3 级，", "检验人员"),
        ({"ssdegree": "1"}, "安全状况等级 1 级，", "管道级别"),
    ],
)
def test_the_words_of_a_cycle_say_whose_length_it_is(
    more: dict[str, object], words: str, not_words: str, book: RuleBook
) -> None:
    text = said(next_dates(DeviceFacts("21504"), done("0205", **more), book))  # type: ignore[arg-type]
    assert words in text and not_words not in text


@pytest.mark.parametrize(
    ("base", "more", "due"),
    [
        ("last", {"firstday": D(2026, 5, 1), **{**AGAIN, "mothersort": "0205"}}, D(2032, 6, 15)),
        ("first", {"firstday": D(2026, 5, 1), **{**AGAIN, "mothersort": "0205"}}, D(2032, 5, 1)),
        ("first", {"firstday": D(2026, 5, 1)}, D(2032, 6, 15)),
        ("first", {**AGAIN, "mothersort": "0205"}, D(2032, 6, 15)),
    ],
)
def test_what_a_reinspection_of_a_vessel_counts_from_is_a_setting(
    base: str, more: dict[str, object], due: D, book: RuleBook
) -> None:
    chosen = replace(book, settings={**book.settings, "reinsp_base": base})
    result = done("0205", ssdegree="1", **more) if "testsort" not in more else done(day=T, ssdegree="1", **more)  # type: ignore[arg-type]
    assert next_dates(DeviceFacts("21504"), result, chosen).value("ninspdate") == due


def test_a_reinspection_without_its_mother_sets_what_its_own_sort_does(book: RuleBook) -> None:
    vessel = DeviceFacts("21504")
    mother = next_dates(vessel, done("1501", mothersort="0205", ssdegree="1"), book)
    assert mother.value("ninspdate") == D(2032, 6, 15)
    assert next_dates(vessel, done("1501", mothersort="0801", ssdegree="1"), book).value("ninspdate") is None
    other = next_dates(vessel, done("0205", mothersort="0801", ssdegree="1"), book)
    assert other.value("ninspdate") == D(2032, 6, 15)


def test_the_words_of_a_cycle_name_only_what_its_row_reads(book: RuleBook) -> None:
    """A boiler has neither grade nor level, whatever its archive says; a row without a date says why."""
    boiler = DeviceFacts("11003", ssdegree="3", pipelevel="GC1")
    text = said(next_dates(boiler, done("0202", ssdegree="3"), book), "ninspdate2")
    assert "安全状况等级" not in text and "管道级别" not in text and "None" not in text
    project = said(next_dates(DeviceFacts("8310", pipelevel="GC2", ssdegree="2"), done("0212", ssdegree="2"), book))
    assert "管道级别 GC2" in project
    for kind, sort in (("21504", "0205"), ("22201", "0209"), ("2420", "0207")):
        answer = next_dates(DeviceFacts(kind), done(sort, ssdegree="5"), book)
        line = answer.line("ninspdate")
        assert line is not None and line.value is None
        notes = {row.note for row in book.cycles if row.ruleid == line.ruleid}
        assert line.steps[-1] in notes | {"按规则不产生日期"}
        assert not (notes - {""}) or line.steps[-1] in notes


def test_only_a_lift_starts_with_the_dates_of_lifts(book: RuleBook) -> None:
    assert _wanted(DeviceFacts("3110"), "", (), book) == ("ninspdate", "ndetdate", "nextbraketestdate")
    assert _wanted(DeviceFacts("4110"), "", (), book) == ()
