"""Every rule of presence and of evidence spoken and silent, values on a limit and one unit beyond, and of each template
the record that inspected nothing: asked of the rules, with the answers that their text gives."""

import time
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from tejian import data
from tejian.golden.cases import Case, read
from tejian.golden.engine import Engine
from tejian.golden.run import ask_all

FOLDER = Path(__file__).parent / "presence"
TEMPLATES = sorted(one.stem for one in FOLDER.glob("*.json"))
FAST = 0.02  # seconds for one result: a report has some dozens of them


@cache
def cases(template: str) -> dict[str, list[Case]]:
    return read(FOLDER / f"{template}.json")


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_result_is_answered_as_its_rule_says(db: Session, template: str) -> None:
    said: list[str] = []
    own = cases(template)
    engine = Engine(db)
    ask_all(engine, {"presence": own["presence"][:1]}, said.append)  # what is read once
    start = time.perf_counter()
    passed, failed = ask_all(engine, {"presence": own["presence"]}, said.append)
    assert time.perf_counter() - start < FAST * len(own["presence"])
    assert said == []
    assert (passed, failed) == (len(own["presence"]), 0)
    assert ask_all(engine, {"records": own["records"]}, said.append) == (len(own["records"]), 0), said


def test_every_rule_has_a_case_that_it_speaks_of_and_one_that_it_does_not() -> None:
    every = [one for template in TEMPLATES for one in cases(template)["presence"]]
    spoken = {one["expect"]["rule"] for one in every if {"refused", "reason"} & set(one["expect"])}
    silent = {one["expect"]["rule"] for one in every if one["expect"].get("silent")}
    rules = {row["ruleid"] for table in ("report_item_presence", "report_item_evidence") for row in data.rows(table)}
    assert rules == spoken
    assert rules == silent
    assert len(every) > 3000
    assert {row["template"] for row in data.rows("report_items")} == set(TEMPLATES)
