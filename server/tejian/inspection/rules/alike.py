"""Devices for which the rules give the same dates: what the rules do not read of their facts is left out.

Two million devices have a few ten thousand different answers: a boiler inspected on one day is due like every other
one of its kind and degree inspected on that day, and where dates are exact to the month, like every one of that month.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from tejian.archives import codes
from tejian.archives.common.api import class_of, kind_matches
from tejian.inspection import codes as at

from .book import CycleRule, RuleBook
from .dates import last_day_of_month
from .expr import names_in
from .facts import InspectionResult, as_archived, device_facts
from .next_date import FIRST_SEISORTS, next_dates
from .schedule import kept_month

DATES = ("ninspdate", "ninspdate2", "nwaterdate", "ndetdate")  # what is worked out again for all devices
Case = tuple[str, str, date | None, tuple[object, ...]]  # kind, test sort, day of inspection, facts in their order
Answer = Mapping[str, tuple[date | None, str, str]]  # date field → date, rule, the reason in words

LIFT_BASES = ("cyclebasedate", "insinspdate", "regdate")
ANCHORED = ("cyclebasedate", "insinspdate", "firstinspdate")
BY_MONTH = "345"  # lifts, cranes and vehicles: their dates are month ends that hang on the month of a base
UNREAD = dict.fromkeys((*LIFT_BASES, *ANCHORED, "ninspdate"))  # where the month of the base says all
STANDS_FOR = {"designended": ("designenddate",), "over15": ("cyclebasedate", "insinspdate")}


class Cases:
    """The cases under one rule book."""

    def __init__(self, rules: RuleBook, today: date):
        self.rules, self.today = rules, today
        self.cuts = {*rules.begins, date.fromisoformat(rules.settings["ele_start_2023"])}
        self.names: dict[tuple[str, bool], tuple[str, ...]] = {}
        self.firsts: dict[date, date] = {}
        self.moved: dict[tuple[date, int], date] = {}

    def reads(self, kind: str, first: bool) -> tuple[str, ...]:
        """The facts that the rules of a kind may read for DATES, in a fixed order."""
        if (kind, first) not in self.names:
            self.names[kind, first] = tuple(sorted(self._read_by(kind, first)))
        return self.names[kind, first]

    def every_name(self) -> set[str]:
        """The facts that the rules of any kind may read for DATES."""
        every = {"designenddate", "scrapdate", "ninspdate", *LIFT_BASES}
        return every.union(*(self._of_row(row) for row in self.rules.cycles))

    def _read_by(self, kind: str, first: bool) -> set[str]:
        phase = "first" if first else "later"
        names = {"designenddate", "scrapdate"} if kind.startswith("23") else {"designenddate"}
        if class_of(kind) == codes.LIFT:
            names |= {*LIFT_BASES, "lastdjdate", "lastjcdate", "ninspdate"}
        for row in self.rules.cycles:
            written = {row.datefield, row.mirror} & set(DATES)
            if written and row.phase in (phase, "any") and kind_matches(row.kind_filter, kind):
                names |= self._of_row(row)
        return names if first else names - {"inspdate"}  # the day of the case

    @staticmethod
    def _of_row(row: CycleRule) -> set[str]:
        texts = (row.condition, row.months, row.minmonths, row.maxmonths, row.extmaxmonths)
        names = {n for text in texts if text for n in names_in(text)}
        for name in names & STANDS_FOR.keys():
            names |= {*STANDS_FOR[name]}
        names |= {*row.base} - {"-"}
        if row.maxmonths:
            names.add("setcyclemonths")
        if row.method.startswith("07"):
            names |= {*ANCHORED, "ninspdate", "lastdjdate"}
        return names - STANDS_FOR.keys()

    def case(self, kind: str, sort: str, day: date | None, facts: Mapping[str, object]) -> Case:
        """The case of a device whose last qualified inspection was of this sort and day (None: not inspected yet)."""
        if day is not None and sort[:2] == at.PERIODIC and kind[:1] in BY_MONTH and not facts.get("designenddate"):
            day, facts = self._by_month(kind, day, facts)
        names = self.reads(kind, day is None or sort[:2] in FIRST_SEISORTS)
        return kind, sort, day, tuple(map(facts.get, names))

    def _by_month(self, kind: str, day: date, facts: Mapping[str, Any]) -> tuple[date, Mapping[str, Any]]:
        """Each day moved to the first day that counts alike, where that is plainly so."""
        lift = kind[0] == codes.LIFT[0]
        base = next((known for n in (LIFT_BASES if lift else ANCHORED) if (known := facts.get(n))), None)
        if base is None:
            return day, facts
        inspected, detected, supervised = (facts.get(n) for n in ("lastdjdate", "lastjcdate", "insinspdate"))
        if lift and (facts.get("cyclebasedate") or supervised) == (supervised or facts.get("cyclebasedate")):
            base = self._moved(base, facts.get("ninspdate"))
        if lift and detected and detected <= day:
            detected = None  # an inspection counts as the lesser detection too
        end = last_day_of_month(base)
        if day <= end or (inspected and inspected <= end) or (detected and detected <= end):
            return day, facts
        first = self._first(base)
        new = {**facts, **UNREAD, "cyclebasedate": first, "insinspdate": first}
        new["lastdjdate"] = inspected and self._first(inspected)
        new["lastjcdate"] = detected and self._first(detected)
        return self._first(day), new

    def _moved(self, base: date, stored: date | None) -> date:
        """The base of a lift, or the month that an older one keeps of its stored date."""
        key = (base, stored.month if stored else 0)
        if key not in self.moved:
            near = kept_month(base, stored, self.rules)
            self.moved[key] = near.replace(day=1) if near else base
        return self.moved[key]

    def _first(self, day: date) -> date:
        """The first day that counts as `day` where dates are exact to the month.

        A month end less some months falls on a day from the 28th on, so those days stand for themselves; a day on
        which a rule begins parts its month.
        """
        if day not in self.firsts:
            first = day if day.day >= 28 else day.replace(day=1)
            self.firsts[day] = max([first, *(c for c in self.cuts if first < c <= day)])
        return self.firsts[day]

    def answer(self, case: Case) -> Answer:
        """The dates of a case by the one function that gives them."""
        kind, sort, day, facts = case
        names = self.reads(kind, day is None or sort[:2] in FIRST_SEISORTS)
        device = device_facts(dict(zip(names, facts, strict=True)), kind=kind)
        result = as_archived(InspectionResult(sort, day, passdate=day), device) if day else None
        dates = next_dates(device, result, self.rules, self.today)
        if dates.refused:
            return {"": (None, "", dates.refused)}
        out: dict[str, tuple[date | None, str, str]] = {}
        for line in dates.lines:
            for name in (line.field, line.mirror):
                if name in DATES:
                    ruled = line.value if line.rulevalue and line.base else None
                    out[name] = (ruled, line.ruleid, line.steps[-1] if line.steps else "")
        return out
