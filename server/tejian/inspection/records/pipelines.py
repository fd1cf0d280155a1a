"""The lines of a piping project on declarations and at approval: which are named, and what their inspection writes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.archives.equipment.api import flat
from tejian.archives.ledgers.piping import api as piping
from tejian.archives.ledgers.piping.models import Pipeline
from tejian.archives.ledgers.valves.api import Device
from tejian.inspection.models import AppBuss, AppItem, OriginalRecord
from tejian.inspection.rules.api import InspectionResult, NextDates, device_facts, next_dates
from tejian.kit.errors import BadInput

from . import book
from .reading import values_of

DATES = ("ninspdate", "nyearcheckdate")
LEVELS = ("GA1", "GA2", "GB1", "GB2", "GC1", "GC2", "GCD", "GC3")  # C616, the one that asks the most first


def check_named(db: Session, devices: Mapping[str, Device], named: Mapping[str, Sequence[str]]) -> None:
    """Lines that a declaration names must be lines of the project on that row. Raises BadInput."""
    wanted = {line: device for device, lines in named.items() for line in lines}
    if not wanted:
        return
    query = select(Pipeline.id, Pipeline.equdatasysid).where(Pipeline.id.in_(wanted))
    found = {line: project for line, project in db.execute(query.where(Pipeline.equdatasysid.in_(devices)))}  # noqa: C416
    if any(found.get(line) != device for line, device in wanted.items()):
        raise BadInput("管线：所选管线不属于该装置", field="equipment")


def named_lines(db: Session, row: AppBuss) -> list[Pipeline]:
    """The lines that an item is about: those that the declaration names, else all lines in use of the project."""
    if row.equclass != codes.PIPING:
        return []
    named = db.scalar(select(AppItem.lineids).where(AppItem.id == row.appitem_id)) or []
    query = select(Pipeline).where(Pipeline.equdatasysid == row.equdatasysid)
    query = query.where(Pipeline.id.in_(named)) if named else query.where(Pipeline.linestatus == codes.IN_USE)
    return list(db.scalars(query.order_by(Pipeline.pipeno)))


def strictest(db: Session, row: AppBuss) -> dict[str, object]:
    """What limits read of the lines of a project, whose items stand for all of them: the line that asks the most."""
    lines = named_lines(db, row)
    levels = sorted({one.pipelevel for one in lines} & set(LEVELS), key=LEVELS.index)
    pressures = [one.workpress for one in lines if one.workpress is not None]
    return {
        **({"pipelevel": levels[0]} if levels else {}),
        **({"workpress": max(pressures)} if pressures else {}),
    }


def dates_of_lines(
    db: Session, row: AppBuss, device: Device, result: InspectionResult
) -> list[tuple[Pipeline, NextDates]]:
    """The dates of each line of an inspection by the rule table, with the line's own level and degree.

    The record states the worst degree only. Lines keep the degrees of the archive while these agree with it; otherwise
    no line is taken for better than what was found.
    """
    lines = named_lines(db, row)
    worst = int(result.ssdegree or 0)
    agree = max((int(line.ssdegree or 0) for line in lines), default=0) == worst
    inherited = {k: v for k, v in values_of(device).items() if k not in DATES and k != "inspdate"}
    rules = book.dates_book(db)
    out = []
    for line in lines:
        own = {k: v for k, v in flat(line).items() if v not in (None, "")}
        held = int(line.ssdegree or 0)
        degree = held if held and agree else max(held, worst)
        one = replace(result, ssdegree=str(degree) if degree else None)
        out.append((line, next_dates(device_facts(inherited | own), one, rules)))
    return out


def write_results(
    db: Session,
    row: AppBuss,
    record: OriginalRecord,
    device: Device,
    dated: Sequence[tuple[Pipeline, NextDates]],
    field: str,
) -> date | None:
    """Write an inspection into its lines, each with the date that its own level and degree give; the project follows.

    Gives the earliest date in `field` of these lines, or None when the project has no lines or the result moves no
    date. A date that the inspector chose holds for all lines that would come later (TSG D7005-2018 1.6).
    """
    lines = named_lines(db, row)
    if not lines or record.inspdate is None:
        return None
    result: dict[str, Any] = {"inspdate": record.inspdate, "insresult": record.conclusion, "insreportno": row.reportno}
    result["cheorgsysname"] = device.cheorgsysname
    if not dated:
        piping.lines_inspected(db, device.id, [line.id for line in lines], result)
        return None
    chosen = record.nextdate if record.nextdate and record.nextdate != record.ruledate else None
    groups: dict[tuple[tuple[str, date], ...], list[str]] = {}
    for line, dates in dated:
        groups.setdefault(_dates(dates, field, chosen), []).append(line.id)
    for due, ids in groups.items():
        piping.lines_inspected(db, device.id, ids, result | dict(due))
    return min((day for due in groups for name, day in due if name == field), default=None)


def _dates(dates: NextDates, field: str, chosen: date | None) -> tuple[tuple[str, date], ...]:
    """The next dates of one line that rule rows gave. A rule that gives none leaves the line's date as it is."""
    found = {one.field: one.rulevalue for one in dates.lines if one.field in DATES and one.rulevalue is not None}
    if chosen:
        found[field] = min(chosen, found.get(field, chosen))
    return tuple(sorted(found.items()))
