"""Where each number of a batch is: in store, with a department, used, spoiled or void. Without a database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tejian.inspection.models.labels import ISSUED, RETURNED

Span = tuple[int, int]  # first and last, both included


@dataclass
class Standing:
    """The numbers of a batch by where they are. `holders` says with which department a number is."""

    store: set[int]
    holders: dict[int, str] = field(default_factory=dict)
    void: set[int] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    spoiled: set[int] = field(default_factory=set)
    doubtful: set[int] = field(default_factory=set)  # used or spoiled though nobody had it, or void


def standing(span: Span, moves: Iterable[tuple[str, Span, str]], used: Iterable[tuple[int, bool]]) -> Standing:
    """What the moves (kind, span, department) make of a batch in their order, and then the sheets (number, spoiled)."""
    out = Standing(set(range(span[0], span[1] + 1)))
    for kind, (first, last), dept in moves:
        numbers = set(range(first, last + 1))
        if kind == ISSUED:
            out.store -= numbers
            out.holders |= dict.fromkeys(numbers, dept)
        elif kind == RETURNED:
            out.store |= numbers
            for number in numbers:
                out.holders.pop(number, None)
        else:
            out.store -= numbers
            out.void |= numbers
            for number in numbers:
                out.holders.pop(number, None)
    for number, spoiled in used:
        if number not in out.holders:
            out.doubtful.add(number)
        out.holders.pop(number, None)
        out.store.discard(number)
        out.void.discard(number)
        (out.spoiled if spoiled else out.used).add(number)
    return out


def spans(numbers: Iterable[int]) -> list[Span]:
    """Numbers as runs."""
    out: list[Span] = []
    for number in sorted(numbers):
        if out and out[-1][1] == number - 1:
            out[-1] = (out[-1][0], number)
        else:
            out.append((number, number))
    return out


def written(prefix: str, width: int, runs: Sequence[Span]) -> str:
    """Runs of numbers as they are printed: HG0001～HG0020、HG0031."""
    name = lambda number: f"{prefix}{number:0{width}d}"  # noqa: E731
    return "、".join(name(a) if a == b else f"{name(a)}～{name(b)}" for a, b in runs)
