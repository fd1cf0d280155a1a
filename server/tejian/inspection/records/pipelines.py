"""The lines of a piping project on declarations and at approval: which are named, and what their inspection writes."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import flat
from tejian.archives.equipment.models import Equipment
from tejian.archives.ledgers.piping import api as piping
from tejian.archives.ledgers.piping.models import Pipeline
from tejian.inspection.models import AppBuss, AppItem, OriginalRecord
from tejian.inspection.rules.api import InspectionResult, device_facts, next_dates
from tejian.kit.errors import BadInput

from . import book
from .service import values_of

PROJECT, IN_USE = "8000", "1"
DATES = ("ninspdate", "nyearcheckdate")


def check_named(db: Session, devices: Mapping[str, Equipment], named: Mapping[str, Sequence[str]]) -> None:
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
    if row.equclass != PROJECT:
        return []
    named = db.scalar(select(AppItem.lineids).where(AppItem.id == row.appitem_id)) or []
    query = select(Pipeline).where(Pipeline.equdatasysid == row.equdatasysid)
    query = query.where(Pipeline.id.in_(named)) if named else query.where(Pipeline.linestatus == IN_USE)
    return list(db.scalars(query.order_by(Pipeline.pipeno)))


def write_results(db: Session, row: AppBuss, record: OriginalRecord, device: Equipment) -> date | None:
    """Write an inspection into its lines, each with the date that its own level and degree give; the project follows.

    Gives the earliest next date of these lines, or None when the project has no lines or the result moves no date. A
    date that the inspector chose holds for all lines that would come later (TSG D7005-2018 1.6).
    """
    lines = named_lines(db, row)
    if not lines or record.inspdate is None:
        return None
    said: dict[str, Any] = {"inspdate": record.inspdate, "insresult": record.conclusion, "insreportno": row.reportno}
    said["cheorgsysname"] = device.cheorgsysname
    if record.unqualcode:
        piping.lines_inspected(db, device.id, [x.id for x in lines], said)
        return None
    chosen = record.nextdate if record.nextdate and record.nextdate != record.ruledate else None
    groups: dict[tuple[tuple[str, date], ...], list[str]] = {}
    for line in lines:
        groups.setdefault(_dates(db, row, record, device, line, chosen), []).append(line.id)
    for dates, ids in groups.items():
        piping.lines_inspected(db, device.id, ids, said | dict(dates))
    return min((d for dates in groups for name, d in dates if name == "ninspdate"), default=None)


def _dates(
    db: Session, row: AppBuss, record: OriginalRecord, device: Equipment, line: Pipeline, chosen: date | None
) -> tuple[tuple[str, date], ...]:
    """The next dates of one line by the rule table. A rule that gives none leaves the line's date as it is."""
    assert record.inspdate is not None
    own = {k: v for k, v in flat(line).items() if v not in (None, "")}
    inherited = {k: v for k, v in values_of(device).items() if k not in DATES and k != "inspdate"}
    result = InspectionResult(testsort=row.testsort, inspdate=record.inspdate, passdate=record.inspdate)
    found = next_dates(device_facts(inherited | own), result, book.dates_book(db)).updates()
    out = {name: day for name in DATES if (day := found.get(name)) is not None}
    if chosen:
        out["ninspdate"] = min(chosen, out.get("ninspdate", chosen))
    return tuple(sorted(out.items()))
