"""Counts indicators by the lines of a form: one statement for each list, its conditions and its period."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from urllib.parse import urlencode

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.lists.statview import UNKNOWN
from tejian.statistics.counted.api import BEHIND
from tejian.statistics.models.filed import BY_CLASS, COUNT, DIVISIONS, StatBalance, StatColumn, StatForm
from tejian.statistics.models.filed import Indicator as I

from .conditions import asked, worked_out
from .naming import in_use, with_parts

SHORTEST, LONGEST = 28, 366 * 5
DICTS = {BY_CLASS: "C601", "county": "AREA"}
Numbers = dict[str, Decimal | None]


class CountedColumn(TypedDict):
    code: str
    heading: str
    unit: str
    edition: int


class CountedCell(TypedDict):
    value: float | None
    link: str  # the list of what was counted; '' of what is worked out


class CountedLine(TypedDict):
    value: str
    label: str
    cells: dict[str, CountedCell]
    faults: list[str]  # what does not add up


class CountedForm(TypedDict):
    """A form counted for a period, for whoever asks."""

    title: str
    by: str
    begin: str
    end: str
    at: datetime
    columns: list[CountedColumn]
    lines: list[CountedLine]
    total: CountedLine
    note: str


@dataclass(frozen=True)
class Period:
    """Both days are in it."""

    first: date
    last: date


def period_of(begin: str, end: str) -> Period:
    """The period that is asked for; without one the running year, in January the year before."""
    today = clock.today()
    last = as_date(end, "统计期间") if end else today
    first = as_date(begin, "统计期间") if begin else date(last.year, 1, 1)
    if not begin and not end and (last - first).days + 1 < SHORTEST:
        first, last = date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
    if first > last:
        raise BadInput("统计期间：开始不得晚于结束", field="begin")
    if last > today:
        raise BadInput(f"统计期间：结束不得晚于今天{today}", field="end")
    days = (last - first).days + 1
    if days < SHORTEST:
        raise BadInput(f"统计期间：只有{days}天，最短{SHORTEST}天", field="begin")
    if days > LONGEST:
        raise BadInput("统计期间：最长五年", field="begin")
    return Period(first, last)


def asks_of(db: Session, me: User, one: I, period: Period) -> dict[str, str]:
    """What the list behind an indicator is asked for."""
    behind = BEHIND[one.behind]
    out = asked(behind, one.asks, words(db, me.dict_version))
    if one.timed:
        head, tail = f"{behind.period}Start", f"{behind.period}End"
        out |= {head: period.first.isoformat(), tail: (period.last + timedelta(days=1)).isoformat()}
    return out


def counted(db: Session, me: User, one: I, period: Period, by: str) -> dict[str, int]:
    """The rows of an indicator by the values of a division, as far as `me` sees them."""
    behind = BEHIND[one.behind]
    value = func.coalesce(func.nullif(behind.by[by], ""), UNKNOWN)
    query = behind.view.query(me, asks_of(db, me, one, period)).with_only_columns(value, func.count())
    return {row[0]: row[1] for row in db.execute(query.group_by(value))}


def trial(db: Session, me: User, one: I) -> str:
    """What an indicator in use counts in the usual period, in a sentence."""
    period = period_of("", "")
    used = with_parts(in_use(db) | {one.code: one}, [one.code])
    sums = {code: sum(counted(db, me, each, period, BY_CLASS).values()) for code, each in _lists(used)}
    numbers_of_line = line_numbers(used, sums)[one.code]
    days = f"{period.first} 至 {period.last}"
    parts = "，".join(f"{code} {n}" for code, n in sums.items()) if one.kind != COUNT else ""
    value = "—（除数为零）" if numbers_of_line is None else f"{round(numbers_of_line, 4).normalize():f}{one.unit}"
    return f"{one.name}：{value}{f'（{parts}）' if parts else ''}。期间 {days}，按您的数据范围"


def _lists(used: Mapping[str, I]) -> list[tuple[str, I]]:
    return [(code, one) for code, one in used.items() if one.kind == COUNT]


def line_numbers(used: Mapping[str, I], numbers: Mapping[str, int]) -> Numbers:
    """The numbers of a line, formulas after what they need."""
    out: Numbers = {code: Decimal(numbers.get(code, 0)) for code, _ in _lists(used)}

    def of(code: str) -> Decimal | None:
        if code not in out:
            parts = with_parts(used, [code]).keys() - {code}
            out[code] = worked_out(used[code].formula, {one: of(one) for one in sorted(parts)})
        return out[code]

    for code in used:
        of(code)
    return out


def preview(db: Session, me: User, form: StatForm, begin: str, end: str) -> CountedForm:
    """A form counted now. What is not in use any more stops it with a sentence."""
    period = period_of(begin, end)
    columns = list(db.scalars(select(StatColumn).where(StatColumn.form_id == form.id).order_by(StatColumn.id)))
    balances = list(db.scalars(select(StatBalance).where(StatBalance.form_id == form.id).order_by(StatBalance.id)))
    dictionary = in_use(db)
    if ended := next((one for one in columns if one.code not in dictionary), None):
        raise BadInput(f"{ended.code} {ended.heading}不是使用中的指标，这张表不能统计")
    used = with_parts(dictionary, [one.code for one in columns])
    cells: dict[str, dict[str, int]] = {}
    for code, one in _lists(used):
        for value, n in counted(db, me, one, period, form.division).items():
            cells.setdefault(value, {})[code] = n
    sums = {code: sum(line.get(code, 0) for line in cells.values()) for code in used}
    known = words(db, me.dict_version).get(DICTS[form.division], {})
    asks = {code: asks_of(db, me, one, period) for code, one in _lists(used)}

    def line(value: str, label: str, numbers: Mapping[str, int]) -> CountedLine:
        numbers_of_line = line_numbers(used, numbers)
        divided = {form.division: value} if value else {}
        return {
            "value": value,
            "label": label,
            "cells": {
                one.code: {
                    "value": None if (n := numbers_of_line[one.code]) is None else float(round(n, 4)),
                    "link": _link(used[one.code], asks[one.code] | divided) if one.code in asks else "",
                }
                for one in columns
            },
            "faults": faults_of(balances, columns, used, numbers_of_line),
        }

    order = sorted(cells, key=lambda value: (value == UNKNOWN, value))
    return {
        "title": f"{form.code} {form.name}",
        "by": DIVISIONS[form.division],
        "begin": period.first.isoformat(),
        "end": period.last.isoformat(),
        "at": clock.now(),
        "columns": [
            {
                "code": one.code,
                "heading": one.heading or used[one.code].name,
                "unit": used[one.code].unit,
                "edition": used[one.code].edition,
            }
            for one in columns
        ],
        "lines": [line(one, "未填写" if one == UNKNOWN else known.get(one, one), cells[one]) for one in order],
        "total": line("", "合计", sums),
        "note": form.note,
    }


def _link(one: I, asks: Mapping[str, str]) -> str:
    return f"{BEHIND[one.behind].route}?{urlencode(asks)}"


def faults_of(
    balances: Sequence[StatBalance], columns: Sequence[StatColumn], used: Mapping[str, I], numbers_of_line: Numbers
) -> list[str]:
    """What of a line does not add up, with how much is missing."""
    out = []
    for one in balances:
        left, right = numbers_of_line[one.whole], worked_out(one.parts, numbers_of_line)
        if left is None or right is None or left == right:
            continue
        heading = next(c.heading for c in columns if c.code == one.whole) or used[one.whole].name
        off = abs(left - right).normalize()
        out.append(f"{heading}：合计与分项不符，{one.whole}与{one.parts}相差{off:f}{used[one.whole].unit}")
    return out
