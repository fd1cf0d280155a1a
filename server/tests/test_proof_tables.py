"""What is named exists: files that carry a sentence of docs/areas/*-proof.md, the tests that prove it, and decisions.

A sentence stands in a table only while a test asserts it, or while it says that none does yet. Times of a day belong to
docs/performance.md.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER, TESTS = ROOT / "server" / "tejian", ROOT / "server" / "tests"
TABLES = sorted((ROOT / "docs" / "areas").glob("*-proof.md"))


def rows_of(table: Path) -> list[list[str]]:
    lines = table.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.startswith("| ") and not line.startswith("| 约定")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in kept]


ROWS = [row for table in TABLES for row in rows_of(table)]


def test_each_sentence_is_carried_and_proved_or_says_what_is_missing() -> None:
    assert len(TABLES) == 5 and all(len(rows_of(table)) > 50 for table in TABLES)
    assert all(len(row) == 3 and row[0] and row[2] for row in ROWS)
    assert all("还" in row[2] for row in ROWS if not row[1])


def test_no_figure_of_a_day_stands_in_a_table() -> None:
    """What was measured one day is true of that day alone: it stands in docs/performance.md, with its day."""
    dated = re.compile(r"20\d\d-\d\d-\d\d|p95 \d|[（：]\d[\d,.]* ?(秒|毫秒|ms)")
    assert [row[0] for row in ROWS if dated.search(" ".join(row))] == []


def test_a_decision_that_is_named_is_there() -> None:
    there = {int(page.name[:4]) for page in (ROOT / "docs/adr").glob("0*.md")}
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "server").rglob("*.py")]
    named = {
        (file.name, int(number))
        for file in texts
        for group in re.findall(r"\bADR ?(\d+(?:, \d+)*)", file.read_text(encoding="utf-8"))
        for number in group.split(", ")
    }
    assert len(named) > 20
    assert sorted(one for one in named if one[1] not in there) == []


@pytest.mark.parametrize("row", [row for row in ROWS if row[1]], ids=lambda row: row[0][:24])
def test_what_a_sentence_names_is_there(row: list[str]) -> None:
    for name in row[1].split("、"):
        assert ((ROOT / name) if name.startswith("web/") else SERVER / name).is_file(), name
    for name in row[2].split("、"):
        path, _, piece = name.partition("::")
        file = (ROOT / path) if path.startswith("web/") else TESTS / path
        assert file.is_file(), name
        assert not piece or re.search(rf"def test_\w*{piece}", file.read_text(encoding="utf-8")), name
