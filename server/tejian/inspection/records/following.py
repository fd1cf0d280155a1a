"""What a report says of what follows: the next dates, and grade, conclusion and date of each line of a project."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import LINE, MONTH, ReportLayout, cycles_on
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock, dictionary

from . import book, pipelines
from .conclusion import Judgement
from .dating import schedule
from .entry import explained
from .grids import EMPTY
from .paper import cn_day
from .reading import device_of, sort_of


def of_lines(
    db: Session, row: AppBuss, record: OriginalRecord, judgement: Judgement, words: dictionary.Words
) -> dict[str, list[str]]:
    """What followed for each line of a piping project: its grade, conclusion and next date, in the order of lines."""
    if row.equclass != codes.PIPING:
        return {}
    due = schedule(db, row, record, judgement)
    if due and due.lines:
        lines = [
            (one.degree, one.said.code if one.said else "", pipelines.next_days(one, record, due.field).get(due.field))
            for one in due.lines
        ]
    else:  # no line gets a date
        lines = _without_dates(db, row, judgement)
    if not lines:
        return {}
    known = words.get("C605", {})
    codes_ = [code or record.conclusion for _grade, code, _day in lines]
    return {
        "安全状况等级": [f"{grade} 级" if grade else EMPTY for grade, _code, _day in lines],
        "检验结论": [known.get(code, code).split("(")[0] or EMPTY for code in codes_],
        "下次检验日期": [cn_day(plain(day)) if day else EMPTY for _grade, _code, day in lines],
    }


def _without_dates(db: Session, row: AppBuss, judgement: Judgement) -> list[tuple[Any, str, Any]]:
    """Grade and conclusion of each line as the record states them; none where it states none."""
    stated = {one.name: one for one in judgement.found.rows.get(LINE, ())}
    own = [stated.get(one.pipeno) for one in pipelines.named_lines(db, row)] if stated else []
    return [(one.grade, one.code, None) if one else (None, "", None) for one in own]


def next_days(
    db: Session, row: AppBuss, record: OriginalRecord, judgement: Judgement, layouts: Sequence[ReportLayout]
) -> list[dict[str, Any]]:
    """The next dates that this sort sets, each with its own words; '/' where the conclusion gives none.

    An issued report says what approval wrote; a draft what the rules say now. Beside a conclusion that gives dates
    stand those of the other inspections of the device, as the archive had them.
    """
    fields = list(sort_of(db, row).next_date_fields)
    labels = _labels(db, row, record)
    if not fields:
        return []
    # a list of its own beside a general one says how the class writes its dates
    month = any(one.nextform == MONTH for one in layouts)
    names = {name: f"下次{labels.get(name, layouts[0].noun)}日期" for name in fields}
    if record.nextdate is None:
        return [{"label": label, "value": EMPTY} for label in dict.fromkeys(names.values())]
    made = []
    known = {line["field"]: line for line in _explained(db, row, record, judgement)}
    fields += [name for name, line in known.items() if line["ruleid"] and line["value"] and name not in fields]
    for name in fields:
        line = known.get(name)
        label = f"下次{line['label'].removeprefix('下次')}日期" if line else names[name]
        own = line["value"] if line and line["ruleid"] else None
        if day := plain(record.nextdate) if name == fields[0] else own:
            made.append({"label": label, "value": cn_day(day)[:8] if month else cn_day(day)})
    return [*made, *_standing(record, layouts, fields)]


def _labels(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, str]:
    """What each next date of the kind is the date of, in the words of its rules."""
    rows = cycles_on(book.dates_book(db), row.equclacode, record.inspdate or clock.today())
    return {one.datefield: one.label for one in reversed(rows)}


def _standing(record: OriginalRecord, layouts: Sequence[ReportLayout], own: Sequence[str]) -> list[dict[str, Any]]:
    """The dates of the other inspections of the device, which this one does not set."""
    shown = {one.name: one for layout in layouts for one in layout.blocks["standing"] if one.name not in own}
    days = [(one.label, plain(record.equipment.get(name))) for name, one in shown.items()]
    return [{"label": label, "value": cn_day(day), "standing": True} for label, day in days if day]


def _explained(db: Session, row: AppBuss, record: OriginalRecord, found: Judgement) -> Sequence[Mapping[str, Any]]:
    """The dates as approval wrote them, before that as the rules give them."""
    written = device_of(db, row).nextexplain or {}
    if written.get("reportno") == row.reportno:
        return list(written.get("lines", ()))
    due = schedule(db, row, record, found) if found.dated else None
    return [dict(line) for line in explained(due.dates)["lines"]] if due else []
