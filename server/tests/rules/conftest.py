"""The project's own reference data as typed rule rows, read once."""

import csv
from functools import cache
from pathlib import Path

import pytest

from tejian.inspection.rules.book import RuleBook, rule_book
from tejian.inspection.rules.seisort import SeisortRule, seisort_rule

DATA = Path(__file__).parents[2] / "tejian" / "data"


@cache
def rows(name: str) -> list[dict[str, str]]:
    """The rows of one CSV file of tejian/data."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


@pytest.fixture(scope="session")
def seisorts() -> list[SeisortRule]:
    return [seisort_rule(row) for row in rows("seisort_rules")]


@pytest.fixture(scope="session")
def book(seisorts: list[SeisortRule]) -> RuleBook:
    return rule_book(rows("cycle_rule"), rows("ele_cycle_rule"), seisorts, rows("inspection_setting"))
