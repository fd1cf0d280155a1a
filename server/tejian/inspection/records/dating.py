"""The next dates that follow from a record and its conclusion, and what stands against the date that was chosen."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import fields_of
from tejian.archives.ledgers.inspected.api import Device
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    ERROR,
    LINE,
    DateLine,
    Finding,
    InspectionResult,
    NextDates,
    RowFound,
    Verdict,
    again,
    against_date,
    against_line,
    against_other,
    as_months,
    device_facts,
    items_of_role,
    next_dates,
    stated_dates,
)

from . import book, pipelines
from .conclusion import Judgement, judge
from .history import last_days
from .reading import device_of, first_of, items_of_row, sort_of, values_of

BRAKE_TEST = items_of_role("braketest")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The dates of a device after an inspection; `main` is the one that the report states, `lines` those of piping."""

    dates: NextDates
    field: str  # of the date that the report states; '' for a sort that sets none
    lines: tuple[pipelines.LineDates, ...] = ()
    grade: int | None = None  # that the dates go by and the archive takes over

    @property
    def main(self) -> DateLine | None:
        return self.dates.line(self.field)

    @property
    def others(self) -> tuple[DateLine, ...]:
        """The further dates that a rule row gave: each may be chosen earlier, each is refused by itself."""
        return tuple(one for one in self.dates.lines if one.ruleid and one.rulevalue and one.field != self.field)

    @property
    def ruledate(self) -> date | None:
        """The date by rule; None where no rule row gave one: an older date of the archive is no proposal."""
        return self.main.rulevalue if self.main else None


def schedule(
    db: Session,
    row: AppBuss,
    record: OriginalRecord,
    judgement: Judgement,
    *,
    device: Device | None = None,
    chosen: date | None = None,
) -> Schedule | None:
    """The dates that follow from this inspection by the rules; None while its day or its conclusion is not known.

    `chosen` is the earlier date of the inspector for the main one; the others stand in the record.
    """
    if record.inspdate is None or judgement.rule is None:
        return None
    device = device or device_of(db, row)
    sort = sort_of(db, row)
    first = first_record(db, row)
    grounds = judge(db, first.item, first.record) if first else judgement  # what was measured then is not again
    facts_then = first.record.facts if first else record.facts
    grade = grounds.grade or (worst_of(grounds) if first else None)  # a failed conclusion gives none of its own
    result = InspectionResult(
        testsort=row.testsort,
        inspdate=record.inspdate,
        qualified=judgement.dated,
        passdate=record.inspdate,
        firstday=first.record.inspdate if first else None,
        mothersort=first.item.testsort if first else "",
        ssdegree=str(grade) if grade else None,
        nextdate=None if sort.on_lines else chosen,
        others=tuple((name, date.fromisoformat(day)) for name, day in record.nextdates.items()),
        braketest=_passed(db, row, record, BRAKE_TEST)
        or bool(first and _passed(db, first.item, first.record, BRAKE_TEST)),
        lifemonths=as_months(grounds.found.names.get("lifemonths")),
        **stated_dates(grounds.asked, facts_then),
    )
    values = values_before(row, record, device)
    last = last_days(db, device, values, but=row.id, until=record.inspdate)
    facts = device_facts(values, lastdjdate=last.periodic, lastjcdate=last.detection)
    field = next(iter(sort.next_date_fields), "")
    rows = rows_of_lines(judgement, grounds) if sort.on_lines else ()
    if not (sort.on_lines and any(one.moves(otherwise=judgement.dated) for one in rows or (NO_ROW,))):
        dates = next_dates(facts, result, book.dates_book(db))
        return Schedule(dates, field, grade=grade)
    lines = pipelines.dates_of_lines(db, row, device, result, rows, dated=judgement.dated)
    main = _earliest([(one.line.pipeno, line) for one in lines if one.moves and (line := one.dates.line(field))])
    main = main or DateLine(
        field, "下次检验", None, None, "", "", None, None, "day", ("装置没有在用管线",), lacking=True
    )
    return Schedule(NextDates((main,)), field, tuple(lines), grade)


NO_ROW = RowFound("", 0, Verdict(None, ""), None)  # a line of which the record says nothing of its own


def rows_of_lines(judgement: Judgement, grounds: Judgement) -> Sequence[RowFound]:
    """What a record says of single lines; a re-inspection that says nothing has the grades of what it goes back to."""
    own = judgement.found.rows.get(LINE, ())
    return own or [again(one) for one in grounds.found.rows.get(LINE, ())]


def worst_of(judgement: Judgement) -> int | None:
    """The worst grade that was found or stated."""
    return int(str(judgement.found.names.get("worstgrade") or 0)) or None


def values_before(row: AppBuss, record: OriginalRecord, device: Device) -> dict[str, Any]:
    """The values of the device that dates follow from: of a report that is corrected, as they were before it.

    Its first approval has moved them already.
    """
    now = values_of(device)
    if not row.reissued:
        return now
    moved = {name for name, one in fields_of(device.equclass, device.equclacode).items() if one.type == "date"}
    moved |= {"insresult", "unqualcode", "insreportno"}
    rest = {name: value for name, value in now.items() if name not in moved}
    return rest | {name: value for name, value in record.equipment.items() if name in moved}


def date_findings(record: OriginalRecord, judgement: Judgement, due: Schedule | None) -> list[Finding]:
    """What stands against the next date. A date that the rule cannot work out is not invented: the record must wait."""
    if due is None:
        return []
    if due.dates.refused:
        return [Finding(ERROR, "", due.dates.refused)]
    assert record.inspdate is not None
    effect = judgement.rule.effect if judgement.rule else ""
    against = against_date(due.main, due.field, effect, record.nextdate, record.inspdate)
    own = [one for line in due.lines if line.said for one in against_line(line.said, line.dates.line(due.field))]
    return [*([against] if against else []), *own, *_against_others(record, due, record.inspdate)]


def _against_others(record: OriginalRecord, due: Schedule, inspdate: date) -> Iterator[Finding]:
    """What stands against the dates besides the main one, each by itself."""
    for line in due.others:
        if day := record.nextdates.get(line.field):
            yield from against_other(line, date.fromisoformat(day), inspdate)


def _earliest(lines: list[tuple[str, DateLine]]) -> DateLine | None:
    """The date of a piping project: that of the line due first; one that lacks something stands for all."""
    if not lines:
        return None
    lacking = [(no, line) for no, line in lines if line.rulevalue is None]
    no, line = lacking[0] if lacking else min(lines, key=lambda one: one[1].rulevalue or date.max)
    return replace(line, steps=(*line.steps[:-1], f"管线 {no}：{line.steps[-1]}"))


def _passed(db: Session, row: AppBuss, record: OriginalRecord, items: Collection[tuple[str, str]]) -> bool:
    seq = next((i["seq"] for i in items_of_row(db, row) if (i["template"], i["item_no"]) in items), "")
    return record.results.get(seq, {}).get("r") == "√"


@dataclass(frozen=True, slots=True)
class First:
    """The inspection that a re-inspection goes back to, with its record."""

    item: AppBuss
    record: OriginalRecord


def first_record(db: Session, row: AppBuss) -> First | None:
    """None for an item that is no re-inspection."""
    if not row.mother_id:
        return None
    item = first_of(db, row)
    record = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    return First(item, record)
