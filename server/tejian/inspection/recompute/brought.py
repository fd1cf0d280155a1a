"""Next dates of devices that were brought over with their last inspection alone."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import DATES, NextDates
from tejian.kit.database import bulk

from .reading import among, exact_dates, sorts_of, why_left

BLOCK = 500
REASON = "导入时按规则推算下次日期"


def complete(db: Session, ids: Sequence[str]) -> None:
    """Write the next dates of those devices in use that have an inspection and no next one, where the rules know them.

    Dates that the file stated stay.
    """
    for start in range(0, len(ids), BLOCK):
        block = ids[start : start + BLOCK]
        query = select(Equipment).where(
            Equipment.id == among(block),
            Equipment.equstatus.in_(codes.RUNNING),
            Equipment.inspdate.is_not(None),
            Equipment.ninspdate.is_(None),
        )
        devices = {d.id: d for d in db.scalars(query)}
        sorts = sorts_of(db, devices)
        new = [(d, values) for d in devices.values() if (values := _worked_out(db, d, sorts[d.id]))]
        bulk.change(db, new, REASON)
        db.expunge_all()


def _worked_out(db: Session, device: Equipment, sort: str | None) -> dict[str, Any] | None:
    """The empty dates of a device by the rules; None when nothing is known."""
    known = {name: getattr(device, name) for name in ("inspecting", "unqualcode", "delaydate", "equclass")}
    if sort is None or why_left(known, sort):
        return None
    dates: NextDates = exact_dates(db, device, sort)
    new = {
        name: line.value
        for line in dates.lines
        if line.value
        for name in (line.field, line.mirror)
        if name in DATES and getattr(device, name) is None
    }
    return {**new, "nextexplain": records.explained(dates)} if new else None
