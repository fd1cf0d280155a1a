"""Takes note of a detection that somebody else made: the dates of the device follow the rule tables."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.inspection.rules.api import InspectionResult, NextDates, device_facts, next_dates

from . import book, history
from .history import last_days
from .reading import values_of

DETECTION = "0701"  # 自行检测 of C604
DATES = ("ndetdate", "nextbraketestdate")
INSPECTION = "ninspdate"  # which a device that was brought over may lack


@dataclass(frozen=True)
class Noted:
    """What a detection moved in the archive, or why it moved nothing."""

    moved: dict[str, date | None]
    said: str


def dates_after(db: Session, device: Equipment, day: date) -> NextDates:
    """The dates that a detection of a lift on `day` would give, with their reasons."""
    values = values_of(device)
    facts = device_facts(values, lastdjdate=last_days(db, device, values).periodic, lastjcdate=day)
    return next_dates(facts, InspectionResult(testsort=DETECTION, inspdate=day), book.dates_book(db))


def moves_dates(db: Session, device: Equipment, conclusion: str) -> bool:
    """Whether a detection with this conclusion moves dates: what the rule for the device says of it."""
    return history.moves_dates(db, device.equclacode, DETECTION, conclusion)


def note_detection(db: Session, device: Equipment, day: date) -> Noted:
    """Write the detection of a lift into its archive: its date, and the next ones by the rule table.

    The device must be locked by the caller. An older detection than the known one moves nothing.
    """
    if device.equclass != codes.LIFT:
        return Noted({}, "不是电梯，只登记报告")
    if device.insdate and day < device.insdate:
        return Noted({}, f"早于最近检测日期{device.insdate}，档案不变")
    dates = dates_after(db, device, day)  # read before anything is set: one change, one line in the trail
    device.insdate = day
    moved: dict[str, date | None] = {"insdate": day}
    for name, value in dates.updates().items():
        if name in DATES or (name == INSPECTION and device.ninspdate is None):
            setattr(device, name, value)
            moved[name] = value
    until = f"，下次检测 {device.ndetdate}" if device.ndetdate else ""
    return Noted(moved, f"最近检测 {day}{until}")
