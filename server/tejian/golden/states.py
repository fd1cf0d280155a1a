"""Cases of what a device owes on a day: used past its date, warned of it, a long stop told, a visit that came too late,
and until when an authority decides an application.

Only the rules are asked: nothing of it goes through a flow.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import lasted
from tejian.archives.ledgers.maintenance.api import gap_of, intervals
from tejian.inspection.expiry.api import AHEAD
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import device_facts, is_overdue
from tejian.kit.ground.clock import add_months
from tejian.registration.use.api import ACCEPTING, DECIDING, last_day
from tejian.system.settings.api import number

from .answers import Miss
from .cases import Case, NotAsked
from .filling import day_of

STOP_MONTHS, STOP_DAYS = 12, 30  # where the parameters are not set
Owed = Mapping[str, Any]


def _overdue(db: Session, case: Case, today: date) -> bool:
    facts = device_facts({"equclacode": case["kind"], "equstatus": codes.IN_USE, **case.get("device", {})})
    return is_overdue(facts, today, records.dates_book(db))


def _left(_db: Session, case: Case, today: date) -> int | None:
    """The days that are left until the next date, below zero when it has passed: what the warnings sort by."""
    due = case.get("device", {}).get("ninspdate")
    return (day_of(due) - today).days if due else None


def _warned(db: Session, case: Case, today: date) -> bool:
    """Whether the warnings show a device: in use, and due within their days or overdue."""
    left = _left(db, case, today)
    return left is not None and left <= AHEAD and case["device"].get("equstatus", codes.IN_USE) in codes.RUNNING


def _stop_due(db: Session, case: Case, _today: date) -> str | None:
    """The last day on which the registration authority is told of a long stop."""
    device = case.get("device", {})
    if device.get("equstatus") != codes.STOPPED or not device.get("stopdate"):
        return None
    long_since = add_months(day_of(device["stopdate"]), number(db, "archives.stop.notice_months", STOP_MONTHS))
    return str(long_since + timedelta(days=number(db, "archives.stop.notice_days", STOP_DAYS)))


def _decided_by(term: str) -> Callable[[Session, Case, date], str]:
    """The last working day of a term of the registration that began on the day of the case."""
    return lambda db, case, today: str(last_day(db, term, today, int(case.get("paused", 0))))


def _stop_told(db: Session, case: Case, today: date) -> bool:
    """Whether a device is stopped so long that the registration authority must be told."""
    device = case.get("device", {})
    if device.get("equstatus") != codes.STOPPED or not device.get("stopdate"):
        return False
    return lasted(day_of(device["stopdate"]), today) >= number(db, "archives.stop.notice_months", STOP_MONTHS)


def _visit_late(db: Session, case: Case, today: date) -> bool:
    """Whether a visit of today of the type that the case names comes later than its interval allows."""
    visit = case.get("visit") or {}
    earlier = [(day_of(one["date"]), str(one["type"])) for one in visit.get("earlier", ())]
    return gap_of(today, str(visit.get("type", "")), earlier, intervals(db)).late


EXPECTED: Mapping[str, Callable[[Session, Case, date], Any]] = {
    "overdue": _overdue,
    "left": _left,
    "warned": _warned,
    "stopnotice": _stop_told,
    "stopdue": _stop_due,
    "acceptby": _decided_by(ACCEPTING),
    "decideby": _decided_by(DECIDING),
    "visitlate": _visit_late,
}


def owed(db: Session, case: Case) -> Owed:
    """What the case asks about, as the rules answer it. Raises NotAsked for what nobody answers."""
    if unknown := sorted(set(case["expect"]) - set(EXPECTED) - {"why"}):
        raise NotAsked(f"expect：不认识 {'、'.join(unknown)}")
    today = day_of(case["today"])
    return {name: EXPECTED[name](db, case, today) for name in case["expect"] if name in EXPECTED}


def misses(case: Case, got: Owed) -> Iterator[Miss]:
    """What is not as wanted."""
    for name, answer in got.items():
        if case["expect"][name] != answer:
            yield Miss(name, str(case["expect"][name]), str(answer))
