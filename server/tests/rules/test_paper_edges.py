"""Waybills and mark sheets, tables that may not lack, what ends a failure and what is witnessed, at the edge."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tejian.inspection.posting import rules as posting
from tejian.inspection.printing import rules as printing
from tejian.inspection.rules.elevator import FAIL, ItemResult
from tejian.inspection.rules.least import least_rows, table_points
from tejian.inspection.rules.standing import DETECTION, RESULT, Done, failures, result_rule, written_by
from tejian.inspection.rules.subject import subject_rule, subjects_of, subjects_of_sort
from tejian.inspection.rules.supervision import completion_paper, papers_for, points_for, witness_point
from tejian.inspection.rules.tables import record_tables, table_column
from tejian.kit.ground.errors import BadInput

Rows = Callable[[str], list[dict[str, str]]]


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        ("EA100001", "EA100001", 1),
        ("EA000001", "EA100000", posting.MOST),
        ("EA000001", "EA100001", None),
        ("EA100002", "EA100001", None),
        ("EA100001", "EB100002", None),
        ("EA100001", "EA1000002", None),
        ("ABCDEFGH", "ABCDEFGI", None),
        ("EA100001", "ABCDEFGI", None),
        ("ABCDEFGH", "EA100001", None),
        ("EA10001", "EA10002", None),
    ],
)
def test_a_run_of_waybills(first: str, last: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(BadInput):
            posting.numbers(first, last)
    else:
        run = posting.numbers(first, last)
        assert (run.last - run.first + 1, run.text(run.first)) == (count, first)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("HG001", 1),
        ("HG001~HG001", 1),
        ("HG001~HG010", 10),
        ("HG001 HG005", 2),
        ("", 0),
        (f"HG001~HG{printing.MOST}", printing.MOST),
        (f"HG001~HG{printing.MOST + 1}", None),
        (f"HG001~HG{printing.MOST},HG900", None),
        (f"HG002~HG{printing.MOST},HG900", printing.MOST),
        ("HG002~HG001", None),
        ("HG001~HX002", None),
        ("HG001~HG0002", None),
        ("HG001~HG002~HG003", None),
        ("HG", None),
    ],
)
def test_the_sheets_that_were_typed(text: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(BadInput):
            printing.read(text, "标志编号")
    else:
        assert len(printing.read(text, "标志编号")) == count


def test_a_sheet_is_said_once() -> None:
    printing.refuse_twice(printing.read("HG001 HG002", ""))
    with pytest.raises(BadInput, match="HG001重复"):
        printing.refuse_twice(printing.read("HG001 HG002 HG001", ""))


@pytest.mark.parametrize(
    ("text", "last", "gaps"),
    [
        ("HG010~HG012", 9, []),
        ("HG010 HG012", 9, ["HG011"]),
        ("HG012 HG010", 9, ["HG011"]),
        ("HG010", 8, ["HG009"]),
        ("HG010", 10, []),
        ("HG010", 11, []),
        ("HG010", None, []),
        ("HG060", 10, 49),  # the last number that still is of the roll
        ("HG061", 10, []),
    ],
)
def test_no_sheet_of_a_roll_is_left_without_account(text: str, last: int | None, gaps: Any) -> None:
    found = printing.missing(printing.read(text, ""), last)
    assert (len(found) if isinstance(gaps, int) else [str(one) for one in found]) == gaps


def test_a_table_of_a_record_has_as_many_rows_as_it_must(rows: Rows) -> None:
    columns = [table_column(row) for row in rows("report_tables")]
    template, tables = next(iter(record_tables(columns).items()))
    code, table = next(one for one in tables.items() if one[1].of("input"))
    typed = table.of("input")[0].column
    own = {
        "template": template,
        "table_code": code,
        "least": "2",
        "condition": "",
        "items": "",
        "label": "",
        "check": "",
    }
    point = table_points(own)
    assert (point.check, table_points(own | {"check": "X1"}).check) == ("M02", "X1")

    def lacks(filled: list[dict[str, Any]], result: str = "", **more: Any) -> list[bool]:
        items = [ItemResult(1, "B1", "", False, result, template=template)]
        found = least_rows([replace(point, **more)], tables, {code: filled}, items, {})
        return [one.lacks for one in found]

    assert lacks([{typed: "1"}, {typed: "2"}]) == [False]
    assert lacks([{typed: "1"}, {typed: ""}]) == lacks([{typed: "1"}, {typed: None}, {}]) == [True]
    assert lacks([{typed: 0}, {typed: 0}]) == [False]
    assert lacks([], condition="rows>0") == [] and lacks([{typed: "1"}], condition="rows>0") == [True]
    assert lacks([{typed: "1"}] * 2, least="2 + none") == [True]
    assert lacks([], FAIL, items=("B1",)) == [True]
    assert lacks([], "", items=("B1",)) == lacks([], FAIL, items=("B2",)) == []


def rule(sorts: str, writes: str = "", includes: str = "") -> Any:
    return result_rule({"kinds": "31*", "sorts": sorts, "writes": writes, "includes": includes})


def test_what_an_inspection_writes_and_which_failure_it_ends() -> None:
    rules = [rule("0211", "", "0701"), rule("02", RESULT), rule("0701", DETECTION)]
    assert [written_by(rules, kind, sort) for kind, sort in (("3110", "0211"), ("3110", "0701"), ("4110", "0211"))] == [
        RESULT,
        DETECTION,
        "",
    ]
    assert written_by(rules, "3110", "0101") == ""

    def left(*done: tuple[str, str, str, str]) -> list[str]:
        return [one.id for one in failures(rules, "3110", [Done(*one) for one in done])]

    failed, detected = ("1", "1", "0211", "1032"), ("2", "2", "0701", "1072")
    assert left(failed) == ["1"] and left(failed, detected) == ["1", "2"]
    assert left(failed, ("3", "3", "0211", "")) == []
    assert left(failed, ("3", "1", "1501", "")) == []  # its re-inspection
    assert left(failed, ("3", "9", "1501", "")) == ["1"]
    assert left(detected, ("3", "3", "0211", "")) == []  # which includes it
    assert left(failed, ("3", "3", "0701", "")) == ["1"]
    assert left(failed, ("3", "3", "0211", "1032")) == ["3"]


def test_what_an_inspection_is_of() -> None:
    def of(seisorts: str, sorts: str, subject: str) -> Any:
        return subject_rule({"kinds": "7*", "seisorts": seisorts, "sorts": sorts, "subject": subject})

    rules = [of("04", "0402", "valve"), of("all", "0103", "product or device")]
    assert subjects_of(rules, "7310", "04", "0402") == ("valve",)
    assert subjects_of(rules, "7310", "04", "0401") == ("device",)
    assert subjects_of(rules, "7310", "01", "0402") == ("device",)
    assert subjects_of(rules, "3110", "04", "0402") == ("device",)
    assert subjects_of(rules, "7310", "01", "0103") == ("product", "device")
    assert subjects_of_sort(rules, "04", "0402") == {"valve"}
    assert subjects_of_sort(rules, "01", "0103") == {"product", "device"}
    assert subjects_of_sort(rules, "01", "0101") == {"device"}
    with pytest.raises(ValueError):
        of("04", "0402", "none")


@pytest.mark.parametrize(
    ("sorts", "sort", "fits"),
    [
        ("all", "0102", True),
        ("0102", "0102", True),
        ("01", "0102", True),
        ("0103", "0102", False),
        ("02", "0102", False),
    ],
)
def test_points_and_papers_are_for_their_sort(sorts: str, sort: str, fits: bool) -> None:
    point = {"kinds": "31*", "sorts": sorts, "seq": "1", "stage": "", "hold": "H", "name": "", "requirement": ""}
    one = witness_point(point | {"loadtest": "Y"})
    paper = completion_paper({"kinds": "31*", "sorts": sorts, "seq": "1", "name": "", "required": "Y"})
    assert points_for([one], "3110", sort) == ([one] if fits else [])
    assert papers_for([paper], "3110", sort) == ([paper] if fits else [])
    assert points_for([one], "4110", sort) == []
    assert one.loadtest and not witness_point(point | {"loadtest": "N"}).loadtest
    assert paper.required
    assert not completion_paper({"kinds": "", "sorts": "", "seq": "1", "name": "", "required": ""}).required
    for later, first in ((2, 1), (1, 2)):
        two = [replace(one, sorts="all", seq=later), replace(one, sorts="all", seq=first)]
        assert [found.seq for found in points_for(two, "3110", sort)] == [1, 2]
    with pytest.raises(ValueError):
        witness_point(point | {"hold": "X", "loadtest": ""})
