"""What a date case says happened before: what passed, from which day periods run, and what follows from all of it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from tejian.inspection import codes as at
from tejian.inspection.rules.api import (
    InspectionResult,
    NextDates,
    RuleBook,
    allowed_rules,
    as_archived,
    device_facts,
    new_base,
    next_dates,
)

from .cases import Case
from .filling import day_of, mother_of, yes

SUPERVISED, FIRST = "01", "06"
OF_FIRST = {SUPERVISED: "insinspdate", FIRST: "firstinspdate"}
Passed = Callable[[str], bool]


def passed(case: Case, is_passed: Passed) -> list[Mapping[str, Any]]:
    """The inspections of before that were qualified, in the order of their days."""
    good = [one for one in case.get("history", []) if is_passed(str(one.get("result") or "pass"))]
    return sorted(good, key=lambda one: day_of(one["date"]))


def result_of(one: Mapping[str, Any]) -> InspectionResult:
    """An inspection of before as the rules read it."""
    day, first = day_of(one["date"]), one.get("firstday")
    return InspectionResult(
        testsort=str(one["testsort"]),
        inspdate=day,
        passdate=day,
        firstday=day_of(first) if first else None,
        mothersort=mother_of(one.get("mother")),
        ssdegree=str(one["grade"]) if one.get("grade") else None,
        braketest=yes(one.get("braketest")),
    )


def bases(good: Sequence[Mapping[str, Any]], device: Mapping[str, Any], rules: RuleBook) -> dict[str, date]:
    """The days that supervised and first inspections of before gave the archive, where it does not state them."""
    days: dict[str, date] = {}
    for one in good:
        name = OF_FIRST.get(str(one["testsort"])[:2])
        if name:
            days[name] = day_of(one["date"])
        facts = device_facts({**device, **days})
        if base := new_base(facts, result_of(one), str(one["testsort"]), rules):
            days["cyclebasedate"] = base
    return {name: day for name, day in days.items() if not device.get(name)}


def last_days(case: Case, device: Mapping[str, Any], good: Sequence[Mapping[str, Any]]) -> dict[str, date]:
    """The last days of each kind of inspection: those of the history, and the one that the archive states."""
    every = {day_of(one["date"]) for one in case.get("history", [])}

    def last(head: str) -> date | None:
        sorts = ((one, mother_of(one.get("mother")) or str(one["testsort"])) for one in good)
        days = [day_of(one.get("firstday") or one["date"]) for one, sort in sorts if sort.startswith(head)]
        if head == at.PERIODIC and device.get("inspdate") and not device.get("unqualcode"):
            days += [day for day in [day_of(device["inspdate"])] if day not in every]
        return max(days, default=None)

    newest = {"lastdjdate": last(at.PERIODIC), "lastjcdate": last(at.DETECTION)}
    braked = [day_of(one["date"]) for one in good if yes(one.get("braketest"))]
    newest["lastbraketestdate"] = max(braked, default=None)
    return {name: day for name, day in newest.items() if day and not device.get(name)}


def replayed(
    facts: Mapping[str, Any], good: Sequence[Mapping[str, Any]], rules: RuleBook, today: date | None
) -> NextDates | dict[str, date | None]:
    """The dates that follow from all that happened: each kind of inspection sets its own, the last one of a kind last.

    Without a history the last inspection of the archive counts, when its kind has but one that it can have been.
    """
    inspections = [result_of(one) for one in good]
    if not inspections and facts.get("inspdate"):
        sort = only_periodic(rules, str(facts["equclacode"]))
        if not sort or facts.get("unqualcode"):
            return {}  # nobody can tell, or what failed moves nothing
        day = day_of(facts["inspdate"])
        inspections = [as_archived(InspectionResult(sort, day, passdate=day), device_facts(facts))]
    if not inspections:
        return next_dates(device_facts(facts), None, rules, today)
    written: dict[str, date | None] = {}
    for one in inspections:
        dates = next_dates(device_facts({**facts, **written}), one, rules)
        if dates.refused:
            return dates
        written |= dates.updates()
    return written


def only_periodic(rules: RuleBook, kind: str) -> str:
    """The one periodic inspection of a kind that sets its next date; '' when there are several."""
    own = allowed_rules(rules.seisorts, kind, at.PERIODIC)
    sorts = {one.testsort for one in own if "ninspdate" in one.next_date_fields or kind[:1] == "9"}
    return sorts.pop() if len(sorts) == 1 else ""
