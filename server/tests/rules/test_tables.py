"""Tables of records: the worked examples of the formulas, rounding, named methods, and what an empty cell says."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tejian import data
from tejian.inspection.rules.api import (
    BadCell,
    MissingValue,
    RecordTable,
    Worked,
    cell_text,
    grade_rule,
    record_tables,
    rounded,
    table_column,
    typed,
)
from tejian.inspection.rules.grades import grade_rules_for
from tejian.inspection.rules.methods import crossing, farthest, maxslope, parsed, years
from tejian.inspection.rules.worked import Outer, work_out

TABLES = record_tables(table_column(row) for row in data.rows("report_tables"))
GRADES = tuple(grade_rule(row) for row in data.rows("grade_rules"))
DEVICE: dict[str, Any] = {"kind": "3110", "inspdate": date(2026, 1, 10), "life_fraction": Decimal("0.5")}


def table(template: str, code: str) -> RecordTable:
    return TABLES[template][code]


def worked(own: RecordTable, *rows: Mapping[str, Any], params: Mapping[str, Any] | None = None, **names: Any) -> Worked:
    """A table filled with texts, as people type them."""

    def cells(row: Mapping[str, Any]) -> dict[str, object]:
        return typed(own.entered, {name: cell_text(own.entered[name], value) for name, value in row.items()})

    given = {name: cell_text(own.params[name], value) for name, value in (params or {}).items()}
    known = {k: Decimal(str(v)) if isinstance(v, int | float) else v for k, v in names.items()}
    grades = grade_rules_for(GRADES, str(known.get("equclacode", "2150")), "0205", [own.template])
    return work_out(own, typed(own.params, given), [cells(row) for row in rows], Outer({**DEVICE, **known}, grades))


def number(found: Worked, column: str, decimals: int = 3) -> Decimal:
    value = found.rows[0][column]
    assert isinstance(value, Decimal), f"{column} is empty: {found.lacking}"
    return round(value, decimals)


@pytest.mark.parametrize(
    ("shape", "cells", "calc"),
    [
        ("圆筒", {"press": 1.0, "diain": 1200, "stress": 163, "weld": 0.85}, "4.346"),
        ("圆筒", {"press": 1.6, "diain": 2000, "stress": 189, "weld": 1.0}, "8.502"),
        ("圆筒", {"press": 2.5, "diain": 800, "stress": 137, "weld": 0.85}, "8.681"),
        ("圆筒", {"press": 0.8, "diain": 3000, "stress": 113, "weld": 0.7}, "15.248"),
        ("椭圆封头", {"coef": 1, "press": 1.0, "diain": 1200, "stress": 163, "weld": 0.85}, "4.338"),
        ("椭圆封头", {"coef": 1, "press": 1.6, "diain": 2000, "stress": 189, "weld": 1.0}, "8.484"),
        ("碟形封头", {"coef": 1.54, "press": 1.0, "rin": 1200, "stress": 163, "weld": 0.85}, "6.681"),
        ("球壳", {"press": 1.6, "diain": 12300, "stress": 163, "weld": 1.0}, "30.258"),
        ("管子", {"press": 4.0, "diaout": 219.1, "stress": 137, "weld": 1.0, "coef": 0.4}, "3.162"),
        ("管子", {"press": 1.6, "diaout": 108, "stress": 130, "weld": 0.85, "coef": 0.4}, "0.777"),
        ("受热面管", {"press": 2.5, "diaout": 51, "stress": 118, "weld": 1.0}, "0.535"),
    ],
)
def test_the_required_thickness_of_every_shape(shape: str, cells: dict[str, Any], calc: str) -> None:
    assert number(worked(table("RQ-DJ", "thick"), {"shape": shape, **cells}), "calc") == Decimal(calc)


@pytest.mark.parametrize(
    ("cells", "years_ago", "used", "rates"),
    [
        ({"nominal": 10, "measured": 9.0, "previous": 9.6}, 6, 9, ("0.1", "0.111", "0.111", "8.333")),
        ({"nominal": 12, "measured": 10.4, "previous": 11.0}, 3, 12, ("0.2", "0.133", "0.2", "8.8")),
        ({"nominal": 6, "measured": 6.1, "previous": 6.0}, 3, 8, ("0", "0", "0", "6.1")),
    ],
)
def test_the_rate_of_corrosion_and_what_is_left(
    cells: dict[str, Any], years_ago: int, used: int, rates: tuple[str, ...]
) -> None:
    today = DEVICE["inspdate"]
    before, begun = (date(today.year - n, today.month, today.day) for n in (years_ago, used))
    row = {**cells, "prevdate": before.isoformat()}
    found = worked(table("RQ-DJ", "thick"), row, params={"nextyears": 6 if used == 9 else 8}, usestartdate=begun)
    got = [number(found, name) for name in ("rate", "ratelong", "ratemax", "restthick")]
    assert [round(one, 2) for one in got] == [round(Decimal(one), 2) for one in rates]


def test_remaining_life_limits_the_months() -> None:
    row = {"shape": "圆筒", "press": 1.0, "diain": 1200, "stress": 163, "weld": 0.85, "measured": 5.2, "nominal": 6.1}
    begun = date(2017, 1, 10)
    found = worked(table("RQ-DJ", "thick"), row, params={"nextyears": 3}, usestartdate=begun)
    assert number(found, "remlife", 1) == Decimal("8.5")
    assert found.results["lifemonths"] == 51


@pytest.mark.parametrize(
    ("up", "down", "factor"),
    [
        ("8 9 9.5 10 11", "11 10 9.5 9 8", "0.45"),
        ("9 10.5 11 11.5 12.5", "10 9.5 9 8.5 7.5", "0.35"),
        ("7.0 8.2 8.9 9.6 11.0", "11.2 10.0 9.4 8.9 7.6", "0.471"),
    ],
)
def test_the_balance_factor_is_where_the_curves_cross(up: str, down: str, factor: str) -> None:
    loads = ("30", "40", "45", "50", "60")
    rows = [
        dict(zip(("loadpct", "curup", "curdown"), one, strict=True))
        for one in zip(loads, up.split(), down.split(), strict=True)
    ]
    found = worked(table("DT-DJ", "balance"), *rows)
    assert round(found.results["balancefactor"], 3) == Decimal(factor)  # type: ignore[call-overload]


def test_curves_that_do_not_cross_give_no_factor() -> None:
    rows = [{"loadpct": n, "curup": 9, "curdown": 8} for n in (30, 40, 45, 50, 60)]
    assert "balancefactor" not in worked(table("DT-DJ", "balance"), *rows).results


@pytest.mark.parametrize(("base", "required"), [("0.1", "0.2"), ("0.7", "1.05"), ("1.25", "1.65"), ("2.5", "3.125")])
def test_the_test_pressure_of_a_boiler(base: str, required: str) -> None:
    found = worked(table("GL-SY", "press"), {"part": "锅筒", "testbase": base, "pressure": required})
    assert number(found, "required") == Decimal(required)
    assert [one.name for one in found.fails] == []
    low = worked(table("GL-SY", "press"), {"part": "锅筒", "testbase": base, "pressure": "0.05"})
    assert [one.name for one in low.fails] == ["press.pressure#1"]


def test_the_deflection_of_a_girder() -> None:
    row = {"mid0": 50, "mid1": 29, "endl0": 30, "endl1": 29, "endr0": 30, "endr1": 29}
    assert number(worked(table("QZ-DJ", "deflect"), {"girder": "主梁", **row}), "deflectrow") == 20


def test_a_cell_that_lacks_an_input_says_which_and_keeps_its_row() -> None:
    found = worked(table("RQ-DJ", "thick"), {"part": "筒体", "shape": "圆筒", "press": 1.0, "measured": 9.0})
    assert len(found.rows) == 1
    lacking = {one.column.column: one.names for one in found.lacking}
    assert lacking["calc"] == {"diain", "stress", "weld"}
    assert found.rows[0]["calc"] is None
    assert "minthick" not in found.results


def test_a_division_by_nothing_empties_the_cell_and_breaks_nothing() -> None:
    found = worked(table("CC-DJ", "fork"), {"side": "左", "nominal": 0, "measured": 35})
    assert found.rows[0]["wear"] is None
    assert [one.column.column for one in found.lacking if one.wrong] == ["wear"]


def test_only_rows_of_a_key_count_where_a_result_says_so() -> None:
    rows = [{"point": "1", "kind": "接地", "ohm": 3}, {"point": "2", "kind": "重复接地", "ohm": 9}]
    columns = {one.column for one in table("QZ-DJ", "elec").columns}
    named = [{k: v for k, v in row.items() if k in columns} for row in rows]
    found = worked(table("QZ-DJ", "elec"), *named)
    ohms = {name: value for name, value in found.results.items() if isinstance(value, Decimal)}
    assert Decimal(3) in ohms.values()
    assert Decimal(9) in ohms.values()


def test_the_grade_of_a_finding_is_proposed_and_the_worst_one_counts() -> None:
    slight = {
        "fno": 1,
        "finding": "凹坑",
        "thick": 20,
        "radius": 600,
        "depth": 4,
        "length": 50,
        "width": 40,
        "reserve": 1,
    }
    crack = {"fno": 2, "finding": "表面裂纹", "removed": "0"}
    found = worked(table("RQ-DJ", "find"), slight, crack, specialreq="0", ndtfull="0")
    assert [row["grade"] for row in found.rows] == [1, 5]
    assert found.results["worstgrade"] == 5
    assert (found.grades[1].low, found.grades[1].high) == (1, 3)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        ("0.125", 2, "0.12"),
        ("0.135", 2, "0.14"),
        ("2.5", 0, "2"),
        ("3.5", 0, "4"),
        ("0.1251", 2, "0.13"),
        ("-2.5", 0, "-2"),
    ],
)
def test_values_are_rounded_half_to_even(value: str, decimals: int, text: str) -> None:
    assert str(rounded(Decimal(value), decimals)) == text


def test_the_named_methods_and_no_others() -> None:
    names = {"a": date(2020, 1, 10), "b": "2026-01-10", "s": Decimal(1), "x": Decimal("1.02"), "y": Decimal("0.95")}
    assert round(years(names, ("a", "b")), 2) == Decimal("6.00")
    assert farthest(names, ("s", "x", "y")) == Decimal("-0.05")
    rows = [{"x": Decimal(n), "y": Decimal(n - 3) / 2} for n in (1, 2, 4, 8)]
    assert crossing(rows, ("x", "y")) == 3
    assert maxslope(rows, ("x", "y")) == Decimal("0.5")
    assert parsed("crossing(loadpct,diff)/100") == ("crossing", ("loadpct", "diff"), Decimal(100))
    with pytest.raises(ValueError, match="没有此计算方法"):
        parsed("eval(a)")
    with pytest.raises(MissingValue):
        years(names, ("a", "nothing"))


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("lock", "七", "锁紧啮合长度：请输入数字"),
        ("lock", "NaN", "锁紧啮合长度：请输入数字"),
        ("lock", "1e99", "锁紧啮合长度：请输入数字"),
        ("landing", "长" * 201, "层站：最多200个字"),
    ],
)
def test_a_cell_that_does_not_fit_its_column_is_refused(column: str, value: str, sentence: str) -> None:
    with pytest.raises(BadCell, match=sentence):
        cell_text(table("DT-DJ", "doors").entered[column], value)


def test_every_declared_table_can_be_worked_out_empty_and_with_a_row() -> None:
    for template, own in TABLES.items():
        for code, one in own.items():
            first = next(iter(one.entered))
            column = one.entered[first]
            value = column.options[0] if column.options else "2025-01-01" if column.type == "date" else "1"
            assert work_out(one, {}, [], Outer({})).results == {}, (template, code)
            assert len(worked(one, {first: value}).rows) == 1, (template, code)
