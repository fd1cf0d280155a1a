"""Allowed combinations, kind patterns and inspector qualifications."""

from collections.abc import Callable

import pytest

from tejian.archives.common.kinds import class_of, kind_matches
from tejian.inspection.rules.seisort import (
    SeisortRule,
    allowed_rules,
    cover,
    fields_updated,
    find_rule,
    refuse_combination,
    refuse_inspector,
)

Rows = Callable[[str], list[dict[str, str]]]


@pytest.mark.parametrize(
    ("pattern", "kind", "expected"),
    [
        ("31*,32*", "3110", True),
        ("31*,32*", "3310", False),
        ("3410", "3410", True),
        ("3110", "31101", True),
        ("4D*", "4D001", True),
        ("all", "6D20", True),
        ("", "3110", False),
        ("31*", "", False),
    ],
)
def test_kind_patterns(pattern: str, kind: str, expected: bool) -> None:
    assert kind_matches(pattern, kind) is expected


def test_classes() -> None:
    assert [class_of(kind) for kind in ("31101", "4D00", "7310", "F220", "7110", "R310", "")] == [
        "3000", "4000", "7310", "7310", "7000", "2000", ""
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "seisort", "testsort", "prefix", "template", "items"),
    [
        ("31101", "02", "0211", "TD", "DT-DJ", ("DT-DJ",)),
        ("3310", "02", "0211", "TD", "DT-ES", ("DT-ES",)),
        ("34301", "02", "0211", "TD", "DT-ZW", ("DT-ZW",)),
        ("3110", "15", "1501", "TF", "DT-FJ", ()),
        ("12002", "02", "0204", "GD", "GL-NW", ("GL-NJ", "GL-WJ")),
        ("4170", "06", "0601", "QS", "QZ-SJ", ("QZ-DJ",)),
        ("7310", "04", "0402", "FD", "AQF-ZX", ("AQF-LX",)),
        ("8210", "02", "0213", "DD", "GD-QM", ("GD-DJ",)),
    ],
)
def test_rule_of_a_combination(
    kind: str,
    seisort: str,
    testsort: str,
    prefix: str,
    template: str,
    items: tuple[str, ...],
    seisorts: list[SeisortRule],
) -> None:
    rule = find_rule(seisorts, kind, seisort, testsort)
    assert rule is not None
    assert (rule.report_no_prefix, rule.template_code, rule.item_templates) == (prefix, template, items)


def test_what_is_not_in_the_table_is_refused(seisorts: list[SeisortRule]) -> None:
    assert refuse_combination(seisorts, "3110", "02", "0211") is None
    sentence = refuse_combination(seisorts, "3110", "02", "0205")
    assert sentence is not None
    assert sentence.startswith("该设备类别不能申报此检验类别，可申报：监督检验、定期检验")
    assert refuse_combination(seisorts, "5110", "01", "0103") is not None
    assert refuse_combination(seisorts, "7310", "05", "0502") is not None
    assert "0103" not in {rule.testsort for rule in allowed_rules(seisorts, "5110")}


def test_fields_of_a_test_sort(seisorts: list[SeisortRule]) -> None:
    assert fields_updated(seisorts, "3110", "0211") == ("ninspdate", "ndetdate")
    assert fields_updated(seisorts, "8310", "0212") == ("ninspdate",)
    assert fields_updated(seisorts, "3110", "0104") == ()


def test_either_qualification_is_enough_and_supervision_covers_periodic(
    seisorts: list[SeisortRule], rows: Rows
) -> None:
    covers = [cover(row) for row in rows("qualification_cover")]
    lift = find_rule(seisorts, "3110", "02", "0211")
    boiler = find_rule(seisorts, "1100", "02", "0201")
    assert lift is not None
    assert boiler is not None
    assert refuse_inspector(lift, "张三", {"DT-1"}) is None
    assert refuse_inspector(lift, "张三", {"TS"}) is None
    assert refuse_inspector(boiler, "李四", {"GL-2"}) is not None
    assert refuse_inspector(boiler, "李四", {"GL-2"}, covers) is None
    assert refuse_inspector(lift, "王五", {"QZ-1"}, covers) == "王五没有定期检验所需的资格：TS或DT-1"


def test_who_may_inspect_a_device_may_inspect_it_again(seisorts: list[SeisortRule]) -> None:
    """A re-inspection wants no other certificate than the inspection that failed."""
    again = {rule.equclass: set(rule.qualifications) for rule in seisorts if rule.testsort == "1501"}
    for rule in seisorts:
        if rule.seisort == "02" and rule.equclass in again and not rule.kind_filter.startswith(("22", "23")):
            assert set(rule.qualifications) <= again[rule.equclass], (rule.equclass, rule.testsort)
