"""The rule tables of next dates as typed rows, and which row applies on a day."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Literal, TypeVar

from tejian.archives.common.api import kind_matches

from .expr import MissingValue, Names, holds
from .seisort import SeisortRule

DJ: Literal["DJ"] = "DJ"
JC: Literal["JC"] = "JC"
BRAKE = "ZD"
MAX_YEARS = 120
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CycleRule:
    """One row of cycle_rule.csv: how one date field of some kinds follows from a base date. Months are calendar months.

    `months`, `minmonths`, `maxmonths`, `extmaxmonths` are expressions over the names of DeviceFacts (empty = none);
    `base` lists base fields, the first one known is taken; `method` is a code of C679.
    """

    ruleid: str
    kind_filter: str
    datefield: str
    label: str
    phase: str
    condition: str
    base: tuple[str, ...]
    method: str
    months: str
    minmonths: str
    maxmonths: str
    extmaxmonths: str
    precision: str
    priority: int
    capdesign: bool
    alsoby: tuple[str, ...]
    mirror: str
    clause: str
    validfrom: date
    check_state: str
    note: str


@dataclass(frozen=True, slots=True)
class EleCycleRule:
    """One row of ele_cycle_rule.csv: what is due in which year. `step` 0 = only that year, else every `step` years."""

    kind_filter: str
    year: int
    step: int
    action: str
    validfrom: date
    source: str


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Everything next_dates decides by. `settings` are the rows of inspection_setting.csv as key → value."""

    cycles: tuple[CycleRule, ...]
    years: tuple[EleCycleRule, ...]
    seisorts: tuple[SeisortRule, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    begins: Sequence[date] = field(init=False, repr=False, compare=False)  # the days on which some rule begins
    found: dict[tuple[str, str, int], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        begins = {r.validfrom for r in self.cycles} | {r.validfrom for r in self.years}
        object.__setattr__(self, "begins", sorted(begins))

    def once(self, what: str, kind: str, day: date, find: Callable[[], T]) -> T:
        """What `find` gives for a kind on a day, kept until the day on which some rule begins."""
        key = (what, kind, bisect_right(self.begins, day))
        if key not in self.found:
            self.found[key] = find()
        kept: T = self.found[key]
        return kept


def cycle_rule(row: Mapping[str, str]) -> CycleRule:
    """A row of cycle_rule.csv. Raises ValueError for a malformed date or number."""
    return CycleRule(
        ruleid=row["ruleid"],
        kind_filter=row["kind_filter"],
        datefield=row["datefield"],
        label=row["label"],
        phase=row["phase"],
        condition=row["condition"],
        base=tuple(row["base"].split("|")),
        method=row["method"],
        months=row["months"],
        minmonths=row["minmonths"],
        maxmonths=row["maxmonths"],
        extmaxmonths=row["extmaxmonths"],
        precision=row["precision"],
        priority=int(row["priority"]),
        capdesign=row["capdesign"] == "Y",
        alsoby=tuple(filter(None, row["alsoby"].split("/"))),
        mirror=row["mirror"],
        clause=row["clause"],
        validfrom=date.fromisoformat(row["validfrom"]),
        check_state=row["check_state"],
        note=row["note"],
    )


def ele_cycle_rule(row: Mapping[str, str]) -> EleCycleRule:
    """A row of ele_cycle_rule.csv; yearno `7` is one year, `16+1` every year from the 16th, `6+6` every sixth."""
    year, _, step = row["yearno"].partition("+")
    return EleCycleRule(
        row["kindgroup"], int(year), int(step or 0), row["action"], date.fromisoformat(row["validfrom"]), row["source"]
    )


def rule_book(
    cycles: Iterable[Mapping[str, str]],
    years: Iterable[Mapping[str, str]],
    seisorts: Iterable[SeisortRule],
    settings: Iterable[Mapping[str, str]],
) -> RuleBook:
    """A RuleBook from raw rows of cycle_rule, ele_cycle_rule and inspection_setting."""
    return RuleBook(
        tuple(cycle_rule(row) for row in cycles),
        tuple(ele_cycle_rule(row) for row in years),
        tuple(seisorts),
        {row["key"]: row["value"] for row in settings},
    )


def cycles_on(book: RuleBook, kind: str, day: date) -> Sequence[CycleRule]:
    """The rows for a kind in their version of that day (the oldest version for days before the first)."""

    def find() -> Sequence[CycleRule]:
        best: dict[str, CycleRule] = {}
        for row in book.cycles:
            if kind_matches(row.kind_filter, kind):
                known = best.get(row.ruleid)
                if known is None or _newer(row.validfrom, known.validfrom, day):
                    best[row.ruleid] = row
        return tuple(best.values())

    return book.once("cycles", kind, day, find)


def years_on(book: RuleBook, kind: str, day: date) -> Sequence[EleCycleRule]:
    """The year table for a kind, each line in its version of that day (the oldest for days before the first)."""

    def find() -> Sequence[EleCycleRule]:
        best: dict[tuple[str, int, str], EleCycleRule] = {}
        for row in book.years:
            if kind_matches(row.kind_filter, kind):
                line = (row.kind_filter, row.year, row.action)
                known = best.get(line)
                if known is None or _newer(row.validfrom, known.validfrom, day):
                    best[line] = row
        return tuple(best.values())

    return book.once("years", kind, day, find)


@lru_cache(maxsize=256)
def actions_by_year(rows: Sequence[EleCycleRule]) -> Sequence[frozenset[str]]:
    """What is due in each year (1 = one year after the base): DJ, JC, ZD. The first one stands for the base itself."""
    return tuple(
        frozenset(
            row.action
            for row in rows
            if number == row.year or (row.step and number > row.year and (number - row.year) % row.step == 0)
        )
        for number in range(MAX_YEARS)
    )


def choose_cycle(rows: Iterable[CycleRule], names: Names) -> tuple[CycleRule | None, frozenset[str]]:
    """The applying row of highest priority, and the names that were missing while no row applied."""
    chosen: CycleRule | None = None
    missing: frozenset[str] = frozenset()
    for row in rows:
        try:
            applies = holds(row.condition, names)
        except MissingValue as fault:
            missing |= fault.names
            continue
        if applies and (chosen is None or row.priority > chosen.priority):
            chosen = row
    return chosen, frozenset() if chosen else missing


def _newer(candidate: date, known: date, day: date) -> bool:
    if known > day:
        return candidate < known
    return known < candidate <= day
