"""The switch at each place of a copy under test: as written, or turned to its neighbour.

Placed beside the product of the copy by tools/edges.py. While tests are recorded, it also notes which places a test
comes to, and at which of them the neighbour would have given another value.
"""

import json
import operator
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Eq": operator.eq,
    "NotEq": operator.ne,
}
PICKS: dict[str, Callable[..., Any]] = {"min": min, "max": max}
KINDS: list[Sequence[str]] = []  # of each place what it is, as tools/places.py says it
PAIRS: list[tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]] | None] = []


def use(kinds: Sequence[Sequence[str]]) -> None:
    """The places that there are."""
    KINDS[:] = kinds
    PAIRS[:] = [(OPERATORS[k[1]], OPERATORS[k[2]]) if k[0] == "compare" else None for k in kinds]


_KINDS = Path(__file__).with_name("edge_kinds.json")
if _KINDS.exists():
    use(json.loads(_KINDS.read_text()))

active = int(os.environ.get("EDGE_ACTIVE", "-1"))
reached: set[int] | None = None  # what the test that is recorded came to
differs: set[int] = set()  # of that, where the neighbour's value is another
outside: set[int] = set()  # what was come to before any test: while modules are read
noting = os.environ.get("EDGE_NOTING") == "1"


def _note(place: int, other: bool) -> None:
    into = outside if reached is None else reached
    into.add(place)
    if other and reached is not None:
        differs.add(place)


def _same(one: Any, other: Callable[[], Any]) -> bool:
    try:
        found = other()
    except Exception:
        return False
    return type(one) is type(found) and isinstance(one, bool | int | str | float) and one == found


def on(place: int) -> bool:
    if noting:
        _note(place, True)
    return place == active


def seen(place: int, value: Any) -> Any:
    """Of `and` and `or`: noted by `on`, which comes first."""
    if noting and isinstance(value, bool):
        falls = value if KINDS[place][0] == "and" else not value
        if falls and reached is not None and place not in _other:
            differs.discard(place)
        elif reached is not None:
            _other.add(place)
    elif noting:
        _other.add(place)
    return value


_other: set[int] = set()  # `and` and `or` of this test whose neighbour gives another value


def begin() -> None:
    """A test that is recorded begins."""
    global reached, differs, _other
    reached, differs, _other = set(), set(), set()


def compare(place: int, one: Any, two: Any) -> Any:
    pair = PAIRS[place]
    assert pair is not None
    if place == active:
        return pair[1](one, two)
    found = pair[0](one, two)
    if noting:
        _note(place, place in differs or not _same(found, lambda: pair[1](one, two)))
    return found


def chain(places: tuple[int, ...], *values: Any) -> Any:
    """`low <= value < high`, its comparisons left to right until one fails."""
    result: Any = True
    for place, one, two in zip(places, values, values[1:], strict=False):
        result = compare(place, one, two)
        if not result:
            break
    return result


def pick(place: int) -> Callable[..., Any]:
    _, name, turned = KINDS[place]
    if place == active:
        return PICKS[turned]
    if not noting:
        return PICKS[name]

    def noted(*values: Any, **more: Any) -> Any:
        if len(values) == 1:
            values = (list(values[0]),)
        found = PICKS[name](*values, **more)
        try:
            other = PICKS[turned](*values, **more) != found
        except Exception:
            other = True
        _note(place, bool(other))
        return found

    return noted


def step(place: int, value: int, turned: int) -> int:
    if noting:
        _note(place, True)
    return turned if place == active else value
