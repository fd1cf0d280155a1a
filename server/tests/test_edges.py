"""`./test --edges` follows the code: its places are found, each can be turned, and every reason is for one of them."""

import ast
import sys
from collections import Counter
from typing import Any

import pytest

from tools import edge_switch, edges, places

SAMPLE = '''"""A module."""

from __future__ import annotations

from datetime import timedelta


def below(a, b): return a < b
def most(a, b): return a <= b
def between(a, b): return 1 <= a < b
def between_found(a, b): return 1 <= int(a) < b
def same(a, b): return a == b
def both(a, b): return a and b
def either(a, b): return f"{a or b}"
def least(a, b): return min(a, b)
def greatest(a, b): return max((a, b), key=lambda one: one)
def after(a, b): return a + 1
def days(a, b): return timedelta(days=3).days
def named(a, b): return (n := a) > b and n
'''
# function, values, what it gives as it stands, and turned at each of its places in their order
TURNED = [
    ("below", (1, 1), False, [True]),
    ("most", (1, 1), True, [False]),
    ("between", (1, 2), True, [False, True]),
    ("between", (2, 2), False, [False, True]),
    ("between_found", (1, 2), True, [False, True]),
    ("between_found", (2, 2), False, [False, True]),
    ("same", (1, 1), True, [False]),
    ("both", (1, 0), 0, [1]),
    ("both", (0, 1), 0, [1]),
    ("either", (0, 1), "1", ["0"]),
    ("least", (1, 2), 1, [2]),
    ("greatest", (1, 2), 2, [1]),
    ("after", (1, 0), 2, [1]),
    ("days", (0, 0), 3, [4]),
    ("named", (2, 2), False, [2, 2]),
]


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> Any:
    text, turner = places.turned_text(SAMPLE, "area/sample.py")
    monkeypatch.setitem(sys.modules, places.SWITCH, edge_switch)
    kinds, pairs = list(edge_switch.KINDS), list(edge_switch.PAIRS)
    edge_switch.use(turner.kinds)
    made: dict[str, Any] = {}
    exec(compile(text, "sample", "exec"), made)
    yield made, turner.places
    edge_switch.KINDS[:], edge_switch.PAIRS[:] = kinds, pairs


@pytest.mark.parametrize(("function", "values", "plain", "turned"), TURNED)
def test_a_place_is_its_neighbour_when_it_is_turned_and_nothing_else_is(
    sample: Any, monkeypatch: pytest.MonkeyPatch, function: str, values: tuple[int, int], plain: Any, turned: list[Any]
) -> None:
    made, found = sample
    own = [n for n, place in enumerate(found) if place.function == function]
    given = []
    for active in (-1, *own, next(n for n in range(len(found)) if n not in own)):
        monkeypatch.setattr(edge_switch, "active", active)
        given.append(made[function](*values))
    assert given == [plain, *turned, plain]


@pytest.mark.parametrize(
    ("function", "values", "differs"),
    [
        ("below", (1, 1), 1),
        ("below", (1, 2), 0),
        ("between", (2, 3), 0),
        ("between", (1, 1), 2),
        ("both", (True, True), 0),
        ("both", (True, False), 1),
        ("least", (1, 1), 0),
        ("least", (1, 2), 1),
    ],
)
def test_where_the_neighbour_gives_the_same_no_test_can_tell_them_apart(
    sample: Any, monkeypatch: pytest.MonkeyPatch, function: str, values: tuple[int, int], differs: int
) -> None:
    made, found = sample
    monkeypatch.setattr(edge_switch, "noting", True)
    edge_switch.begin()
    made[function](*values)
    assert {found[n].function for n in edge_switch.reached or ()} == {function}
    assert len(edge_switch.differs) == differs


MODULES = [places.turned(file) for file in places.modules()]
EVERY = [place for _, turner in MODULES for place in turner.places]


def test_every_rule_of_the_product_can_be_turned() -> None:
    for text, _ in MODULES:
        ast.parse(text)
    assert len(EVERY) > 1400
    assert max(Counter(place.key for place in EVERY).values()) == 1


def test_every_role_is_that_of_a_module() -> None:
    """A module that is called otherwise by now would be left out without a word."""
    assert set().union(*(places.roles_of(file) for file in places.modules())) == places.ROLES


def test_what_cannot_matter_is_there_and_says_why() -> None:
    found = edges.excuses()
    assert edges.unused(EVERY) == []
    assert all(len(one.reason) > 20 for one in found)
    assert len({(one.area, one.function, one.text, one.becomes) for one in found}) == len(found)
    assert len(found) < len(EVERY) / 10
