"""The product names no table and no item of a template: what it reads of them has a role, declared in the data."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tejian import data
from tejian.golden.filling import givers
from tejian.inspection.rules.api import column_of, items_of_role, table_of

CODE = Path(__file__).parents[2] / "tejian"
ITEM = re.compile(r"[A-Z]\d(\.\d+)+(\(\d+\))?|ES-\d\d")
# codes that are no word of anything else; where the others would be asked for, the second test looks
CODES = {"thick", "doors", "cyl", "find", "reinsp", "elerope", "cranerope", "sdbrake", "eshand", "esstop", "esgap"}
LISTED = {"inspection/records/gathering.py"}  # the valves and lines that a report lists


def names(path: Path) -> Iterator[str]:
    """The quoted words of a file, but those of its sentences."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_table_and_no_item_of_a_template_is_named_in_the_code() -> None:
    assert {row["table_code"] for row in data.rows("report_tables")} >= CODES
    found = [
        f"{path.relative_to(CODE)} {name}"
        for path in sorted(CODE.rglob("*.py"))
        for name in names(path)
        if name in CODES or ITEM.fullmatch(name)
    ]
    assert found == []


def test_the_rules_of_records_name_none_of_the_others_either() -> None:
    own = [path for part in ("rules", "records") for path in sorted((CODE / "inspection" / part).glob("*.py"))]
    asked = re.compile(r"""(tables|worked|measures)(\.get\(|\[)"\w""")
    found = [str(path.relative_to(CODE)) for path in own if asked.search(path.read_text("utf-8"))]
    assert [one for one in found if one not in LISTED] == []


def test_every_role_is_that_of_a_table_or_an_item_that_there_is() -> None:
    columns = {(row["table_code"], row["column"]) for row in data.rows("report_tables")}
    items = {(row["template"], row["item_no"]): row["content"] for row in data.rows("report_items")}
    for row in data.rows("template_roles"):
        role = row["role"]
        assert row["source"] and row["check_state"]
        own = items_of_role(role)
        assert own <= set(items) if row["item_no"] else (table_of(role), column_of(role)) in columns, role
    brakes = {key for key, content in items.items() if "125" in content and key[0].startswith("DT")}
    assert items_of_role("braketest") == brakes  # of every list that has such a test


def test_the_table_that_gives_a_name_follows_from_its_results() -> None:
    known = ("worstgrade", "worstline", "pressfailed", "openliaison", "freefailed", "cylpass", "cylscrap")
    assert [sorted(givers(one)) for one in known] == [
        ["find"],
        ["lines"],
        ["press"],
        ["stage"],
        ["free"],
        ["cyl"],
        ["cyl"],
    ]
