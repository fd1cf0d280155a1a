"""Why a device has its next dates: asked of the rules at the moment when somebody looks."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.archives.equipment.api import NextExplained, flat
from tejian.archives.equipment.models import Equipment
from tejian.archives.ledgers.piping.models import Pipeline
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import DateLine, InspectionResult, NextDates, device_facts, next_dates
from tejian.kit import clock

from .reading import sorts_of
from .settling import worked_out

OF_ARCHIVE = ("ninspdate", "ninspdate2", "ndetdate", "nwaterdate", "nextbraketestdate")


def why(db: Session, device: Equipment) -> NextExplained | None:
    """The dates of a device as the rules give them from its archive; None where a failed inspection left them.

    A date of the archive that is another one is said: it was brought over, or an inspector chose it.
    """
    if device.equclass == codes.PIPING:
        return _of_lines(db, device)
    if device.unqualcode:
        return None
    dates, reason = worked_out(db, device)
    if dates is None:
        return {
            "lines": [],
            "years": [],
            "warnings": [f"{reason}，下次日期不能按规则推算"],
            "base": None,
            "nextaction": "",
        }
    others = [one for one in dates.lines if _stored(device, one) not in (None, one.value) and one.value]
    return _with(dates, [f"{one.label}：档案为 {_stored(device, one)}，按规则为 {one.value}" for one in others])


def _stored(device: Equipment, line: DateLine) -> object:
    name = line.mirror if line.mirror in OF_ARCHIVE else line.field
    return getattr(device, name) if name in OF_ARCHIVE else None


def _of_lines(db: Session, project: Equipment) -> NextExplained | None:
    """A piping project is due with the first of its lines in use."""
    query = select(Pipeline).where(Pipeline.equdatasysid == project.id, Pipeline.linestatus == codes.IN_USE)
    first = db.scalars(query.where(Pipeline.ninspdate.is_not(None)).order_by(Pipeline.ninspdate).limit(1)).first()
    if first is None:
        return None
    sort = sorts_of(db, {project.id: project})[project.id]
    inherited = {k: v for k, v in records.values_of(project).items() if k not in ("inspdate", "ninspdate")}
    own = {k: v for k, v in flat(first).items() if v not in (None, "")}
    day = first.inspdate
    result = InspectionResult(sort or "", day, passdate=day, ssdegree=first.ssdegree or None) if day else None
    dates = next_dates(device_facts(inherited | own), result, records.dates_book(db), clock.today())
    lines = [replace(one, steps=(f"最早到期的管线 {first.pipeno}", *one.steps)) for one in dates.lines]
    return _with(NextDates(tuple(lines)), [])


def _with(dates: NextDates, more: Sequence[str]) -> NextExplained | None:
    explained = records.explained(dates)
    explained["warnings"] = [*explained["warnings"], *more]
    return explained if explained["lines"] else None
