"""Elevator reports: proposed conclusion, prefilled items, limits and findings."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date as D
from decimal import Decimal

import pytest

from tejian.inspection.rules.conclusion import Verdict, conclusion_rule, derive, rules_for
from tejian.inspection.rules.elevator import (
    FAIL,
    NONE,
    PASS,
    RECTIFIED,
    ItemResult,
    check_items,
    check_next_date,
    item_names,
    monitored_remark,
    prefill,
)
from tejian.inspection.rules.expr import names_in
from tejian.inspection.rules.limits import ItemLimit, bounds_of, item_limit, refuse_value
from tejian.inspection.rules.presence import Place, prefill_items

Rows = Callable[[str], list[dict[str, str]]]
NOTICE = "TZS-DT-2400137"


@pytest.fixture
def items(rows: Rows) -> list[ItemResult]:
    """The 43 items, all conforming."""
    return [
        ItemResult(int(row["seq"]), row["item_no"], row["content"], row["key_item"] == "Y", PASS, template="DT-DJ")
        for row in rows("report_items")
        if row["template"] == "DT-DJ"
    ]


@pytest.fixture
def limits(rows: Rows) -> list[ItemLimit]:
    return [item_limit(row) for row in rows("report_item_limits")]


def changed(items: list[ItemResult], **results: object) -> list[ItemResult]:
    """The items with other results: s3='×' sets item 3, m3=True promises monitored use of it."""
    here = list(items)
    for name, value in results.items():
        index = int(name[1:]) - 1
        here[index] = replace(here[index], **({"result": value} if name[0] == "s" else {"monitored": value}))  # type: ignore[arg-type]
    return here


@pytest.fixture
def conclude(rows: Rows, settings: dict[str, str]) -> Callable[..., Verdict]:
    """The conclusion of a periodic inspection of a lift with these items."""
    every = [conclusion_rule(row) for row in rows("conclusion_rules")]
    mine = rules_for(every, "3110", "02", "0211", ("DT-DJ",))

    def found(items: list[ItemResult], **other: str) -> Verdict:
        return derive(mine, items, (), {**settings, **other})

    return found


Conclude = Callable[..., Verdict]


def test_all_43_items_conform(items: list[ItemResult], conclude: Conclude) -> None:
    assert len(items) == 43
    found = conclude(items)
    assert (found.code, found.reason) == ("1031", "检验项目均符合要求")
    assert found.rule is not None and "remark" not in found.rule.needs


def test_items_that_do_not_exist_do_not_matter(items: list[ItemResult], conclude: Conclude) -> None:
    assert conclude(changed(items, s4=NONE, s5=NONE)).code == "1031"


def test_a_failing_key_item_fails_the_lift(items: list[ItemResult], conclude: Conclude) -> None:
    found = conclude(changed(items, s4=FAIL, m4=True))
    assert (found.code, found.reason) == ("1032", "重点项目不符合（第4项不符合）")
    assert found.allowed == ("1032",)


def test_three_monitored_or_rectified_items_are_allowed(items: list[ItemResult], conclude: Conclude) -> None:
    three = changed(items, s2=FAIL, m2=True, s3=FAIL, m3=True, s43=RECTIFIED)
    found = conclude(three)
    assert (found.code, found.reason) == ("1033", "整改后合格（第2、3项不符合，第43项整改后符合）")
    assert found.rule is not None and "remark" in found.rule.needs
    assert monitored_remark([one for one in three if one.monitored], NOTICE) == (
        "本记录第2、3项的检验结果为不符合，使用单位已经承诺采取安全措施，对电梯实行监护使用"
        "（见编号为TZS-DT-2400137的《电梯检验意见通知书》）"
    )
    four = changed(items, s1=RECTIFIED, s2=FAIL, m2=True, s3=FAIL, m3=True, s43=RECTIFIED)
    found = conclude(four)
    assert (found.code, found.rule and found.rule.text) == ("1032", "监护使用和整改后符合的项目超过允许数")


def test_a_failing_item_without_a_promise_fails_the_lift(items: list[ItemResult], conclude: Conclude) -> None:
    assert conclude(changed(items, s2=FAIL)).code == "1032"


def test_rectified_key_items_follow_the_setting(items: list[ItemResult], conclude: Conclude) -> None:
    rectified = changed(items, s4=RECTIFIED)
    assert conclude(rectified).code == "1033"
    assert conclude(rectified, ele_key_rectified="fail").code == "1032"


def test_no_conclusion_while_items_are_open(items: list[ItemResult], conclude: Conclude) -> None:
    found = conclude(changed(items, s7=""))
    assert (found.code, found.reason) == ("", "还有 1 项没有结果：第7项")
    assert found.allowed == ()


def test_the_next_date_may_not_be_later_than_the_rule() -> None:
    assert check_next_date(D(2028, 6, 30), D(2028, 6, 30), D(2026, 6, 11)) == []
    assert check_next_date(D(2028, 7, 1), D(2028, 6, 30), D(2026, 6, 11))[0].text == (
        "下次检验日期不得晚于规则计算日期2028-06-30"
    )
    assert check_next_date(None, D(2028, 6, 30), D(2026, 6, 11))[0].text == "下次检验日期未填"
    assert check_next_date(D(2026, 5, 31), D(2028, 6, 30), D(2026, 6, 11))[0].level == "error"


def numbers(rows: Rows, equipment: dict[str, object], supdate: D, settings: dict[str, str]) -> dict[str, str]:
    names = item_names(equipment, supdate, D(2026, 6, 11), D(2031, 6, 30), settings)
    found = prefill_items([prefill(row) for row in rows("report_item_prefill")], "DT-DJ", Place(names))
    return {item.item_no: item.result for item in found}


def test_a_young_lift_skips_the_items_for_old_ones(rows: Rows, settings: dict[str, str]) -> None:
    found = numbers(rows, {"kind": "3110", "machineroom": "01"}, D(2024, 6, 18), settings)
    assert found == {
        "A1.2.3.3(3)": "—",
        "A1.2.5.1": "—",
        "A1.2.5.2": "—",
        "A1.2.5.3": "—",
        "A1.2.7.2": "—",
        "A1.2.3.10": "—",
        "A1.3.12.2": "—",
    }


def test_an_old_lift_skips_what_it_was_never_supervised_for(rows: Rows, settings: dict[str, str]) -> None:
    found = numbers(rows, {"kind": "3110", "machineroom": "02"}, D(2009, 6, 18), settings)
    whole = {number for number, result in found.items() if result == "—"}
    assert whole == {"A1.2.3.4", "A1.2.3.6", "A1.3.8", "A1.2.6.9", "A1.3.12.2"}
    assert {number for number, result in found.items() if not result} == {
        "A1.2.4.3",
        "A1.2.5.2",
        "A1.2.7.5",
        "A1.2.7.7",
    }


def test_every_prefill_and_limit_row_points_at_an_item(rows: Rows) -> None:
    known = {(row["template"], row["item_no"]) for row in rows("report_items")}
    for row in [*rows("report_item_prefill"), *rows("report_item_limits")]:
        assert (row["template"], row["item_no"]) in known
        names_in(row.get("condition", "") or row.get("expr", ""))
        assert row["source"]


@pytest.mark.parametrize(
    ("item_no", "names", "field", "words", "good", "bad"),
    [
        ("A1.3.2", {}, "balancefactor", "0.40～0.50", "0.50", "0.51"),
        ("A1.3.2", {"balancedesign": "0.47"}, "balancefactor", "0.45～0.49", "0.45", "0.44"),
        ("A1.2.7.8", {}, "lockengage", "≥7 mm", "7", "6.9"),
        ("A1.2.7.2", {"kind": "3110"}, "doorgap", "≤6 mm", "6", "6.5"),
        ("A1.2.7.2", {"kind": "3120"}, "doorgap", "≤10 mm", "10", "11"),
        ("A1.3.4.1", {"runvelocity": Decimal("1.0")}, "govspeed", "1.15～1.5 m/s", "1.15", "1.51"),
        ("A1.3.4.1", {"runvelocity": Decimal("1.75")}, "govspeed", "2.0125～2.3304 m/s", "2.05", "2.01"),
        ("A1.3.4.1", {"runvelocity": Decimal("2.5")}, "govspeed", "2.875～3.225 m/s", "3.2", "3.23"),
        ("A1.2.2.17", {"overtravelmax": "350"}, "overtravel", "≤350 mm", "350", "351"),
    ],
)
def test_limits(
    limits: list[ItemLimit], item_no: str, names: dict[str, object], field: str, words: str, good: str, bad: str
) -> None:
    bounds = next(row for row in bounds_of(limits, "DT-DJ", item_no, names) if row.field == field)
    assert bounds.words() == words
    assert refuse_value(bounds, Decimal(good)) is None
    assert refuse_value(bounds, Decimal(bad)) is not None


@pytest.mark.parametrize(
    ("speed", "good", "bad"), [("0.50", "1.00", "1.01"), ("0.65", "0.30", "0.29"), ("0.9", "1.70", "1.8")]
)
def test_escalator_stopping_distance(limits: list[ItemLimit], speed: str, good: str, bad: str) -> None:
    bounds = bounds_of(limits, "DT-ES", "ES-39", {"nominalspeed": Decimal(speed)})
    assert len(bounds) == 1
    assert refuse_value(bounds[0], Decimal(good)) is None
    assert refuse_value(bounds[0], Decimal(bad)) is not None


def test_findings_name_item_and_limit(items: list[ItemResult], limits: list[ItemLimit]) -> None:
    names = {"kind": "3110", "runvelocity": Decimal("1.0")}
    here = changed(items, s1="", s4=FAIL, s9=NONE)
    here[30] = replace(here[30], value_type="measure", values={"balancefactor": Decimal("0.53")})
    here[28] = replace(here[28], value_type="measure")
    found = {(finding.level, finding.seq): finding.text for finding in check_items(here, limits, names)}
    assert found == {
        ("error", 1): "第1项使用资料：没有结果",
        ("error", 4): "第4项缓冲器：不符合时须填写说明",
        ("info", 4): "第 4 项 缓冲器：重点项目不符合",
    }


@pytest.mark.parametrize(
    ("equclass", "kind", "left"),
    [
        ("3000", "3110", {"6", "7", "10"}),
        ("3000", "3210", {"6", "7"}),  # hydraulic lifts have a pressure test
        ("4000", "4110", {"10"}),
        ("5000", "5110", {"6", "7", "10"}),
        ("1000", "1100", set()),
        ("8000", "8310", set()),
    ],
)
def test_supervision_asks_only_for_the_tests_of_the_class(rows: Rows, equclass: str, kind: str, left: set[str]) -> None:
    rules = [prefill(row) for row in rows("report_item_prefill")]
    given = prefill_items(rules, "TY-JJ", Place({"equclass": equclass, "kind": kind}))
    assert {one.item_no for one in given if one.result == NONE} == left
