"""设备类别 works at every level on every list: what is picked asks for all that stands below it, and nothing else."""

import re

import pytest
from sqlalchemy.dialects import postgresql

from tejian import areas, data
from tejian.kit.lists.listview import LISTS, Search

areas.load()
NODES = {row["value"]: row["parentValue"] for row in data.rows("dictionaries") if row["type"] == "C602"}
PICKERS = [(no, s) for no, view in LISTS.items() for s in view.search if s.widget == "category"]


def below(node: str) -> set[str]:
    """The node and all that stands below it."""
    found, todo = set(), [node]
    while todo:
        one = todo.pop()
        found.add(one)
        todo += [code for code, parent in NODES.items() if parent == one and code not in found]
    return found


def asked_for(search: Search, node: str) -> set[str]:
    """The codes of the dictionary that the condition of a picked node finds."""
    said = str(search.where(node).compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True}))
    (beginning,) = re.findall(r"LIKE '(\w+)' ", said)
    found = {code for code in NODES if code.startswith(beginning)}
    for no, codes in re.findall(r"(NOT )?IN \(([^)]*)\)", said):
        listed = set(re.findall(r"'(\w+)'", codes))
        found = found - listed if no else found | listed
    return found


def test_there_are_pickers_and_levels() -> None:
    assert len(PICKERS) > 50 and {len(code.rstrip("0")) for code in NODES} >= {1, 2, 3}


@pytest.mark.parametrize("level", ["class", "category", "kind"])
def test_every_level_finds_all_below_it_on_every_list(level: str) -> None:
    nodes = [c for c in NODES if (level == "kind") == (below(c) == {c}) and (level == "class") == c.endswith("000")]
    assert nodes
    wrong = [(no, node) for no, search in PICKERS for node in nodes if asked_for(search, node) != below(node)]
    assert wrong == []
