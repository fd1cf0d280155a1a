"""Values at the edge of what rules take: just the longest, the largest, the limit, the day, and the first past it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date as D
from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from tejian.inspection.codes import PERIODIC
from tejian.inspection.rules import check_calls as calls
from tejian.inspection.rules.book import EleCycleRule, RuleBook, _newer, actions_by_year
from tejian.inspection.rules.cells import LONGEST, MOST, BadCell, cell_text
from tejian.inspection.rules.checks import ReportFacts, TableFacts
from tejian.inspection.rules.conclusion import Verdict, conclusion_rule
from tejian.inspection.rules.conditions import SiteCondition
from tejian.inspection.rules.construction import Licence, LicenceNeed, refuse_contractor
from tejian.inspection.rules.dated import stated_dates
from tejian.inspection.rules.dates import add_working_days, working_days_between
from tejian.inspection.rules.derived import derived
from tejian.inspection.rules.elevator import item_names
from tejian.inspection.rules.expr import MAX_LENGTH, ExpressionError, evaluate, evaluate_number, holds
from tejian.inspection.rules.facts import DeviceFacts, InspectionResult
from tejian.inspection.rules.limits import Bounds, inside, plain, refuse_value, unvalued
from tejian.inspection.rules.methods import crossing
from tejian.inspection.rules.next_date import dates_set, next_dates
from tejian.inspection.rules.of_templates import without
from tejian.inspection.rules.result import DateLine
from tejian.inspection.rules.rounding import shown
from tejian.inspection.rules.rows import RowFound, held, of_line
from tejian.inspection.rules.schedule import covers, kept_month
from tejian.inspection.rules.stated import COUNT, DAY, NUMBER, TEXT, NotStated, StatedName, stated_text
from tejian.inspection.rules.sub_reports import sub_report_qual
from tejian.inspection.rules.tables import TableColumn, table_column

Rows = Callable[[str], list[dict[str, str]]]
T = D(2026, 6, 15)
DAYS = timedelta


def column(kind: str) -> TableColumn:
    empty = dict.fromkeys(TableColumn.__dataclass_fields__, "")
    return TableColumn(**{**empty, "label": "值", "type": kind, "options": (), "decimals": None, "seq": 1})  # type: ignore[arg-type]


def state(kind: str, low: int = 0, high: int = 0, **more: Any) -> StatedName:
    return replace(StatedName("n", "*", "值", kind, Decimal(low), Decimal(high)), **more)


# -- what is typed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text", "taken"),
    [
        ("text", "字" * LONGEST, True),
        ("text", "字" * (LONGEST + 1), False),
        ("decimal", str(MOST), True),
        ("decimal", str(-MOST), True),
        ("decimal", str(MOST + 1), False),
        ("decimal", "NaN", False),
        ("int", "3.0", True),
        ("int", "3.1", False),
    ],
)
def test_a_cell_takes_the_longest_and_the_largest_and_no_more(kind: str, text: str, taken: bool) -> None:
    if taken:
        assert cell_text(column(kind), text)
    else:
        with pytest.raises(BadCell):
            cell_text(column(kind), text)


@pytest.mark.parametrize(
    ("one", "text", "taken"),
    [
        (state(COUNT, 1, 12), "1", True),
        (state(COUNT, 1, 12), "12", True),
        (state(COUNT, 1, 12), "0", False),
        (state(COUNT, 1, 12), "13", False),
        (state(COUNT, 0, 2_000_000_000), "999999999", True),
        (state(COUNT, 0, 2_000_000_000), "1000000000", False),  # ten digits are no number of this field
        (state(NUMBER, -5, 5), "-5", True),
        (state(NUMBER, -5, 5), "5", True),
        (state(NUMBER, -5, 5), "5.01", False),
        (state(NUMBER, -5, 5), "-5.01", False),
        (state(NUMBER, -5, 5), "NaN", False),
        (state(NUMBER, -5, 5), "Infinity", False),
        (state(TEXT), "字" * 500, True),
        (state(TEXT), "字" * 501, False),
    ],
)
def test_a_stated_value_takes_its_limits_and_no_more(one: StatedName, text: str, taken: bool) -> None:
    if taken:
        assert stated_text(one, text)
    else:
        with pytest.raises(NotStated):
            stated_text(one, text)


@pytest.mark.parametrize(("low", "high"), [(None, None), ("5", None), (None, "40"), ("5", "40"), ("5", "5")])
def test_limits_hold_for_the_limit_itself(low: str | None, high: str | None) -> None:
    bottom, top = Decimal(low) if low else None, Decimal(high) if high else None
    site = SiteCondition("T", "c", "温度", "℃", "", bottom, top, "", "")
    bounds = Bounds("c", "温度", "℃", bottom, top, "", "", frozenset(), doubtful=False, reads=frozenset())
    tiny = Decimal("0.01")
    for value in filter(None, (bottom, top)):
        assert site.holds_for(value) and refuse_value(bounds, value) is None
    if bottom is not None:
        assert not site.holds_for(bottom - tiny) and refuse_value(bounds, bottom - tiny)
    if top is not None:
        assert not site.holds_for(top + tiny) and refuse_value(bounds, top + tiny)
    if bottom is None and top is None:
        assert site.holds_for(Decimal(0)) and refuse_value(bounds, Decimal(0)) is None


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ([], None),
        ([(None, None)], None),
        ([("1", None), ("3", None)], "3"),
        ([(None, "5"), (None, "3")], "1.5"),
        ([("1", "9"), ("3", "5")], "4"),
    ],
)
def test_a_value_inside_all_bounds(pairs: Any, found: str | None) -> None:
    bounds = [tuple(Decimal(one) if one else None for one in pair) for pair in pairs]
    assert inside(bounds) == (Decimal(found) if found else None)  # type: ignore[arg-type]


def test_values_of_which_either_makes_the_other_needless_are_joined_by_or() -> None:
    def bound(field: str, spare: str) -> Bounds:
        return Bounds(
            field, field.upper(), "", Decimal(1), None, "", spare, frozenset(), doubtful=False, reads=frozenset()
        )

    names = {"a": Decimal(0), "b": Decimal(0)}
    for spares, words in {("b>0", "a>0"): "A或B", ("b>0", ""): "A或B", ("", "a>0"): "A或B", ("", ""): "A、B"}.items():
        bounds = [bound("a", spares[0]), bound("b", spares[1])]
        assert unvalued(bounds, {}, names) == words


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        ("1.23456", None, "1.2346"),
        ("1.2345", None, "1.2345"),
        ("1.25", 1, "1.2"),
        ("1E+2", None, "100"),
        ("5", None, "5"),
    ],
)
def test_a_value_is_shown_with_four_decimals_at_most(value: str, decimals: int | None, text: str) -> None:
    assert shown(Decimal(value), decimals) == text
    if decimals is None:
        assert plain(Decimal(value)) == text


# -- expressions ----------------------------------------------------------------------------------------------------


def test_an_expression_is_as_long_as_it_may_be() -> None:
    assert holds("1==1" + " " * (MAX_LENGTH - 4), {})
    with pytest.raises(ExpressionError):
        holds("1==1" + " " * (MAX_LENGTH - 3), {})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a == 5", True),
        ("5 == a", True),
        ("6 == a", False),
        ("b == '1'", True),
        ("b == '0'", False),
        ("day == '2026-06-15'", True),
        ("day == '2026-06-16'", False),
        ("'2026-06-15' == '2026-06-15'", True),
        ("day <= '2026-06-15'", True),
        ("day < '2026-06-15'", False),
        ("day >= '2026-06-15'", True),
        ("day > '2026-06-15'", False),
        ("floor(2.5) == 2", True),
    ],
)
def test_values_of_two_types_are_compared_by_what_they_say(text: str, value: bool) -> None:
    assert evaluate(text, {"a": "5", "b": True, "day": T}) is value


@pytest.mark.parametrize("text", ["floor(1, 2)", "floor()", "min()", "round(1)"])
def test_a_function_with_the_wrong_number_of_values_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(text, {})


@pytest.mark.parametrize("value", [True, T])
def test_what_is_no_number_is_refused_where_a_number_is_wanted(value: object) -> None:
    with pytest.raises(ExpressionError):
        evaluate_number("a", {"a": value})


@pytest.mark.parametrize(
    ("ys", "where"),
    [
        (["-1", "1"], "0.5"),
        (["1", "-1"], "0.5"),
        (["0", "1"], "0"),
        (["1", "0"], "1"),
        (["-1", "0"], "1"),
        (["1", "2"], None),
        (["-1", "-2"], None),
        (["1", "0", "-1"], "1"),
        (["1", "0", "1"], "1"),
        (["0"], "0"),
        ([], None),
    ],
)
def test_a_line_crosses_where_it_is_nought(ys: list[str], where: str | None) -> None:
    rows = [{"x": Decimal(n), "y": Decimal(y)} for n, y in enumerate(ys)]
    assert crossing(rows, ("x", "y")) == (Decimal(where) if where is not None else None)


# -- days -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("candidate", "known", "newer"),
    [
        (D(2026, 6, 14), D(2020, 1, 1), True),
        (D(2026, 6, 15), D(2020, 1, 1), True),
        (D(2026, 6, 16), D(2020, 1, 1), False),
        (D(2020, 1, 1), D(2020, 1, 1), False),
        (D(2019, 1, 1), D(2020, 1, 1), False),
        (D(2026, 6, 16), D(2026, 6, 15), False),  # the version that begins on the day is in force
        (D(2026, 6, 17), D(2026, 6, 18), True),  # before the first version the oldest counts
        (D(2026, 6, 18), D(2026, 6, 18), False),
        (D(2026, 6, 19), D(2026, 6, 18), False),
        (D(2026, 6, 15), D(2026, 6, 16), True),
    ],
)
def test_the_version_of_a_rule_that_is_in_force_on_a_day(candidate: D, known: D, newer: bool) -> None:
    assert _newer(candidate, known, T) is newer


def test_a_duty_of_every_few_years_begins_with_its_first_year() -> None:
    def years(year: int, step: int) -> list[int]:
        plan = actions_by_year((EleCycleRule("3*", year, step, "DJ", D(2020, 1, 1), ""),))
        return [n for n, actions in enumerate(plan) if actions][:3]

    assert years(4, 0) == [4]
    assert years(4, 3) == [4, 7, 10]
    assert years(16, 1) == [16, 17, 18]


@pytest.mark.parametrize(
    ("issued", "until", "held", "said"),
    [
        (T, T, "", None),
        (None, T, "", None),
        (T + DAYS(1), T + DAYS(9), "", "起有效"),
        (T - DAYS(9), T - DAYS(1), "", "有效期至"),
        (T, T, "1", "暂扣"),
        (T, T, "2", "注销"),
        (T, T - DAYS(1), "", "有效期至"),  # of its first day: it began, but is over
    ],
)
def test_a_licence_holds_from_its_first_to_its_last_day(
    issued: D | None, until: D, held: str, said: str | None
) -> None:
    licence = Licence("X1", ("A",), issued, until, held)
    found, why = refuse_contractor("公司", "3110", [LicenceNeed("31*", ("A",))], [licence], T, {})
    assert (found is licence) == (said is None)
    assert why is None if said is None else said in (why or "")


@pytest.mark.parametrize(
    ("start", "end", "count"),
    [(D(2026, 6, 12), D(2026, 6, 12), 0), (D(2026, 6, 12), D(2026, 6, 15), 1), (D(2026, 6, 15), D(2026, 6, 12), -1)],
)
def test_working_days_between_two_days(start: D, end: D, count: int) -> None:
    assert working_days_between(start, end, lambda day: day.weekday() < 5) == count
    if count:
        assert add_working_days(start, count, lambda day: day.weekday() < 5) == end


def test_of_two_lengths_of_a_cycle_the_shorter_counts_and_a_day_is_a_day() -> None:
    names = [state(COUNT, name="a", rule="setcyclemonths"), state(COUNT, name="b", rule="setcyclemonths")]
    names += [state(DAY, name="d", rule="passdate"), state(TEXT, name="t", rule="mothersort")]
    told = {"a": "36", "b": "12", "d": "2026-06-15", "t": "0211"}
    assert stated_dates(names, told) == {"setcyclemonths": 12, "passdate": T}
    assert stated_dates(names, {**told, "a": "6"})["setcyclemonths"] == 6
    assert stated_dates(names, {}) == {}


@pytest.mark.parametrize(("due", "is_due"), [(D(2026, 9, 15), True), (D(2026, 9, 16), False), (D(2026, 6, 1), True)])
def test_a_load_test_is_due_up_to_the_window_after_the_inspection(
    due: D, is_due: bool, settings: dict[str, str]
) -> None:
    names = {"inspdate": T, "nextloadtestdate": due}
    assert derived({**names, "early_window_months": Decimal(3)})["loadtestdue"] is is_due
    assert derived(names)["loadtestdue"] is (due <= T)
    found = item_names({}, None, T, due, {**settings, "early_window_months": "3"})
    assert found["brakedue"] is is_due


@pytest.mark.parametrize(("day", "old"), [(D(2026, 6, 15), False), (D(2026, 6, 16), True), (D(2026, 6, 14), False)])
def test_a_lift_is_old_from_the_day_after_its_fifteen_years(day: D, old: bool, settings: dict[str, str]) -> None:
    assert item_names({}, D(2011, 6, 15), day, None, settings)["over15"] is old


@pytest.mark.parametrize(("day", "kept"), [(-1, True), (0, False), (1, False)])
def test_the_month_of_a_lift_is_kept_before_the_rule_of_2023_begins(day: int, kept: bool, book: RuleBook) -> None:
    start = D.fromisoformat(book.settings["ele_start_2023"])
    base = start + DAYS(day)
    stored = D(base.year + 1, base.month % 12 + 1, 20)
    assert (kept_month(base, stored, book) is not None) is kept
    assert kept_month(base, D(base.year + 1, base.month, 20), book) is None
    assert kept_month(base, None, book) is None


@pytest.mark.parametrize(("last", "covered"), [(D(2026, 3, 30), True), (D(2026, 3, 29), False), (D(2026, 7, 9), True)])
def test_an_inspection_counts_from_the_window_on(last: D, covered: bool) -> None:
    assert covers(last, D(2026, 6, 30), 3) is covered
    assert not covers(None, D(2026, 6, 30), 3)


def test_the_life_that_is_left_bounds_the_next_date_only_where_it_is_shorter(book: RuleBook) -> None:
    """A vessel of grade 2 is due in 72 months."""

    def due(life: int) -> tuple[D | None, int]:
        answer = next_dates(DeviceFacts("21504"), InspectionResult("0205", T, ssdegree="2", lifemonths=life), book)
        return answer.value("ninspdate"), len(answer.warnings)

    assert [due(life) for life in (71, 72, 73)] == [(D(2032, 5, 15), 1), (D(2032, 6, 15), 0), (D(2032, 6, 15), 0)]


@pytest.mark.parametrize(("known", "kept"), [(None, T), (T - DAYS(1), T), (T, T), (T + DAYS(40), T + DAYS(40))])
def test_an_older_record_takes_nothing_from_a_lift(known: D | None, kept: D, book: RuleBook) -> None:
    """A detection or inspection recorded late leaves the later one that is known already."""
    lift = DeviceFacts("3110", insinspdate=D(2020, 6, 18), lastjcdate=known, lastdjdate=known)
    for sort in ("1301", "0211"):
        with_known = next_dates(lift, InspectionResult(sort, T), book)
        with_kept = next_dates(replace(lift, lastjcdate=kept, lastdjdate=kept), InspectionResult(sort, kept), book)
        assert with_known.value("ninspdate") == with_kept.value("ninspdate")
        assert with_known.value("ndetdate") == with_kept.value("ndetdate")


def test_which_dates_an_inspection_writes(book: RuleBook) -> None:
    assert dates_set("3110", "0211", book, T) >= {"ninspdate", "ndetdate", "nextbraketestdate"}
    boiler = dates_set("11003", "0201", book, T)
    assert {"ninspdate", "ninspdatein"} <= boiler
    assert not boiler & {"ndetdate", "nextbraketestdate", "ninspdate2", "ninspdateout", ""}


def test_a_date_is_written_where_it_changes() -> None:
    line = DateLine("ninspdate", "下次检验", T, T, "", "", None, None, "day", ())
    assert not line.changed and replace(line, old=None).changed


# -- rows and templates ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "left"),
    [
        ([], ["-A"]),
        (["-B"], ["-B", "-A"]),
        (["A", "B"], ["B"]),
        (["B"], ["B"]),
        (["A"], None),
    ],
)
def test_a_row_that_is_for_a_template_no_more(named: list[str], left: list[str] | None) -> None:
    assert without(named, "A") == left


def test_a_record_is_concluded_as_the_worst_of_its_rows(rows: Rows) -> None:
    best, middle, worst = (
        replace(conclusion_rule(rows("conclusion_rules")[0]), seq=seq, code=code, text=code)
        for seq, code in ((3, "C"), (2, "B"), (1, "A"))
    )

    def row(rule: Any) -> RowFound:
        return RowFound("1", 1, Verdict(rule, ""), rule)

    rules = (worst, middle, best)
    whole = Verdict(best, "")
    assert held(whole, rules, [row(middle), row(worst)]).rule is worst
    assert held(whole, rules, [row(middle), row(best)]).rule is middle
    assert held(whole, rules, [row(best)]) is whole
    assert held(Verdict(middle, ""), rules, [row(middle)]).rule is middle
    result = InspectionResult("0212", T, setcyclemonths=36)
    for months, cycle in ((None, 36), (12, 12), (60, 36)):
        assert of_line(result, replace(row(best), months=months), 2, dated=True).setcyclemonths == cycle
    assert of_line(replace(result, setcyclemonths=None), row(best), 2, dated=True).setcyclemonths is None


@pytest.mark.parametrize(("word", "quals"), [("", "RT"), ("射线", ""), ("射线", " , ")])
def test_a_sub_report_without_word_or_qualification_is_no_row(word: str, quals: str) -> None:
    with pytest.raises(ValueError):
        sub_report_qual({"word": word, "label": "", "quals": quals, "source": ""})


@pytest.mark.parametrize("wrong", [{"role": "none"}, {"type": "none"}])
def test_a_column_of_no_role_or_no_type_is_no_column(wrong: dict[str, str], rows: Rows) -> None:
    good = next(one for one in rows("report_tables") if one["role"] == "input")
    assert table_column(good).role == "input"
    with pytest.raises(ValueError):
        table_column(good | wrong)


# -- checks of reports ----------------------------------------------------------------------------------------------

CHECK: Any = SimpleNamespace(of=("call", "lines"))


def facts(**more: Any) -> ReportFacts:
    return replace(ReportFacts("3110", PERIODIC, "0211", {}), **more)


def cases(call: Any, names: dict[str, Any], **more: Any) -> int:
    return len(list(call(facts(**more), CHECK, names)))


@pytest.mark.parametrize(("made", "used", "found"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 2)])
def test_the_day_of_making_and_of_first_use_is_not_before_itself(made: int, used: int, found: int) -> None:
    names = {"inspdate": T, "prodate": T + DAYS(made), "usestartdate": T + DAYS(used)}
    assert cases(calls.before_made, names) == found
    assert cases(calls.before_made, names, seisort="01") == min(made, 1)


@pytest.mark.parametrize(("limit", "late"), [(5, 0), (4, 1), (6, 0)])
def test_a_report_is_late_after_the_last_day_of_its_term(limit: int, late: int) -> None:
    """From Monday to Monday are five working days."""
    names = {"inspdate": T, "today": T + DAYS(7), "days": Decimal(limit)}
    assert cases(calls.late_report, names) == late


def family(values: Sequence[str]) -> list[Any]:
    return [{"values": {"1.a": Decimal(value)}} for value in values]


@pytest.mark.parametrize(("value", "found"), [("130", 0), ("130.01", 1), ("70", 0), ("69.99", 1)])
def test_a_value_may_differ_by_the_whole_share(value: str, found: int) -> None:
    item = SimpleNamespace(item_no="1", seq=1)
    one = SimpleNamespace(item=item, field="a", value=Decimal(value), unit="")
    before = family(["90", "100", "110"])
    names = {"rel": Decimal("0.3")}
    assert cases(calls.out_of_family, names, measured=[one], lists={"before": before}) == found
    assert cases(calls.out_of_family, names, measured=[one], lists={"before": before[:2]}) == 0


@pytest.mark.parametrize(
    ("speed", "cars", "most", "found"),
    [
        ("30", 0, None, 0),
        ("30.1", 0, None, 1),
        ("20", 1, None, 0),
        ("20.1", 1, None, 1),
        ("25", 0, "25", 0),
        ("25.1", 0, "25", 1),
        ("30.1", 0, "40", 1),
    ],
)
def test_a_sightseeing_car_goes_as_fast_as_it_may(speed: str, cars: int, most: str | None, found: int) -> None:
    names = {"CC_GG_8_speed": Decimal(speed), "CC_GG_8": "√", "train": Decimal(20), "car": Decimal(30)}
    names |= {"traincarnum": Decimal(cars), "maxspeed_load": Decimal(most) if most else None}
    assert cases(calls.sightseeing_speed, names) == found
    assert cases(calls.sightseeing_speed, {**names, "CC_GG_8": "×"}) == 0


@pytest.mark.parametrize(("work", "found"), [("1.6", 0), ("1.61", 1), ("1.5", 0)])
def test_a_line_works_at_its_design_pressure_at_most(work: str, found: int) -> None:
    lines = [{"pipeno": "L1", "designpress": Decimal("1.6")}]
    table = replace(TableFacts(""), rows=[{"lineid": "L1", "workpress": Decimal(work)}])
    assert cases(calls.line_pressures, {}, lists={"lines": lines}, tables={"lines": table}) == found
