"""Shares the time of somebody who has several items open at once: each minute in equal parts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


@dataclass(frozen=True)
class Span:
    """An item open from one minute of the day to another."""

    key: str
    begin: int
    end: int


@dataclass(frozen=True)
class Share:
    """What is an item's own of its span, in whole minutes, and how many were open at most beside and with it."""

    minutes: int
    together: int


def minute(clock: str) -> int:
    """`HH:MM` as minutes of the day."""
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def shares(spans: Iterable[Span]) -> dict[str, Share]:
    """Of the spans of one person on one day."""
    own = [one for one in spans if one.end > one.begin]
    edges = sorted({edge for one in own for edge in (one.begin, one.end)})
    parts = {one.key: Fraction(0) for one in own}
    most = dict.fromkeys(parts, 1)
    for begin, end in pairwise(edges):
        open_: Sequence[str] = [one.key for one in own if one.begin <= begin and one.end >= end]
        for key in open_:
            parts[key] += Fraction(end - begin, len(open_))
            most[key] = max(most[key], len(open_))
    return {key: Share(max(1, round(part)), most[key]) for key, part in parts.items()}
