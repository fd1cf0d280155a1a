"""Which row of a step counts for a class and sort, and the way that follows: one answer for checks, trial and page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .lines import Line
from .structure import END, START, nodes, order

Scope = tuple[str, str, str]  # class, category and sort of inspection; '' is one that no row names


@dataclass(frozen=True)
class Way:
    """The flow of one class and sort: the row of each step, by its place among the rows."""

    rows: tuple[tuple[str, int], ...]  # step, place of its row
    lines: Sequence[Line]

    def line(self, step: str) -> Line | None:
        place = self.places.get(step)
        return None if place is None else self.lines[place]

    @property
    def places(self) -> dict[str, int]:
        return dict(self.rows)

    def used(self, step: str) -> bool:
        line = self.line(step)
        return bool(line and line.used)

    def drawn(self, step: str) -> list[str]:
        """Where its lines lead among what is used, nearest first."""
        line = self.line(step)
        targets = [one for one in (line.leads if line else ()) if one == END or self.used(one)]
        known = [*order(), END]
        return sorted((one for one in targets if one in known), key=known.index)

    def next(self, step: str) -> list[str]:
        """Where it really leads: to the first that is used, or where the item decides to each."""
        found = self.drawn(step)
        return found if nodes()[step].branches else _first(step, found)

    def steps(self) -> list[str]:
        """The steps that an item comes to, in their order."""
        reached, waiting = set(), [START]
        while waiting:
            step = waiting.pop()
            if step in reached or step == END:
                continue
            reached.add(step)
            waiting += self.next(step)
        return [one for one in order() if one in reached]


def _first(step: str, found: Sequence[str]) -> list[str]:
    """The first that is ahead; where nothing ahead is drawn, what is drawn."""
    known = [*order(), END]
    ahead = [one for one in found if known.index(one) > known.index(step)]
    return (ahead or list(found))[:1]


def way(lines: Sequence[Line], scope: Scope) -> Way:
    """The row of each step that says most of what it is for."""
    best: dict[str, int] = {}
    for place, line in enumerate(lines):
        if not line.fits(*scope):
            continue
        held = best.get(line.step)
        if held is None or line.rank > lines[held].rank:
            best[line.step] = place
    return Way(tuple(best.items()), lines)


def scopes(lines: Iterable[Line], kind_of: Mapping[str, str]) -> list[Scope]:
    """Every class and sort that some row tells apart, and those that none names."""
    rows = list(lines)
    classes = ["", *sorted({one for row in rows for one in row.classes})]
    named = {row.testsort for row in rows if row.testsort}
    sorts = {("", "")}
    sorts |= {(row.seisort, "") for row in rows if row.seisort}
    sorts |= {(kind_of.get(one, ""), one) for one in named} | {(kind_of.get(one, ""), "") for one in named}
    return [(one, *sort) for one in classes for sort in sorted(sorts)]


def ways(lines: Sequence[Line], over: Iterable[Scope]) -> list[tuple[Way, list[Scope]]]:
    """The different flows among these classes and sorts, each with those that go it."""
    found: dict[tuple[tuple[str, int], ...], tuple[Way, list[Scope]]] = {}
    for scope in over:
        one = way(lines, scope)
        found.setdefault(one.rows, (one, []))[1].append(scope)
    return list(found.values())
