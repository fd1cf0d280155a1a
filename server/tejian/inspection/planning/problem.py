"""The plan of some days of a station as plain values: stops, the pairs that travel, and what became of it.

Distances are metres, times minutes; a place is metres east and north of the start of the day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

LATE_DAY = 4_000  # metres that a day more of being late is worth


@dataclass(frozen=True)
class Stop:
    """Items of one kind at one place that are done in one visit; `due` is the first of their due dates.

    `days` are those on which the unit can (None: any), `wish` says why it is these.
    """

    key: str
    items: tuple[str, ...]
    kind: str
    x: float
    y: float
    minutes: int
    due: date | None
    name: str = ""
    days: frozenset[date] | None = None
    wish: str = ""

    def open_on(self, day: date) -> bool:
        """Whether the unit can on a day."""
        return self.days is None or day in self.days


@dataclass(frozen=True)
class Shift:
    """A pair on a day with its box: `minutes` are what the day has left for both, way included."""

    day: date
    main: str
    co: str
    box: str
    slot: str
    minutes: int

    @property
    def people(self) -> frozenset[str]:
        return frozenset((self.main, self.co))


@dataclass(frozen=True)
class Roads:
    """How long a way takes: the straight line times `detour`, at `speed` metres a minute."""

    detour: float
    speed: float

    def metres(self, a: tuple[float, float], b: tuple[float, float]) -> int:
        return round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 * self.detour)

    def minutes(self, metres: int) -> int:
        return -(-metres // max(1, round(self.speed)))


@dataclass(frozen=True)
class Problem:
    """What is to be planned. `able` names the shifts, by their place in the list, that may do a kind.

    `fixed` holds stops, by key, to the shift that somebody locked them to.
    """

    stops: Sequence[Stop]
    shifts: Sequence[Shift]
    able: Mapping[str, frozenset[int]]
    roads: Roads
    fixed: Mapping[str, int] = field(default_factory=dict)

    def in_time(self, stop: Stop) -> list[int]:
        """The shifts that may do a stop by its due date; all that may when the date is before them all."""
        if stop.key in self.fixed:
            return [self.fixed[stop.key]]
        able = [one for one in sorted(self.able.get(stop.kind, frozenset())) if stop.open_on(self.shifts[one].day)]
        if not self.can_be_late(stop):
            able = [one for one in able if stop.due is None or self.shifts[one].day <= stop.due]
        return [one for one in able if self.needed(stop) <= self.shifts[one].minutes]

    def can_be_late(self, stop: Stop) -> bool:
        """Whether the due date is before every planned day, so that each day is late and the first is best."""
        return stop.due is not None and bool(self.shifts) and stop.due < min(one.day for one in self.shifts)

    def needed(self, stop: Stop) -> int:
        """What a stop takes of a day when nothing else is done on it: there, the work, and back."""
        there = self.roads.metres((0.0, 0.0), (stop.x, stop.y))
        return stop.minutes + 2 * self.roads.minutes(there)

    def length(self, tour: Sequence[int]) -> int:
        """The metres of a day that visits stops in this order, from the start and back to it."""
        places = [(0.0, 0.0), *((self.stops[one].x, self.stops[one].y) for one in tour), (0.0, 0.0)]
        return sum(self.roads.metres(a, b) for a, b in pairwise(places)) if tour else 0

    def used(self, tour: Sequence[int]) -> int:
        """The minutes of such a day."""
        places = [(0.0, 0.0), *((self.stops[one].x, self.stops[one].y) for one in tour), (0.0, 0.0)]
        ways = pairwise(places)
        drive = sum(self.roads.minutes(self.roads.metres(a, b)) for a, b in ways) if tour else 0
        return drive + sum(self.stops[one].minutes for one in tour)

    def as_json(self) -> dict[str, Any]:
        """What the solver is sent; it needs no names and no keys of people."""
        days = sorted({one.day for one in self.shifts})
        return {
            "places": [[one.x, one.y] for one in self.stops],
            "minutes": [one.minutes for one in self.stops],
            "able": [self.in_time(one) for one in self.stops],
            "late": [self.can_be_late(one) for one in self.stops],
            "fixed": [one.key in self.fixed for one in self.stops],
            "slack": [max(0, (one.due - days[-1]).days) if one.due and days else 30 for one in self.stops],
            "days": [days.index(one.day) for one in self.shifts],
            "caps": [one.minutes for one in self.shifts],
            "roads": asdict(self.roads),
        }


@dataclass(frozen=True)
class Kind:
    """What is known of those who may do a kind: their names, whether one may lead, why others may not.

    `refused` are the sentences about single people, `said` those of the guards about the pairs of the days.
    """

    label: str
    qualified: tuple[str, ...]
    led: bool
    refused: tuple[str, ...]
    said: tuple[str, ...]


Tours = Sequence[Sequence[int]]  # for each shift its stops, by their place in the list, in order
