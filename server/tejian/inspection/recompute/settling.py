"""The dates of one device worked out from all that was inspected of it, each kind of inspection by its own last day."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import flat
from tejian.archives.ledgers.piping import api as piping
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import (
    DateLine,
    DeviceFacts,
    InspectionResult,
    NextDates,
    as_archived,
    device_facts,
    next_dates,
)
from tejian.kit.database import bulk
from tejian.kit.ground import clock

from .reading import sorts_of, why_left

REASON = "按规则推算下次日期"
NOT_YET: Sequence[InspectionResult | None] = [None]  # of a device that was not inspected yet
OF_LINE = ("ninspdate", "nyearcheckdate")
STATE = ("inspecting", "unqualcode", "delaydate", "equclass")


def worked_out(db: Session, device: Equipment) -> tuple[NextDates | None, str]:
    """All dates of a device as the rules give them from its archive and its inspections, or why they give none.

    Of inspections that failed nothing follows. A device that was not inspected yet has its first dates.
    """
    state = {name: getattr(device, name) for name in STATE}
    done = _qualified(db, device)
    sort: str | None = ""
    if not done and device.inspdate:
        sort = sorts_of(db, {device.id: device})[device.id]
        done = [InspectionResult(sort, device.inspdate, passdate=device.inspdate)] if sort else []
    if reason := why_left(state, sort):
        return None, reason
    values = records.values_of(device)
    last = records.last_days(db, device, values)
    own = {"lastdjdate": last.periodic, "lastjcdate": last.detection}
    lines: dict[str, DateLine] = {}
    dates = NextDates()
    for result in done or NOT_YET:
        facts = values | {name: line.value for name, line in lines.items()}
        dates = _dates(db, device_facts(facts, **own), result)
        if dates.refused:
            return None, dates.refused
        lines |= {line.field: line for line in dates.lines}
    stored = (replace(line, old=getattr(device, line.field, line.old)) for line in lines.values())
    return replace(dates, lines=tuple(stored)), ""


def settle(db: Session, device: Equipment) -> str:
    """Write the dates that the rules give for a device; why nothing is written, or ''."""
    if device.equclass == codes.PIPING:
        _settle_lines(db, device)
        return ""
    dates, reason = worked_out(db, device)
    if dates:
        _write(db, device, dates.updates())
    return reason


def _dates(db: Session, facts: DeviceFacts, result: InspectionResult | None) -> NextDates:
    done = as_archived(result, facts) if result else None
    return next_dates(facts, done, records.dates_book(db), clock.today())


def _qualified(db: Session, device: Equipment) -> list[InspectionResult]:
    """The qualified inspections of a device, the last of each sort, in the order of their days."""
    query = select(AppBuss).where(AppBuss.equdatasysid == device.id, AppBuss.step.in_(at.ISSUED))
    rows = db.scalars(query.where(AppBuss.unqualcode == "", AppBuss.inspdate.is_not(None)).order_by(AppBuss.inspdate))
    last: dict[str, InspectionResult] = {}
    for row in rows:
        assert row.inspdate is not None
        found_faults = row.seisort == at.DETECTION and row.conclusion
        if found_faults and not records.moves_dates(db, device, row.conclusion):
            continue
        first = records.first_of(db, row)
        again = InspectionResult(row.testsort, row.inspdate, passdate=row.inspdate)
        if first is not row:
            again = replace(again, firstday=first.inspdate, mothersort=first.testsort)
        last.pop(first.testsort, None)  # the newest stands last
        last[first.testsort] = again
    return list(last.values())


def _settle_lines(db: Session, project: Equipment) -> None:
    """Each line by the inspections of its project; the project follows."""
    done = _qualified(db, project)
    inherited = {k: v for k, v in records.values_of(project).items() if k not in (*OF_LINE, "inspdate")}
    own = (Pipeline.equdatasysid == project.id, Pipeline.linestatus == codes.IN_USE)
    for line in db.scalars(select(Pipeline).where(*own)):
        facts = inherited | {k: v for k, v in flat(line).items() if v not in (None, "")}
        updates: dict[str, date | None] = {}
        for result in done or NOT_YET:
            dates = _dates(db, device_facts(facts), result)
            updates |= dates.updates()
        piping.lines_inspected(db, project.id, [line.id], {n: d for n, d in updates.items() if n in OF_LINE})


def _write(db: Session, device: Equipment, updates: Mapping[str, date | None]) -> None:
    params: dict[str, Any] = dict(device.params)
    columns = {name: day for name, day in updates.items() if hasattr(Equipment, name)}
    params |= {name: day.isoformat() for name, day in updates.items() if name not in columns and day}
    params = {k: v for k, v in params.items() if k not in updates or updates[k]}
    bulk.change(db, [(device, {**columns, "params": params})], REASON)
