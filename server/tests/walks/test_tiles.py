"""The desktop has a tile for every step of every process, and each tile counts what the list behind it shows."""

from typing import Any
from urllib.parse import parse_qsl

import pytest

from tejian import areas, data
from tejian.kit.lists.listview import LISTS
from tejian.kit.process.steps import PROCESSES, nobody

from .conftest import Office
from .ways import STAGES, WAYS

areas.load()
STEPS = [(p.name, s.code) for p in PROCESSES.values() for s in p.steps if s.who is not nobody]
BOX = "/my"
VIEWS = {row["path"]: row["view"] for row in data.rows("screens")}


def shown(office: Office, login: str, tile: dict[str, Any]) -> int:
    """How many rows the page of a tile has; of a page with two lists, that of the step."""
    path, _, query = tile["route"].partition("?")
    if path == BOX:  # its visits stand on the page itself
        return sum(one["step"] == tile["stepcode"] for one in office.good(login, "/api/visit/booked"))
    view = LISTS[VIEWS[path] or f"jy_step_{tile['stepcode']}"]
    asked = {k: v for k, v in parse_qsl(query) if k not in view.params}
    assert set(asked) <= {s.name for s in view.search}, (tile, "the list does not know this condition")
    found: int = office.good(login, view.url, **view.params, **asked)["count"]
    return found


@pytest.mark.parametrize(("process", "step"), STEPS)
def test_a_tile_counts_what_its_list_shows(office: Office, process: str, step: str) -> None:
    subject = STAGES[process, step](office)
    assert subject.step == step
    declared, forward = PROCESSES[process].by_code[step], PROCESSES[process].forward_of(step)
    assert forward is not None
    login = WAYS[process, forward.name].login
    tiles = office.good(login, "/api/home/todo")["steps"]
    [tile] = [t for t in tiles if t["stepcode"] == step]
    assert tile["label"] == (declared.waits or declared.name) and tile["count"] >= 1
    for one in tiles:
        assert one["count"] == shown(office, login, one), (login, one)


def test_the_applicant_has_no_tile_of_what_others_audit(office: Office) -> None:
    STAGES["correction", "AUDIT"](office)
    assert [t["stepcode"] for t in office.good("zhiliang", "/api/home/todo")["steps"]] == ["AUDIT"]
    assert [t for t in office.good("yewu", "/api/home/todo")["steps"] if t["stepcode"] == "AUDIT"] == []
