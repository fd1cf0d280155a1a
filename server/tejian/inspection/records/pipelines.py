"""The lines of a piping project on declarations and at approval: which are named, and what their inspection writes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import flat
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.ledgers.piping import api as piping
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.items import AppBuss, AppItem
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import InspectionResult, NextDates, RowFound, device_facts, next_dates, of_line
from tejian.kit.ground.errors import BadInput

from . import book
from .reading import values_of

DATES = ("ninspdate", "nyearcheckdate")
COUNT = "linecount"  # of the lines that an item is about
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
    return _lines(db, row.equdatasysid, named)


def lines_of_item(db: Session, item: AppItem) -> list[Pipeline]:
    """The same of a row of the declaration itself."""
    return _lines(db, item.equdatasysid, item.lineids) if class_of(item.equclacode) == codes.PIPING else []


def _lines(db: Session, project: str, named: Sequence[str]) -> list[Pipeline]:
    query = select(Pipeline).where(Pipeline.equdatasysid == project)
    query = query.where(Pipeline.id.in_(named)) if named else query.where(Pipeline.linestatus == codes.IN_USE)
    return list(db.scalars(query.order_by(Pipeline.pipeno)))


def of_lines_words(got: Mapping[str, Any]) -> str:
    """The lines that an item of a record names, in words; '' when it is about all."""
    return f"涉及管线{'、'.join(got['l'])}" if got.get("l") else ""


def held_back(db: Session, row: AppBuss, rows: Sequence[RowFound], *, dated: bool) -> list[str]:
    """The lines of an inspection that get no next date by it: those are inspected again."""
    by_name = {one.name: one for one in rows}
    moved = {name for name, one in by_name.items() if one.moves(otherwise=dated)}
    return [line.id for line in named_lines(db, row) if line.pipeno not in moved]


def of_project(db: Session, row: AppBuss) -> dict[str, object]:
    """What the rules read of the lines of a project: how many they are and, as its items stand for all of them, the
    line that asks the most."""
    lines = named_lines(db, row)
    levels = sorted({one.pipelevel for one in lines} & set(LEVELS), key=LEVELS.index)
    pressures = [one.workpress for one in lines if one.workpress is not None]
    return {
        COUNT: Decimal(len(lines)),
        **({"pipelevel": levels[0]} if levels else {}),
        **({"workpress": max(pressures)} if pressures else {}),
    }


@dataclass(frozen=True, slots=True)
class LineDates:
    """The dates of a line after an inspection. `said` is what the record says of the line itself, `degree` its grade,
    `moves` whether the inspection gives it a next date."""

    line: Pipeline
    dates: NextDates
    said: RowFound | None
    degree: int | None
    moves: bool


def dates_of_lines(
    db: Session, row: AppBuss, device: Device, result: InspectionResult, rows: Sequence[RowFound], *, dated: bool
) -> list[LineDates]:
    """The dates of each line of an inspection by the rule table: by the grade, the cycle and the day that its row of
    the record states (`rows`), and by the line's own level.

    Where the record states the worst degree only, lines keep the degrees of the archive while these agree with it;
    otherwise no line is taken for better than what was found. `dated` says whether the whole record moves dates.
    """
    lines = named_lines(db, row)
    worst = int(result.ssdegree or 0)
    agree = max((int(line.ssdegree or 0) for line in lines), default=0) == worst
    by_name = {one.name: one for one in rows}
    inherited = {k: v for k, v in values_of(device).items() if k not in DATES and k != "inspdate"}
    rules = book.dates_book(db)
    out = []
    for line in lines:
        own = {k: v for k, v in flat(line).items() if v not in (None, "")}
        held, stated = int(line.ssdegree or 0), by_name.get(line.pipeno)
        degree = (stated.grade if stated else 0) or (held if held and agree else max(held, worst)) or None
        one = of_line(result, stated, degree, dated=dated)
        dates = next_dates(device_facts(inherited | own), one, rules)
        out.append(LineDates(line, dates, stated, degree, one.qualified))
    return out


def write_results(
    db: Session,
    row: AppBuss,
    record: OriginalRecord,
    device: Device,
    dated: Sequence[LineDates],
    field: str,
    *,
    last: bool,
) -> date | None:
    """Write an inspection into its lines, each with its own conclusion, grade and dates; the project follows.

    `last`: it is the last inspection of the archive, so that its result is theirs; else it moves its dates alone.

    Gives the earliest date in `field` of these lines, or None when the project has no lines or the result moves no
    date. A date that the inspector chose holds for all lines that would come later (TSG D7005-2018 1.6).
    """
    lines = named_lines(db, row)
    if not lines or record.inspdate is None:
        return None
    # what was inspected again since keeps what that wrote
    lines = [one for one in lines if not (one.inspdate and one.inspdate > record.inspdate)]
    result: dict[str, Any] = {}
    if last:
        result = {"inspdate": record.inspdate, "insresult": record.conclusion, "insreportno": row.reportno}
        result["cheorgsysname"] = device.cheorgsysname
    if not dated:
        piping.lines_inspected(db, device.id, [line.id for line in lines], result)
        return None
    groups: dict[tuple[tuple[str, Any], ...], list[str]] = {}
    for one in dated:
        own = next_days(one, record, field)
        groups.setdefault(tuple(sorted((own | _stated(one)).items())), []).append(one.line.id)
    own_lines = {one.id for one in lines}
    for values, ids in groups.items():
        piping.lines_inspected(db, device.id, [one for one in ids if one in own_lines], result | dict(values))
    return min((day for values in groups for name, day in values if name == field), default=None)


def _stated(one: LineDates) -> dict[str, Any]:
    """What the record says of a line beside its dates."""
    said = one.said
    chosen = {"setcyclemonths": said.months if said else None} if one.moves else {}
    if said is None or not (said.rule or said.grade):
        return chosen
    own = {"insresult": said.code, "ssdegree": str(said.grade or "")}
    return chosen | {name: value for name, value in own.items() if value}


def next_days(one: LineDates, record: OriginalRecord, field: str) -> dict[str, date]:
    """The next dates of one line that rule rows gave. A rule that gives none leaves the line's date as it is."""
    if not one.moves:
        return {}
    found = {
        line.field: line.value for line in one.dates.lines if line.field in DATES and line.rulevalue and line.value
    }
    chosen = record.nextdate if record.nextdate and record.nextdate != record.ruledate else None
    return found | ({field: min(chosen, found.get(field, chosen))} if chosen else {})
