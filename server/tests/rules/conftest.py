"""The project's own reference data as typed rule rows, read once."""

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tejian.inspection.rules.book import RuleBook, rule_book
from tejian.inspection.rules.seisort import SeisortRule, seisort_rule

DATA = Path(__file__).parents[2] / "tejian" / "data"
Rows = Callable[[str], list[dict[str, str]]]


@cache
def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


@pytest.fixture(scope="session")
def rows() -> Rows:
    """The rows of one CSV file of tejian/data by its name."""
    return _rows


@pytest.fixture(scope="session")
def seisorts() -> list[SeisortRule]:
    return [seisort_rule(row) for row in _rows("seisort_rules")]


@pytest.fixture(scope="session")
def book(seisorts: list[SeisortRule]) -> RuleBook:
    return rule_book(_rows("cycle_rule"), _rows("ele_cycle_rule"), seisorts, _rows("inspection_setting"))


@pytest.fixture(scope="session")
def settings(book: RuleBook) -> dict[str, str]:
    return dict(book.settings)
