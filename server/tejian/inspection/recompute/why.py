"""Why a device has its next dates: asked of the rules at the moment when somebody looks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.care.quality.api import Dates
from tejian.archives.equipment.api import NextExplained, flat
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import DateLine, InspectionResult, NextDates, as_archived, device_facts, next_dates
from tejian.kit.ground import clock

from .reading import among, sorts_of
from .settling import worked_out

BLOCK = 500  # devices in memory at a time
IN_USE = Equipment.equstatus == codes.IN_USE
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
    return _with(dates, [one.words for one in _others(device, dates)])


def later_than_rule(db: Session) -> list[str]:
    """The devices in use that the archive lets run longer than the rules do: nobody sees that they are due."""
    found = _compared(db, IN_USE)
    return [f"{device.equcode} {one.words}" for device, others, _dates in found for one in others if one.is_later]


def compared(db: Session, ids: Sequence[str]) -> Dates:
    """Which of these devices have dates that the rules do not give; the shorter one of an inspector is right."""
    later, others, missing = list[str](), list[str](), list[str]()
    for start in range(0, len(ids), BLOCK):
        for device, differences, dates in _compared(db, IN_USE, Equipment.id == among(ids[start : start + BLOCK])):
            chosen = str((device.nextexplain or {}).get("chosen") or "")
            wrong = [one for one in differences if str(one.stored) != chosen]
            others += [device.id] if wrong else []
            later += [device.id] if any(one.is_later for one in wrong) else []
            given = any(one.field == "ndetdate" and one.value for one in dates.lines) if dates else False
            missing += [device.id] if given and device.ndetdate is None else []
    return Dates(later, others, missing)


def _compared(db: Session, *where: Any) -> Iterator[tuple[Equipment, list["Other"], NextDates | None]]:
    """Devices beside the dates that the rules do not give, and those that they give; None where they know none."""
    for device in db.scalars(select(Equipment).where(Equipment.equDel == 0, *where)):
        if device.equclass == codes.PIPING:
            line = _first_line(db, device)
            dates = _dates_of_line(db, device, line) if line else None
            yield device, _others(line, dates) if line and dates else [], dates
        elif not device.unqualcode:
            dates, _reason = worked_out(db, device)
            yield device, _others(device, dates) if dates else [], dates


@dataclass(frozen=True)
class Other:
    """A date of the archive that the rules do not give."""

    label: str
    stored: date
    rule: date

    @property
    def is_later(self) -> bool:
        return self.stored > self.rule

    @property
    def words(self) -> str:
        return f"{self.label}：档案为 {self.stored}，按规则为 {self.rule}"


def _others(row: Equipment | Pipeline, dates: NextDates) -> list[Other]:
    held = ((one, _stored(row, one)) for one in dates.lines)
    return [Other(one.label, day, one.value) for one, day in held if day and one.value and day != one.value]


def _stored(row: Equipment | Pipeline, line: DateLine) -> date | None:
    name = line.mirror if line.mirror in OF_ARCHIVE else line.field
    return getattr(row, name, None) if name in OF_ARCHIVE else None


def _of_lines(db: Session, project: Equipment) -> NextExplained | None:
    """A piping project is due with the first of its lines in use."""
    first = _first_line(db, project)
    if first is None:
        return None
    dates = _dates_of_line(db, project, first)
    others = [f"管线 {first.pipeno} {one.words}" for one in _others(first, dates)]
    lines = [replace(one, steps=(f"最早到期的管线 {first.pipeno}", *one.steps)) for one in dates.lines]
    return _with(NextDates(tuple(lines)), others)


def _first_line(db: Session, project: Equipment) -> Pipeline | None:
    query = select(Pipeline).where(Pipeline.equdatasysid == project.id, Pipeline.linestatus == codes.IN_USE)
    return db.scalars(query.where(Pipeline.ninspdate.is_not(None)).order_by(Pipeline.ninspdate).limit(1)).first()


def _dates_of_line(db: Session, project: Equipment, line: Pipeline) -> NextDates:
    sort = sorts_of(db, {project.id: project})[project.id]
    inherited = {k: v for k, v in records.values_of(project).items() if k not in ("inspdate", "ninspdate")}
    own = {k: v for k, v in flat(line).items() if v not in (None, "")}
    facts, day = device_facts(inherited | own), line.inspdate
    done = InspectionResult(sort or "", day, passdate=day, ssdegree=line.ssdegree or None) if day else None
    return next_dates(facts, as_archived(done, facts) if done else None, records.dates_book(db), clock.today())


def _with(dates: NextDates, more: Sequence[str]) -> NextExplained | None:
    explained = records.explained(dates)
    explained["warnings"] = [*explained["warnings"], *more]
    return explained if explained["lines"] else None
