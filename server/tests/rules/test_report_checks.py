"""Every check of reports in use: its planted fault makes it speak, and a clean report leaves it silent."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from tejian import data
from tejian.inspection.rules.api import CALLS, Finding, checks_in_use, report_check, speak

from .planted import Plant, facts_of, rows_in_use, stated

BASE, PLANTS = stated()
EVERY = rows_in_use()
LATE = {"BGSH", "BGSP"}


def said(plant: Plant, *layers: Mapping[str, Any], step: str = "") -> list[Finding]:
    facts = facts_of(BASE, plant, *layers)
    checks = checks_in_use(EVERY, facts.kind, facts.seisort, facts.testsort)
    return speak(checks, facts, step or plant["step"], CALLS)


def test_all_checks_are_there_and_one_that_is_not_in_use_says_why() -> None:
    assert len({one.code for one in EVERY}) == len(EVERY) == 283
    assert {one.code for one in EVERY if not one.off} == {one["check"] for one in PLANTS}
    assert all(bool(one.off) != bool(one.each) for one in EVERY)
    assert all(one.source for one in EVERY)


def test_a_check_that_speaks_of_an_empty_value_has_a_sentence_without_it() -> None:
    for one in EVERY:
        conditions = " ".join((one.condition, *(text for _name, text in one.lets)))
        empty = [name for name in re.findall(r"\{(\w+)}", one.sentence) if re.search(rf"\b{name} is empty", conditions)]
        last = one.sentence.rpartition("|")[2]
        assert not [name for name in empty if f"{{{name}}}" in last], one.code


@pytest.mark.parametrize(
    ("code", "lacking", "sentence"),
    [
        ("SD08", {"ropeinstalldate": None, "ropeyears": None}, "钢丝绳安装日期不明，请核实更换年限"),
        ("RQ06", {"grade": None}, "结论“不符合，监控使用”没有安全状况等级"),
    ],
)
def test_a_value_that_is_missing_is_said_to_be_missing(code: str, lacking: dict[str, Any], sentence: str) -> None:
    plant = next(one for one in PLANTS if one["check"] == code)
    found = said(plant, plant["clean"], plant["fault"], {"names": lacking})
    assert [one.text for one in found if one.check == code] == [sentence]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant["check"])
def test_a_planted_fault_speaks_and_a_clean_report_does_not(plant: Plant) -> None:
    code = plant["check"]
    clean, planted = said(plant, plant["clean"]), said(plant, plant["clean"], plant["fault"])
    assert code not in {one.check for one in clean}
    assert [one.text for one in planted if one.check == code] == [plant["sentence"]]
    row = next(one for one in EVERY if one.code == code)
    assert {one.level for one in planted if one.check == code} == {"error" if row.hard else "warn"}
    hard = {one.check for one in planted if one.level == "error"} - {one.check for one in clean}
    assert hard == ({code} if row.hard else set())


@pytest.mark.parametrize("plant", [one for one in PLANTS if one["step"] in LATE], ids=lambda plant: plant["check"])
def test_a_check_of_a_later_step_does_not_speak_before(plant: Plant) -> None:
    assert plant["check"] not in {one.check for one in said(plant, plant["clean"], plant["fault"], step="BGLR")}


@pytest.mark.parametrize("plant", [one for one in PLANTS if one["step"] == "BGLR"], ids=lambda plant: plant["check"])
def test_a_check_speaks_at_every_later_step_too(plant: Plant) -> None:
    assert plant["check"] in {one.check for one in said(plant, plant["clean"], plant["fault"], step="BGSP")}


def test_a_notice_about_one_of_two_lists_is_not_held_against_the_other() -> None:
    """A boiler inspected inside and outside has two items 3: one failed and is named, the other conforms."""
    plant = next(one for one in PLANTS if one["check"] == "C09")
    results = {"GL-WJ": "×", "GL-NJ": "√"}
    items = [{"item": f"{one}:3", "seq": n, "result": r, "values": {}} for n, (one, r) in enumerate(results.items(), 1)]
    told = {"names": {"opinionno": "TZ1"}, "lists": {"notice_items": [{"itemno": "3", "answered": False}]}}
    assert "C09" not in {one.check for one in said(plant, {"items": items, **told})}
    items[0]["result"] = "√"
    assert "C09" in {one.check for one in said(plant, {"items": items, **told})}


def test_what_one_check_says_of_two_lines_has_two_keys_whatever_they_are_called() -> None:
    plant = next(one for one in PLANTS if one["check"] == "GD07")
    line = plant["fault"]["lists"]["lines"][0]
    two = {"lists": {"lines": [{**line, "id": name, "pipeno": name} for name in ("主蒸汽管", "给水管")]}}
    keys = [one.key for one in said(plant, plant["clean"], plant["fault"], two) if one.check == "GD07"]
    assert len(keys) == len({*keys}) == 2
    alone = {"lists": {"lines": two["lists"]["lines"][:1]}}
    assert [one.key for one in said(plant, plant["clean"], plant["fault"], alone) if one.check == "GD07"] == ["GD07"]


def test_hard_ones_come_first() -> None:
    plant = next(one for one in PLANTS if one["check"] == "T09")
    found = said(plant, {"names": {**plant["fault"]["names"], "inspectors_count": 1}})
    assert [one.check for one in found] == ["P01", "T09"]


def test_a_row_that_cannot_be_asked_is_said_and_not_passed_over() -> None:
    stored = next(row for row in data.rows("report_checks") if row["code"] == "GL01")
    wrong = report_check({**stored, "condition": "unitname > 3", "classes": "all", "sorts": "all"})
    plant = next(one for one in PLANTS if one["check"] == "T09")
    found = speak([wrong], facts_of(BASE, plant), "BGLR", CALLS)
    assert [(one.level, one.check) for one in found] == [("warn", "GL01")]
    assert "不能判断" in found[0].text


@pytest.mark.parametrize(("column", "value"), [("level", "loud"), ("step", "BGDY"), ("each", "sometimes")])
def test_a_row_that_cannot_be_read_is_refused(column: str, value: str) -> None:
    stored = next(row for row in data.rows("report_checks") if row["code"] == "GL01")
    with pytest.raises(ValueError, match="GL01"):
        report_check({**stored, column: value})


def test_a_grade_that_jumped_is_said_in_grades() -> None:
    plant = next(one for one in PLANTS if one["check"] == "C18")
    names = {"last_ssdegree": Decimal(2), "grade": Decimal(4), "prev_degree": None, "degree": None}
    found = said(plant, {"names": names})
    assert [one.text for one in found if one.check == "C18"] == ["结论由上次“2级”变为“4级”，请确认"]
