"""What checks of reports say where something is empty, alone, equal or of another kind; what tells findings apart."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date as D
from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from tejian.inspection.rules import check_calls as calls
from tejian.inspection.rules.archived import SAME, ArchivedCell, Known
from tejian.inspection.rules.checks import (
    FORMS,
    CellFault,
    Measured,
    ReportFacts,
    TableFacts,
    checks_in_use,
    report_check,
    speak,
)
from tejian.inspection.rules.conclusion import ADVANCE, KEEP, counted
from tejian.inspection.rules.dated import against_date
from tejian.inspection.rules.derived import derived
from tejian.inspection.rules.elevator import ERROR, FAIL, WARN, Finding, ItemResult
from tejian.inspection.rules.expr import ExpressionError, evaluate_number
from tejian.inspection.rules.grades import grade_rule, grade_rules_for
from tejian.inspection.rules.instruments import ABSENT, is_measured, may_measure
from tejian.inspection.rules.layouts import report_layout
from tejian.inspection.rules.methods import crossing
from tejian.inspection.rules.result import DateLine

Rows = Callable[[str], list[dict[str, str]]]
T = D(2026, 6, 15)
CHECK: Any = SimpleNamespace(of=("call", "lines"))


def item(seq: int = 1, result: str = "√", **more: Any) -> ItemResult:
    return replace(ItemResult(seq, f"B{seq}", f"内容{seq}", False, result), **more)


def facts(**more: Any) -> ReportFacts:
    return replace(ReportFacts("3110", "02", "0211", {}), **more)


def cases(call: Any, names: dict[str, Any], **more: Any) -> list[Any]:
    return list(call(facts(**more), CHECK, names))


@pytest.mark.parametrize(
    ("call", "names", "found"),
    [
        (calls.order_of_days, {"inspdate": T, "entered": T, "verified": T}, 0),
        (calls.order_of_days, {"inspdate": T, "entered": T - timedelta(1)}, 1),
        (calls.order_of_days, {"inspdate": T, "entered": T + timedelta(1), "approved": T}, 1),
        (calls.order_of_days, {"inspdate": T}, 0),
        (calls.device_code, {"equcode": None, "kind": "3110"}, 0),
        (calls.device_code, {"equcode": "3110" + "0" * 13, "kind": "3110"}, 0),
        (calls.device_code, {"equcode": "3110" + "0" * 14, "kind": "3110"}, 0),
        (calls.device_code, {"equcode": "3110" + "0" * 12, "kind": "3110"}, 1),
        (calls.device_code, {"equcode": "3110" + "0" * 15, "kind": "3110"}, 1),
        (calls.device_code, {"equcode": "3120" + "0" * 13, "kind": "3110"}, 1),
        (calls.device_code, {"equcode": "3110" + "0" * 13, "kind": "31101"}, 0),
        (calls.device_code, {"equcode": "3110" + "0" * 13, "kind": None}, 0),
        (calls.reportno, {"reportno": "NBTD202600001", "prefix": "TD"}, 0),
        (calls.reportno, {"reportno": "NBTD202600001", "prefix": "QZ"}, 1),
        (calls.reportno, {"reportno": None, "prefix": "TD"}, 1),
        (calls.reportno, {"reportno": None, "prefix": ""}, 0),
        (calls.reportno, {"reportno": "NBTD202600001", "prefix": None}, 0),
        (calls.placeholders, {"problems": "XXX", "remark": None}, 1),
        (calls.placeholders, {"problems": None, "remark": "待填"}, 1),
        (calls.placeholders, {"problems": None, "remark": "无"}, 0),
    ],
)
def test_a_check_of_names_speaks_or_does_not(call: Any, names: dict[str, Any], found: int) -> None:
    assert len(cases(call, names)) == found


@pytest.mark.parametrize(
    ("problems", "results", "said"),
    [
        ("", "××", ""),
        (None, "××", ""),
        ("第1、2项不符合", "××", ""),
        ("第1项不符合", "××", "2"),
        ("其他", "×△", "1、2"),
        ("其他", "√—", ""),
        ("B1 与内容2", "××", ""),
    ],
)
def test_problems_name_every_item_that_failed(problems: str | None, results: str, said: str) -> None:
    items = [item(n, result) for n, result in enumerate(results, 1)]
    found = cases(calls.unnamed_items, {"problems": problems}, items=items)
    assert "".join(names["items"] for names, _ in found) == said


@pytest.mark.parametrize(
    ("names", "result", "found"),
    [
        ({"problems": "第1项不符合"}, "√", 1),
        ({"problems": "第1项不符合"}, "×", 0),
        ({"problems": "第1项不符合", "remark": "第1、1项"}, "√", 2),
        ({"remark": None, "problems": None}, "√", 0),
        ({"problems": "第2项不符合"}, "√", 0),
    ],
)
def test_problems_and_remark_name_no_item_that_conforms(names: dict[str, Any], result: str, found: int) -> None:
    assert len(cases(calls.conforming_named, names, items=[item(1, result)])) == found


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"lineid": "L1", "conclusion": "8011", "grade": None}, 0),
        ({"lineid": "L1", "conclusion": "", "grade": Decimal(2)}, 0),
        ({"lineid": "L1", "conclusion": None, "grade": None}, 1),
        ({"lineid": "L2", "conclusion": "8011"}, 2),
        ({"lineid": None, "conclusion": "8011"}, 1),
        ({}, 1),
    ],
)
def test_every_declared_line_has_its_row_and_no_other(row: dict[str, Any], found: int) -> None:
    lists = {"lines": [{"pipeno": "L1"}]}
    assert len(cases(calls.lines_of_project, {}, lists=lists, tables={"lines": TableFacts("", [row])})) == found


def test_the_speed_of_a_car_is_said_at_its_item() -> None:
    items = [item(3, "√", item_no="7"), item(4, "√", item_no="8"), item(5, "√", item_no="9")]
    names = {"CC_GG_8_speed": Decimal(99), "CC_GG_8": "√", "train": Decimal(20), "car": Decimal(30)}
    [(_, place)] = cases(calls.sightseeing_speed, names, items=items)
    assert place.seq == 4
    [(_, place)] = cases(calls.sightseeing_speed, names)
    assert place.seq == 0


# -- forms ----------------------------------------------------------------------------------------------------------


def measured(one: ItemResult, value: str, limits: str = "≤5") -> Measured:
    return Measured(one, "a", "A", "", Decimal(value), None, Decimal(5), limits)


@pytest.mark.parametrize(
    ("values", "table", "inside"),
    [
        ([], None, False),
        ([("5", "≤5")], None, True),
        ([("5.1", "≤5")], None, False),
        ([("5", "≤5"), ("6", "≤5")], None, False),
        ([("6", "")], None, False),  # a value without a limit says nothing
        ([("5", "≤5"), ("6", "")], None, True),
        ([("5", "≤5")], "B1", False),
        ([("5", "≤5")], "B2", True),
    ],
)
def test_the_values_of_an_item_lie_inside_when_all_do_and_none_of_its_table_lies_outside(
    values: list[tuple[str, str]], table: str | None, inside: bool
) -> None:
    one, other = item(1), item(2)
    fault = CellFault(1, "c", "C", "1", "")
    tables = {"t": TableFacts("", [{}], faults=[fault], items=frozenset({table}))} if table else {}
    found = [measured(one, value, limits) for value, limits in values]
    told = facts(items=[one, other], measured=[*found, measured(other, "9")], tables=tables).of_item(one)
    assert told["values_inside"] is inside


@pytest.mark.parametrize(
    ("failed", "items", "found"),
    [("", {"B1"}, 1), ("", set(), 1), ("B1", {"B1"}, 0), ("B1", {"B2"}, 1), ("B1", set(), 0)],
)
def test_a_cell_outside_is_said_where_no_item_fails_for_it(failed: str, items: set[str], found: int) -> None:
    table = TableFacts("", [{}], faults=[CellFault(1, "c", "C", "1", "")], items=frozenset(items))
    own = [item(1, FAIL if failed else "√")]
    assert len(list(FORMS["fault"](facts(items=own, tables={"t": table}), CHECK, {}))) == found


def check(rows: Rows, **more: str) -> Any:
    row = next(one for one in rows("report_checks") if not one["off"])
    own = {"code": "Z1", "classes": "all", "sorts": "all", "level": "soft", "step": "BGLR", "each": "once", "of": ""}
    own |= {"condition": "", "lets": "", "field": "", "params": "", "sentence": "说"}
    return report_check(row | own | more)


@pytest.mark.parametrize(("field", "place"), [("x", "x"), ("", "a")])
def test_empty_fields_are_said_at_the_field_of_the_row_or_the_first_of_them(field: str, place: str, rows: Rows) -> None:
    blank = check(rows, each="blank", of="a,b", field=field)
    [(names, where)] = FORMS["blank"](facts(), blank, {"a": "", "b": None})
    assert (where.field, names["labels"]) == (place, "a、b")
    assert not list(FORMS["blank"](facts(), blank, {"a": "1", "b": Decimal(0)}))


@pytest.mark.parametrize(
    ("classes", "sorts", "speaks"),
    [
        ("all", "all", True),
        ("3000", "02", True),
        ("3000", "0211", True),
        ("31*", "all", True),
        ("4000", "all", False),
        ("3000", "01", False),
        ("all", "all-0211", False),
        ("all", "all-02", False),
        ("all", "all-01", True),
        ("4000", "02", False),
    ],
)
def test_a_check_is_for_its_classes_and_sorts(classes: str, sorts: str, speaks: bool, rows: Rows) -> None:
    one = check(rows, classes=classes, sorts=sorts)
    assert one.is_for("3110", "02", "0211") is speaks
    assert checks_in_use([one], "3110", "02", "0211") == ((one,) if speaks else ())


def test_the_rest_of_the_values_is_what_no_other_check_names(rows: Rows) -> None:
    own = check(rows, code="Z1", each="value", of="T:1,T:2.a")
    item_row = check(rows, code="Z2", each="item", of="T:9")
    rest = check(rows, code="Z3", each="value", of="rest")
    [*_, left] = checks_in_use([own, item_row, rest], "3110", "02", "0211")
    assert (left.of, left.but) == ((), ("T:1", "T:2.a"))


def test_what_is_hard_comes_first_then_by_item_and_each_has_a_key_of_its_own(rows: Rows) -> None:
    soft = check(rows, code="Z1", each="item", sentence="第{seq}项")
    hard = check(rows, code="Z2", level="hard", sentence="硬")
    said = speak([soft, hard], facts(items=[item(2), item(1)]), "BGLR", {})
    assert [(one.level, one.seq) for one in said] == [(ERROR, 0), (WARN, 1), (WARN, 2)]
    assert {one.mark for one in said} == {""}  # one place, one check: nothing to tell apart
    two = speak([check(rows, sentence="甲"), check(rows, sentence="乙")], facts(), "BGLR", {})
    assert len({one.key for one in two}) == 2 and all(one.mark for one in two)
    assert check(rows, level="hard").hard and not check(rows).hard


@pytest.mark.parametrize(
    ("finding", "place", "question"),
    [
        (Finding(WARN, "B1", "话", seq=3), "3", "话"),
        (Finding(WARN, "B1", "话"), "B1", "话"),
        (Finding(WARN, "", "话", table="t", row=2, column="c"), "t_2_c", "话"),
        (Finding(WARN, "", "话", table="t", column="c"), "t_c", "话"),
        (Finding(WARN, "", "话 5 日", field="f", lasting="话 … 日"), "f", "话 … 日"),
    ],
)
def test_where_a_finding_is_and_what_a_reason_answers(finding: Finding, place: str, question: str) -> None:
    assert (finding.place, finding.question) == (place, question)


# -- counts, dates, instruments -------------------------------------------------------------------------------------


def test_what_conclusions_count() -> None:
    items = [
        item(1, FAIL, key_item=True, monitored=True),
        item(2, FAIL, monitored=True),
        item(3, FAIL),
        item(4, "√"),
        item(5, "√", key_item=True),
        item(6, "△"),
        item(7, "△", key_item=True),
        item(8, ""),
    ]
    names = {name: int(str(value)) for name, value in counted(items, {3, 4, 5, 7}).items()}
    assert names == {
        "unfilled": 1,
        "failed": 6,
        "failedkey": 3,
        "monitored": 1,
        "unmonitored": 2,
        "rectified": 1,
        "rectifiedkey": 0,
        "limitfail": 3,
        "limitfailkey": 2,
    }


@pytest.mark.parametrize(
    ("effect", "field", "chosen", "said"),
    [
        (KEEP, "ninspdate", None, None),
        (KEEP, "ninspdate", T, "该检验结论没有下次检验日期"),
        (ADVANCE, "", T, "该检验结论没有下次检验日期"),
        (ADVANCE, "", None, None),
        (ADVANCE, "ninspdate", T, None),
    ],
)
def test_a_conclusion_that_moves_nothing_takes_no_date(effect: str, field: str, chosen: D | None, said: Any) -> None:
    line = DateLine("ninspdate", "下次检验", T, None, "R", "", T, 12, "day", ("",), T)
    found = against_date(line, field, effect, chosen, T - timedelta(1))
    assert (found.text if found else None) == said


@pytest.mark.parametrize(
    ("names", "group", "code"),
    [
        ({"kind": "3110", "equcode": "E", "regcode": "R"}, "31", "E"),
        ({"kind": None, "equcode": "", "regcode": "R"}, "", "R"),
        ({}, "", ""),
    ],
)
def test_names_that_follow_from_others(names: dict[str, Any], group: str, code: str) -> None:
    known = derived(names)
    assert (known["equgroup"], known["anycode"]) == (group, code)


@pytest.mark.parametrize(
    ("result", "valued", "was", "may"),
    [
        ("√", True, True, True),
        ("√", False, False, False),
        ("", True, False, True),
        ("", False, False, True),
        (ABSENT, True, False, False),
        (ABSENT, False, False, False),
    ],
)
def test_an_item_was_measured_or_may_be(result: str, valued: bool, was: bool, may: bool) -> None:
    one = item(1, result, values={"a": Decimal(1)} if valued else {})
    assert (is_measured(one), may_measure(one)) == (was, may)


@pytest.mark.parametrize(
    ("kind", "sort", "templates", "fits"),
    [
        ("21504", "0205", ("T",), True),
        ("21504", "0205", ("X",), False),
        ("21504", "0103", ("T",), False),
        ("21305", "0205", ("T",), False),
        ("31101", "0205", ("T",), False),
    ],
)
def test_a_grade_rule_is_for_its_kind_sort_and_template(
    kind: str, sort: str, templates: tuple[str, ...], fits: bool, rows: Rows
) -> None:
    one = replace(grade_rule(rows("grade_rules")[0]), classes=("2000",), kinds="215*", sorts=("02",), templates=("T",))
    assert grade_rules_for([one], kind, sort, templates) == ((one,) if fits else ())


@pytest.mark.parametrize(
    ("templates", "kind", "fits"), [(("T",), "3110", True), (("X",), "3110", False), (("T",), "4110", False)]
)
def test_a_cell_of_the_archive_is_for_its_template_and_kind(templates: tuple[str, ...], kind: str, fits: bool) -> None:
    assert ArchivedCell(("T",), "t", "c", "31*", "", SAME, "v").is_for(templates, kind) is fits


@pytest.mark.parametrize(
    ("relation", "typed", "word"),
    [
        (SAME, Decimal(5), ""),
        (SAME, Decimal(6), "不同于"),
        ("most", Decimal(5), ""),
        ("most", Decimal("5.01"), "大于"),
        (SAME, None, ""),
        (SAME, "", ""),
        (SAME, "5", ""),  # of another type there is nothing to compare
    ],
)
def test_a_cell_stands_against_the_archive(relation: str, typed: object, word: str) -> None:
    assert Known(relation, Decimal(5)).against(typed) == word
    assert Known(SAME, "").against("") == Known(SAME, None).against(None) == ""


def test_points_without_one_of_their_values_are_none() -> None:
    rows = [{"x": Decimal(0), "y": Decimal(-1)}, {"x": Decimal(1), "y": None}, {"x": None, "y": Decimal(1)}]
    assert crossing(rows, ("x", "y")) is None
    assert crossing([*rows, {"x": Decimal(2), "y": Decimal(1)}], ("x", "y")) == 1


@pytest.mark.parametrize("value", [None, True])
def test_no_value_is_refused_by_the_sentence_of_the_formula(value: object) -> None:
    text = "a" if value is not None else "1==1"
    with pytest.raises(ExpressionError, match="算式的结果不是数值"):
        evaluate_number(text, {"a": value})


def test_a_layout_that_is_wrong_says_what(rows: Rows) -> None:
    row = rows("report_layouts")[0]
    first = row["body"].split()[0]
    with pytest.raises(ValueError, match="章节重复"):
        report_layout(row | {"body": f"{first} {first}"})
    with pytest.raises(ValueError, match="none"):
        report_layout(row | {"body": f"{first} none"})
