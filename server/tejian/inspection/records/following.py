"""What a report says of what follows: the next dates, and grade, conclusion and date of each line of a project."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import LINE, MONTH, ReportLayout
from tejian.kit.database.audit import plain
from tejian.kit.ground import dictionary

from . import pipelines
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
    db: Session, row: AppBuss, record: OriginalRecord, judgement: Judgement, layout: ReportLayout
) -> list[dict[str, str]]:
    """The next dates that this sort sets, each with its own words; '/' where the conclusion gives none.

    An issued report says what approval wrote; a draft what the rules say now.
    """
    fields = list(sort_of(db, row).next_date_fields)
    main = f"下次{layout.noun}日期"
    if not fields:
        return []
    if record.nextdate is None:
        return [{"label": main, "value": EMPTY}]
    made = []
    known = {line["field"]: line for line in _explained(db, row, record, judgement)}
    fields += [name for name, line in known.items() if line["ruleid"] and line["value"] and name not in fields]
    for name in fields:
        line = known.get(name)
        label = f"下次{line['label'].removeprefix('下次')}日期" if line and len(fields) > 1 else main
        own = line["value"] if line and line["ruleid"] else None
        if day := plain(record.nextdate) if name == fields[0] else own:
            made.append({"label": label, "value": cn_day(day)[:8] if layout.nextform == MONTH else cn_day(day)})
    return made


def _explained(db: Session, row: AppBuss, record: OriginalRecord, found: Judgement) -> Sequence[Mapping[str, Any]]:
    """The dates as approval wrote them, before that as the rules give them."""
    written = device_of(db, row).nextexplain or {}
    if written.get("reportno") == row.reportno:
        return list(written.get("lines", ()))
    due = schedule(db, row, record, found) if found.dated else None
    return [dict(line) for line in explained(due.dates)["lines"]] if due else []
