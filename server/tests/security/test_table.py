"""The table of docs/security.md names tests that are there."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
TABLE = TESTS.parents[1] / "docs" / "security.md"
WEB = TESTS.parents[1] / "web" / "tests"


def test_every_test_that_the_table_names_is_there() -> None:
    named = re.findall(r"`([\w/.]+\.(?:py|tsx|ts))::([^`]+)`", TABLE.read_text())
    assert len(named) > 40
    for file, name in named:
        text = (TESTS / file if file.endswith(".py") else WEB / file).read_text()
        assert (f"def {name}(" if file.endswith(".py") else f"test('{name}'") in text, (file, name)


def test_every_row_names_a_test_or_says_that_there_is_none() -> None:
    for line in TABLE.read_text().splitlines():
        if line.startswith("| ") and not line.startswith("| 威胁"):
            last = line.rstrip(" |").rsplit("|", 1)[-1].strip()
            assert "::" in last or last == "无", line
