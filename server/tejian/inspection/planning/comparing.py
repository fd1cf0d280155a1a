"""What a plan is worth beside the way without one: first come, first fitted in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from .problem import LATE_DAY, Problem, Tours

FAR = date.max


@dataclass(frozen=True)
class Figures:
    """`metres` of way, items `planned`, days `over` the due dates and `early` before them, minutes of `load`.

    `spread` is the difference between the pair with the most and the one with the least minutes over all days.
    """

    metres: int
    planned: int
    over: int
    early: int
    load: int
    spread: int


def first_fit(problem: Problem) -> Tours:
    """Each stop in the order of the due dates into the first shift that may do it and has room for it, at the end."""
    tours: list[list[int]] = [[] for _ in problem.shifts]
    fixed_first = sorted(
        range(len(problem.stops)),
        key=lambda n: (problem.stops[n].key not in problem.fixed, problem.stops[n].due or FAR, problem.stops[n].key),
    )
    order = sorted(range(len(problem.shifts)), key=lambda n: (problem.shifts[n].day, n))
    for stop in fixed_first:
        may = set(problem.in_time(problem.stops[stop]))
        room = (n for n in order if n in may and problem.used([*tours[n], stop]) <= problem.shifts[n].minutes)
        if (shift := next(room, None)) is not None:
            tours[shift].append(stop)
    return tours


def figures(problem: Problem, tours: Tours) -> Figures:
    """What tours come to."""
    over = early = planned = 0
    load: dict[frozenset[str], int] = {one.people: 0 for one in problem.shifts}
    for shift, tour in zip(problem.shifts, tours, strict=True):
        load[shift.people] += problem.used(tour)
        for stop in (problem.stops[n] for n in tour):
            days = (shift.day - stop.due).days if stop.due else 0
            planned += len(stop.items)
            over += max(0, days) * len(stop.items)
            early += max(0, -days) * len(stop.items)
    minutes: Sequence[int] = list(load.values()) or [0]
    metres = sum(problem.length(tour) for tour in tours)
    return Figures(metres, planned, over, early, sum(minutes), max(minutes) - min(minutes))


def better(problem: Problem, one: Tours, other: Tours) -> Tours:
    """The tours that leave less undone of what is due, then do more, then travel less; a late day counts as a way."""

    def rank(tours: Tours) -> tuple[int, int, int]:
        done = {n for tour in tours for n in tour}
        last = max((shift.day for shift in problem.shifts), default=FAR)
        due = sum(len(s.items) for n, s in enumerate(problem.stops) if n not in done and s.due and s.due <= last)
        own = figures(problem, tours)
        return due, -own.planned, own.metres + LATE_DAY * own.over

    return one if rank(one) <= rank(other) else other
