"""Cuts a long plan into weeks that are solved one after the other: what a week leaves, the next one takes."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from .problem import Problem, Tours

WHOLE = 24_000  # stops times shifts that are solved at once
DAYS = 5  # of a part
MORE = 1.25  # times what the days of a part can do is offered to them: they choose what lies together


@dataclass(frozen=True)
class Part:
    """Some days of a problem: its shifts, and the stops that may be done in them, by their places in the problem."""

    problem: Problem
    shifts: Sequence[int]
    stops: Sequence[int]

    def as_json(self, start: Tours) -> dict[str, Any]:
        """What the solver is sent; `start` are tours of the whole problem."""
        whole, at = self.problem.as_json(), {n: place for place, n in enumerate(self.shifts)}
        days = sorted({whole["days"][n] for n in self.shifts})
        turn = {n: place for place, n in enumerate(self.stops)}
        of_stop = {name: [whole[name][n] for n in self.stops] for name in ("places", "minutes", "late", "fixed")}
        return {
            **of_stop,
            "able": [[at[s] for s in whole["able"][n] if s in at] for n in self.stops],
            "slack": [self._slack(n, whole["able"][n], whole["slack"][n]) for n in self.stops],
            "days": [days.index(whole["days"][n]) for n in self.shifts],
            "caps": [whole["caps"][n] for n in self.shifts],
            "roads": whole["roads"],
            "start": [[turn[n] for n in start[shift] if n in turn] for shift in self.shifts],
        }

    def _slack(self, stop: int, able: Sequence[int], usual: int) -> int:
        """How many days it can still wait when it is left out here: 0 where no later day may have it."""
        due, last = self.problem.stops[stop].due, self._last
        if self.problem.can_be_late(self.problem.stops[stop]) or all(self.problem.shifts[n].day <= last for n in able):
            return usual
        return max(1, (due - last).days) if due else usual

    @property
    def _last(self) -> date:
        return max(self.problem.shifts[n].day for n in self.shifts)


def parts(problem: Problem) -> list[list[int]]:
    """The shifts of each part; one part holds them all where the plan is small enough."""
    days = sorted({one.day for one in problem.shifts})
    if len(problem.stops) * len(problem.shifts) <= WHOLE or len(days) <= DAYS:
        return [list(range(len(problem.shifts)))]
    weeks = [set(days[n : n + DAYS]) for n in range(0, len(days), DAYS)]
    return [[n for n, one in enumerate(problem.shifts) if one.day in week] for week in weeks]


def part(problem: Problem, shifts: Sequence[int], done: Collection[int], start: Tours) -> Part:
    """The part of these shifts with what is offered to them: all that must be done then, of the rest the most urgent
    of each kind, as much as its share of the shifts can do and a quarter again."""
    if len(shifts) == len(problem.shifts):
        return Part(problem, shifts, range(len(problem.stops)))
    own = set(shifts)
    offered = [n for n in _by_urgency(problem) if n not in done and own & set(problem.in_time(problem.stops[n]))]
    begun = {n for shift in shifts for n in start[shift]}
    last = max((problem.shifts[n].day for n in shifts), default=date.min)
    kinds = {n: sum(n in able for able in problem.able.values()) for n in shifts}
    room = {
        kind: MORE * sum(problem.shifts[n].minutes / kinds[n] for n in own & able)
        for kind, able in problem.able.items()
    }
    taken: dict[str, int] = defaultdict(int)
    stops: list[int] = []
    for n in offered:
        stop = problem.stops[n]
        must = n in begun or stop.key in problem.fixed or (stop.due is not None and stop.due <= last)
        if must or taken[stop.kind] < room.get(stop.kind, 0):
            taken[stop.kind] += stop.minutes
            stops.append(n)
    return Part(problem, shifts, sorted(stops))


def _by_urgency(problem: Problem) -> Iterator[int]:
    yield from sorted(range(len(problem.stops)), key=lambda n: (problem.stops[n].due or date.max, problem.stops[n].key))
