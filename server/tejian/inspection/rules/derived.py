"""What checks of reports read besides what a report says: days, months and years between its dates, sums."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.kit.ground.clock import add_months

# name → (from, to): whole days between two dates
DAYS = {
    "days_overdue": ("duedate", "inspdate"),
    "rectify_days": ("inspdate", "rectifydue"),
    "days_since_maintenance": ("lastmaidate", "inspdate"),
}
MONTHS = {"months_early": ("inspdate", "duedate"), "chosenmonths": ("inspdate", "nextdate")}
YEARS = {"inspyear": "inspdate", "ninspyear": "ninspdate", "nfullyear": "nfulldate"}
LOAD_TEST = "nextloadtestdate"


def derived(names: Mapping[str, Any]) -> dict[str, object]:
    """The names that follow from others; one whose input is not known is left out."""
    known: dict[str, object] = {}
    for name, (first, last) in DAYS.items():
        if pair := _days(names, first, last):
            known[name] = Decimal((pair[1] - pair[0]).days)
    for name, (first, last) in MONTHS.items():
        if pair := _days(names, first, last):
            known[name] = Decimal((pair[1].year - pair[0].year) * 12 + pair[1].month - pair[0].month)
    for name, field in YEARS.items():
        if isinstance(day := names.get(field), date):
            known[name] = Decimal(day.year)
    if pair := _days(names, "ropeinstalldate", "inspdate"):
        known["ropeyears"] = Decimal((pair[1] - pair[0]).days) / Decimal("365.25")
    if pair := _days(names, "inspdate", LOAD_TEST):
        known["loadtestdue"] = pair[1] <= add_months(pair[0], int(names.get("early_window_months") or 0))
    months = [names.get(one) for one in ("monitoredmonths", "monitormonths")]
    known["monitoredtotal"] = sum((one for one in months if isinstance(one, Decimal)), Decimal(0))
    known["equgroup"] = str(names.get("kind") or "")[:2]
    known["anycode"] = names.get("equcode") or names.get("regcode") or ""
    return known


def _days(names: Mapping[str, Any], first: str, last: str) -> tuple[date, date] | None:
    one, two = names.get(first), names.get(last)
    return (one, two) if isinstance(one, date) and isinstance(two, date) else None
