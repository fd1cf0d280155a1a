"""设备统计: every number is the number of rows of the list behind it."""

import zipfile
from io import BytesIO
from itertools import permutations
from typing import Any

import pytest

from tejian.archives.equipment.counting import DIMENSIONS

from .conftest import Archive

STAT, ROWS = "/api/eqdbase/eqdBasic/equmentStat", "/api/eqdbase/eqdBasic/equmentStatDetail"


def rows_behind(archive: Archive, login: str, **query: Any) -> int:
    count: int = archive.office.good(login, ROWS, pageSize="1", exactCount="1", **query)["count"]
    return count


@pytest.mark.parametrize("pair", list(permutations(DIMENSIONS, 2))[::7])
def test_each_number_is_the_count_of_its_rows(archive: Archive, pair: tuple[str, str]) -> None:
    table = archive.office.good("shouli", STAT, row=pair[0], col=pair[1])
    row, col = table["row"], table["col"]
    assert table["total"] == rows_behind(archive, "shouli") == sum(c["total"] for c in table["columns"])
    assert table["total"] > 0
    for line in table["rows"]:
        asked = {row["prop"]: line["value"] + row["suffix"]}
        assert line["total"] == sum(line["cells"].values()) == rows_behind(archive, "shouli", **asked)
        value, number = next(iter(line["cells"].items()))
        assert rows_behind(archive, "shouli", **asked, **{col["prop"]: value + col["suffix"]}) == number
        assert line["late"] == rows_behind(archive, "shouli", **asked, overdue="1")
        assert line["unqualified"] == rows_behind(archive, "shouli", **asked, unqualified="1")


def test_counts_follow_the_scope_and_the_conditions(archive: Archive) -> None:
    all_of_it = archive.office.good("shouli", STAT, row="class")
    lifts = archive.office.good("shouli", STAT, row="class", byclass="3000")
    assert [line["value"] for line in lifts["rows"]] == ["3000"]
    assert lifts["total"] == next(line["total"] for line in all_of_it["rows"] if line["value"] == "3000")
    assert archive.office.refused("shouli", STAT, row="prono") == "统计项目不正确"
    assert archive.office.post("qiye", STAT)["errorCode"] == "NO_PERMISSION"


def test_the_table_is_exported_with_its_totals(archive: Archive) -> None:
    answer = archive.get("shouli", "/api/eqdbase/eqdBasic/equmentStatExport", row="area", col="class")
    text = zipfile.ZipFile(BytesIO(answer.content)).read("xl/worksheets/sheet1.xml")
    assert b"<row" in text and text.count(b"<row") >= 3
