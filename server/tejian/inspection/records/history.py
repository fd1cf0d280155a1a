"""What was inspected of a device before: its last days by kind of inspection, and the failures that stand open."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import kind_matches
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.rules.api import MOVES, RESULT, Done, dates_set, failures, written_by
from tejian.kit.ground import clock

from . import book
from .reading import first_of, unqualified_codes

_B, _KNOWN = AppBuss, OriginalRecord.equipment
_INSPECTIONS = (
    select(_B.id, _B.mother_id, _B.step, _B.seisort, _B.testsort, _B.inspdate, _B.unqualcode, _B.reissued)
    .add_columns(_B.conclusion, _B.approvedat)
    .add_columns(*(_KNOWN[name].astext.label(f"known_{name}") for name in ("inspdate", "insdate", "insresult")))
    .add_columns(_KNOWN["unqualcode"].astext.label("known_unqualcode"))
    .outerjoin(OriginalRecord, OriginalRecord.appbuss_id == _B.id)
    .where(_B.equdatasysid == bindparam("device"))
    .order_by(_B.inspdate, _B.approvedat.nulls_first(), _B.id)
)


@dataclass(frozen=True, slots=True)
class LastDays:
    """The days of the last qualified periodic inspection and of the last qualified detection."""

    periodic: date | None
    detection: date | None


@dataclass(frozen=True, slots=True)
class Later:
    """What inspections after another one have written into the archive: the result, the last detection, the dates."""

    result: bool = False
    detection: bool = False
    dates: frozenset[str] = frozenset()


def last_days(
    db: Session, device: Device, values: Mapping[str, Any], *, but: str = "", until: date | None = None
) -> LastDays:
    """The last days of a device before now, or as they were known on a day; `but` is an item that does not count.

    An annual check, a supervised inspection or an assessment is no periodic inspection. What was inspected elsewhere
    the archive states alone, and each record what it stated then: such a day counts unless it failed.
    """
    rows = list(db.execute(_INSPECTIONS, {"device": device.id}))
    first = _firsts(rows)
    done = [one for one in rows if one.step in at.ISSUED and one.inspdate and one.id != but]
    done = [one for one in done if until is None or one.inspdate <= until]
    passed = [first[one.id] for one in done if _passed(db, device, first[one.id], one)]
    ours = {one.inspdate for one in rows if one.step in at.ISSUED}
    failed = unqualified_codes(db)
    claims = [(values.get("inspdate"), values.get("insresult"), values.get("unqualcode"))]
    claims += [(one.known_inspdate, one.known_insresult, one.known_unqualcode) for one in done]
    inspections = [day for day, result, mark in claims if result not in failed and (result or not mark)]
    detections = [values.get("insdate"), *(one.known_insdate for one in done)]

    def last(seisort: str, elsewhere: Iterable[Any]) -> date | None:
        own = [one.inspdate for one in passed if one.seisort == seisort and one.inspdate and one.id != but]
        days = [day for day in map(_day, elsewhere) if day and (until is None or day <= until)]
        return max([*own, *(day for day in days if day not in ours)], default=None)

    return LastDays(last(at.PERIODIC, inspections), last(at.DETECTION, detections))


def last_before(db: Session, row: AppBuss, record: OriginalRecord) -> date | None:
    """The day of the last inspection before this one, by the days of inspection; None where nobody knows of one.

    A report that is written late, and one of a device that was inspected again in the meantime, names what stood when
    it was inspected, whatever the archive says by now. What was inspected elsewhere only the archive states: as this
    record found it, and where that is a later day, as records before it did.
    """
    day, known = record.inspdate or clock.today(), _day(record.equipment.get("inspdate"))
    rows = list(db.execute(_INSPECTIONS, {"device": row.equdatasysid}))
    first, rules = _firsts(rows), book.result_rules(db)
    others = [one for one in rows if one.id != row.id and (one.step in at.ISSUED or one.reissued)]
    done = [one for one in others if one.inspdate and one.inspdate < day]
    own = [one.inspdate for one in done if written_by(rules, row.equclacode, first[one.id].testsort) == RESULT]
    claims = [known] if known and known < day else [_day(one.known_inspdate) for one in done]
    return max([*own, *(one for one in claims if one and one < day)], default=None)


def _day(text: Any) -> date | None:
    return date.fromisoformat(str(text)[:10]) if text else None


def later_than(db: Session, row: AppBuss, device: Equipment) -> Later:
    """What the archive has from inspections after this one, which is approved late or whose report is corrected: that
    stays as it is. Of a later day that the archive alone knows it is not known what was inspected: it keeps all."""
    assert row.inspdate is not None
    rows = list(db.execute(_INSPECTIONS, {"device": device.id}))
    first = _firsts(rows)
    day, issued = row.inspdate, db.scalar(select(func.min(Report.issuedat)).where(Report.appbuss_id == row.id))

    def follows(one: Any) -> bool:
        """On a later day, or on the same one and approved later."""
        if one.inspdate != day:
            return bool(one.inspdate > day)
        return bool(issued and one.approvedat and one.approvedat > issued)

    # an item whose report is being corrected was issued: what it found stands until the new one
    others = [one for one in rows if one.id != row.id and (one.step in at.ISSUED or one.reissued)]
    after = [one for one in others if one.inspdate and follows(one)]
    kinds = {written_by(book.result_rules(db), row.equclacode, first[one.id].testsort) for one in after}
    good = [one for one in after if _passed(db, device, first[one.id], one)]
    rules = book.dates_book(db)
    dates = {n for one in good for n in dates_set(row.equclacode, first[one.id].testsort, rules, one.inspdate)}
    elsewhere = device.insdate is not None and device.insdate > row.inspdate  # a detection that another body made
    if elsewhere:
        dates |= {"ndetdate", "nextbraketestdate"}
    detected = elsewhere or any(first[one.id].seisort == at.DETECTION for one in good)
    brought = (
        device.inspdate is not None and device.inspdate > day and device.inspdate not in {x.inspdate for x in after}
    )
    if brought:
        dates |= dates_set(row.equclacode, first_of(db, row).testsort, rules, day)
    return Later(RESULT in kinds or brought, detected, frozenset(dates))


def moves_dates(db: Session, kind: str, sort: str, code: str) -> bool:
    """Whether an inspection of a sort with this conclusion moves dates: what the rule for the device says of it."""
    rules = (one for one in book.conclusions(db) if sort in one.sorts and one.code == code)
    return any(one.effect in MOVES for one in rules if kind_matches(one.kinds, kind))


def _passed(db: Session, device: Device, first: Any, one: Any) -> bool:
    """A detection that found faults is no unqualified inspection, but it is none that was passed either."""
    if one.unqualcode:
        return False
    detected = first.seisort == at.DETECTION and one.conclusion
    return not detected or moves_dates(db, device.equclacode, first.testsort, one.conclusion)


def writes(db: Session, row: Any) -> str:
    """What an inspection writes of itself into the archive; a re-inspection what the one writes that failed."""
    return written_by(book.result_rules(db), row.equclacode, first_of(db, row).testsort)


def mark_after(db: Session, row: AppBuss, record: OriginalRecord, device: Device) -> str:
    """The mark of a device after this inspection: the failure that stands open, '' when none does.

    What passes never marks a device. A mark that came from elsewhere, whose sort nobody knows, is ended by any
    inspection that is the last one of the archive.
    """
    now, then = device.unqualcode, record.equipment.get("unqualcode") or ""
    if not (now or row.unqualcode):
        return ""
    rows = list(db.execute(_INSPECTIONS, {"device": device.id}))
    first = _firsts(rows)
    # an item whose report is being corrected was issued: what it found stands until the new one
    done = [one for one in rows if one.id == row.id or one.step in at.ISSUED or one.reissued]
    place = next(n for n, one in enumerate(done) if one.id == row.id)
    others = done[:place] if row.reissued else [one for one in done if one.id != row.id]

    def left(some: Sequence[Any]) -> list[Done]:
        known = [Done(one.id, first[one.id].id, first[one.id].testsort, one.unqualcode) for one in some]
        return failures(book.result_rules(db), row.equclacode, known)

    before = then if row.reissued else now
    elsewhere = before if now and not left(others) else ""
    if elsewhere and not row.unqualcode and writes(db, row) == RESULT:
        elsewhere = ""
    open_ones = left(done)
    return open_ones[-1].unqualcode if open_ones else elsewhere


def _firsts(rows: Sequence[Any]) -> dict[str, Any]:
    """The inspection that each goes back to: a re-inspection ends what began that day."""
    every = {one.id: one for one in rows}
    found = {}
    for one in rows:
        first = one
        while first.mother_id in every:
            first = every[first.mother_id]
        found[one.id] = first
    return found
