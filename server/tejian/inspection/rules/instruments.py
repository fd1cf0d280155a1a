"""Which instruments the items of a record presuppose, and which of a box meet that. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .elevator import ItemResult

Need = Mapping[str, Any]  # `any` = the types of which one will do, `count` how many, `type` in words
Tool = Mapping[str, Any]  # `id` and `type`
ABSENT = "—"


def instrument_need(row: Mapping[str, str]) -> list[dict[str, Any]]:
    """A row of instrument_needs.csv: `塞尺+推拉力计` both, `钢直尺|卷尺` one of them, `压力表×2` two."""
    needs: list[dict[str, Any]] = []
    for part in filter(None, row["needs"].split("+")):
        words, _, count = part.partition("×")
        needs.append({"type": part.replace("|", "或"), "any": tuple(words.split("|")), "count": int(count or 1)})
    return needs


def is_measured(item: ItemResult) -> bool:
    """Whether a value of an item says that something was measured."""
    return bool(item.values) and item.result not in ("", ABSENT)


def may_measure(item: ItemResult) -> bool:
    """Whether an item was measured, or still may be: what has its result without a value is not measured any more."""
    return item.result != ABSENT and bool(item.values or not item.result)


def lacks(need: Need, types: Sequence[str]) -> bool:
    """Whether instruments of these types do not meet a need."""
    return sum(one in need["any"] for one in types) < int(need["count"])


def proposal(needs: Iterable[Need], held: Sequence[Tool], box: Sequence[Tool]) -> list[Tool]:
    """The instruments of a box that meet what those already held do not: the narrowest need first, of several types
    that will do the one named first."""
    chosen: list[Tool] = []
    for need in sorted(needs, key=lambda one: len(one["any"])):
        for kind in need["any"]:
            for tool in box:
                if lacks(need, [one["type"] for one in (*held, *chosen)]) and tool["type"] == kind:
                    known = {one["id"] for one in (*held, *chosen)}
                    chosen += [tool] if tool["id"] not in known else []
    return chosen


def at_once(begun: str, ended: str, other_begun: str, other_ended: str) -> str | None:
    """`09:30～10:00`: when two inspections of a day went on at the same time; '' at no time, None when one of them does
    not say both its times (`HH:MM`).

    One that ends when the other begins is over.
    """
    if not (begun and ended and other_begun and other_ended):
        return None
    start, end = max(begun, other_begun), min(ended, other_ended)
    return f"{start}～{end}" if start < end else ""
