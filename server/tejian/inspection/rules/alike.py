"""Devices for which the rules give the same dates: what the rules do not read of their facts is left out.

Two million devices have a few ten thousand different answers: a boiler inspected on one day is due like every other
one of its kind and degree inspected on that day, and where dates are exact to the month, like every one of that month.
"""

from collections.abc import Mapping
from datetime import date

from tejian.archives.kinds import class_of, kind_matches
from tejian.inspection.rules.book import CycleRule, RuleBook
from tejian.inspection.rules.expr import names_in
from tejian.inspection.rules.facts import InspectionResult, device_facts
from tejian.inspection.rules.next_date import FIRST_SEISORTS, next_dates

DATES = ("ninspdate", "ninspdate2", "nwaterdate", "ndetdate")  # what is worked out again for all devices
Case = tuple[str, str, date | None, tuple[tuple[str, object], ...]]  # kind, test sort, day of inspection, facts
Answer = Mapping[str, tuple[date | None, str, str]]  # date field → date, rule, the reason in words

LIFT = "3000"
BASES = {LIFT: ("cyclebasedate", "insinspdate", "regdate")}
ANCHORED = ("cyclebasedate", "insinspdate", "firstinspdate")
BY_MONTH = "345"  # lifts, cranes and vehicles: their dates are month ends that hang on the month of a base
STANDS_FOR = {"designended": ("designenddate",), "over15": ("cyclebasedate", "insinspdate")}


class Cases:
    """The cases under one rule book."""

    def __init__(self, rules: RuleBook, today: date):
        self.rules, self.today = rules, today
        self.start = date.fromisoformat(rules.settings["ele_start_2023"])
        self.cuts = {r.validfrom for r in rules.cycles} | {r.validfrom for r in rules.years} | {self.start}
        self.names: dict[tuple[str, bool], tuple[str, ...]] = {}
        self.firsts: dict[date, date] = {}

    def reads(self, kind: str, first: bool) -> tuple[str, ...]:
        """The facts that the rules of a kind may read for DATES, in a fixed order."""
        if (kind, first) not in self.names:
            self.names[kind, first] = tuple(sorted(self._read_by(kind, first)))
        return self.names[kind, first]

    def every_name(self) -> set[str]:
        """The facts that the rules of any kind may read for DATES."""
        every = {"designenddate", "scrapdate", "ninspdate", *BASES[LIFT]}
        return every.union(*(self._of_row(row) for row in self.rules.cycles))

    def _read_by(self, kind: str, first: bool) -> set[str]:
        phase = "first" if first else "later"
        names = {"designenddate", "scrapdate"} if kind.startswith("23") else {"designenddate"}
        if class_of(kind) == LIFT:
            names |= {*BASES[LIFT], "lastdjdate", "lastjcdate", "ninspdate"}
        for row in self.rules.cycles:
            written = {row.datefield, row.mirror} & set(DATES)
            if written and row.phase in (phase, "any") and kind_matches(row.kind_filter, kind):
                names |= self._of_row(row)
        return names

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
        names = self.reads(kind, day is None or sort[:2] in FIRST_SEISORTS)
        kept = {n: value for n in names if (value := facts.get(n)) not in (None, "")}
        if day is not None:
            kept.pop("inspdate", None)
            if sort[:2] == "02" and kind[:1] in BY_MONTH and "designenddate" not in kept:
                return self._by_month(kind, sort, day, kept)
        return kind, sort, day, tuple(kept.items())

    def _by_month(self, kind: str, sort: str, day: date, kept: dict[str, object]) -> Case:
        """The case with each day moved to the first day that counts alike, where that is plainly so."""
        equclass = class_of(kind)
        base = next((v for n in BASES.get(equclass, ANCHORED) if isinstance(v := kept.get(n), date)), None)
        done = [v for n in ("lastdjdate", "lastjcdate") if isinstance(v := kept.get(n), date)]
        stored = kept.get("ninspdate")
        keeps_month = isinstance(stored, date) and base is not None and base < self.start and stored.month != base.month
        if base is None or (equclass == LIFT and keeps_month):
            return kind, sort, day, tuple(kept.items())
        if any((d.year, d.month) <= (base.year, base.month) for d in (day, *done)):
            return kind, sort, day, tuple(kept.items())
        left = {n: v for n, v in kept.items() if n not in (*ANCHORED, "regdate", "ninspdate")}
        left |= {n: self._first(v) for n in ("lastdjdate", "lastjcdate") if isinstance(v := kept.get(n), date)}
        left["cyclebasedate"] = left["insinspdate"] = self._first(base)
        return kind, sort, self._first(day), tuple(left.items())

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
        device = device_facts({**dict(facts), "kind": kind})
        result = InspectionResult(sort, day, passdate=day) if day else None
        found = next_dates(device, result, self.rules, self.today)
        if found.refused:
            return {"": (None, "", found.refused)}
        out: dict[str, tuple[date | None, str, str]] = {}
        for line in found.lines:
            for name in (line.field, line.mirror):
                if name in DATES:
                    ruled = line.value if line.rulevalue and line.base else None
                    out[name] = (ruled, line.ruleid, line.steps[-1] if line.steps else "")
        return out
