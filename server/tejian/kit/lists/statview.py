"""A statistic is a list counted: lines by one of its divisions over a period, measures, the list behind each number.

The numbers ask by the same conditions as the list to which they lead, for the same person, so both say the same. A
share is shown with both of its numbers; nothing divided by nothing is no share (statistics_definitions §1).
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import ColumnElement, and_, false, func, literal_column, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.declared import DECLARED_IN, declaring_module
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User

from .excel import MIME, workbook
from .listview import Col, ListView, Search

UNKNOWN = "-"  # what a row does not state: a line of its own, never dropped
YEAR = timedelta(days=365)
LONGEST = timedelta(days=366 * 5)
MOST = 500  # lines of a table
YES = {"1": "是", "0": "否"}
PEERS = 3  # people of a team of whom a median says nothing about one
MONTH = re.compile(r"[12]\d{3}-(0[1-9]|1[0-2])")
COUNT = func.count(literal_column("1"))  # of the rows behind
Names = Callable[[Session, Collection[str]], Mapping[str, str]]


@dataclass(frozen=True)
class By:
    """A way to divide. `prop` is the search field of the list behind, asked for the value of a line."""

    prop: str
    label: str
    expr: Any
    dict: str = ""
    names: Names | None = None  # the words of keys
    words: Mapping[str, str] | None = None
    series: bool = False  # lines in the order of their values, not of their numbers: months


@dataclass(frozen=True)
class Measure:
    """A number of a line. `asks`: what the list behind is asked besides; `of`: the measure it is a share of.

    A number counts the rows to which it leads, or is the sum of the column of theirs that `sums` names.
    """

    name: str
    label: str
    expr: Any
    asks: Mapping[str, str] = field(default_factory=dict)
    of: str = ""
    kind: str = "number"  # number, money, or decimal: not of whole things
    alarm: bool = False  # drawn in red
    sums: str = ""


class StatMeasure(TypedDict):
    name: str
    label: str
    kind: str
    asks: dict[str, str]
    share: str  # the label of its share, '' without one
    alarm: bool


class StatLine(TypedDict):
    value: str
    label: str
    cells: dict[str, float]
    shares: dict[str, float | None]  # per cent, one decimal


class StatAnswer(TypedDict):
    """A statistic as it is drawn: its lines with their numbers, the sums, and where each number leads."""

    viewNo: str
    title: str
    note: str
    by: str
    prop: str
    series: bool  # lines in the order of time
    dimensions: list[Option]
    measures: list[StatMeasure]
    lines: list[StatLine]
    total: StatLine
    middle: StatLine | None  # the median of the own team, where so many work there that it names nobody
    begin: str
    end: str
    period: str  # the search field of the period: asked with Start and End behind it
    route: str
    at: datetime


@dataclass(frozen=True)
class StatView:
    """`behind` is the list that is counted and led to at `route`; `period` the date field by which it is narrowed.

    `peers` is the column of the team (department) of the people of its first division: whoever asks by it, even who
    sees the own work alone, is told the median of the own team.
    """

    no: str
    title: str
    permission: str
    behind: ListView
    route: str
    period: str
    by: Sequence[By]
    measures: Sequence[Measure]
    note: str = ""
    module: str = ""
    peers: Any = None
    ahead: bool = False  # of what is to come: without a period until a year from today

    def __post_init__(self) -> None:
        searches = {one.name: one for one in self.behind.search}
        wanted = {self.period, *(one.prop for one in self.by), *(n for m in self.measures for n in m.asks)}
        if missing := wanted - searches.keys():
            raise ValueError(f"{self.no}: the list {self.behind.no} cannot be wanted {sorted(missing)}")
        names = {one.name for one in self.measures}
        columns = {one.name for one in self.behind.columns}
        if missing := {one.sums for one in self.measures if one.sums} - columns:
            raise ValueError(f"{self.no}: the list {self.behind.no} has no columns {sorted(missing)}")
        if missing := {one.of for one in self.measures if one.of} - names:
            raise ValueError(f"{self.no}: no measures {sorted(missing)}")
        if self.permission not in PERMISSIONS:
            raise ValueError(f"{self.no}: permission {self.permission} is not declared")

    @property
    def url(self) -> str:
        return f"/api/stat/{self.no}"

    def answer(self, db: Session, me: User, by: str, begin: str, end: str) -> StatAnswer:
        """The lines of a period, both days in it; without one the year until today."""
        first, last = self._period(begin, end)
        division = next((one for one in self.by if one.prop == by), self.by[0]) if by else self.by[0]
        if by and division.prop != by:
            raise BadInput("统计方式不正确", field="by")
        head, tail = self._names()
        span = {head: first.isoformat(), tail: (last + timedelta(days=1)).isoformat()}
        value = func.coalesce(func.nullif(division.expr, ""), UNKNOWN) if not division.series else division.expr
        query = self.behind.query(me, span).with_only_columns(value, *(m.expr for m in self.measures))
        rows = db.execute(query.group_by(value)).all()
        if len(rows) > MOST:
            raise BadInput(f"分得过细，超过{MOST}行，请缩短期间或换一种统计方式")
        words = self._words(db, me, division, [str(row[0]) for row in rows])
        lines = [self._line(str(row[0]), words, row[1:]) for row in rows]
        lines.sort(key=(lambda one: one["value"]) if division.series else self._weight)
        sums = [round(sum(one["cells"][m.name] for one in lines), 3) for m in self.measures]
        return {
            "viewNo": self.no,
            "title": self.title,
            "note": self.note,
            "by": division.label,
            "prop": division.prop,
            "series": division.series,
            "dimensions": [{"value": one.prop, "label": one.label} for one in self.by],
            "measures": [self._measure(one) for one in self.measures],
            "lines": lines,
            "total": self._line("", {"": "合计"}, sums),
            "middle": self._middle(db, me, span) if self.peers is not None and division is self.by[0] else None,
            "begin": first.isoformat(),
            "end": last.isoformat(),
            "period": self.period,
            "route": self.route,
            "at": clock.now(),
        }

    def _middle(self, db: Session, me: User, span: Mapping[str, str]) -> StatLine | None:
        own = self.behind.source.where(*self.behind.fixed, *self.behind.asked(me, span), self.peers == me.dept_id)
        query = own.with_only_columns(*(m.expr for m in self.measures)).group_by(self.by[0].expr)
        people = db.execute(query).all() if me.dept_id else []
        if len(people) < PEERS:
            return None
        middle = [median(float(n or 0) for n in numbers) for numbers in zip(*people, strict=True)]
        return self._line("", {"": f"本部门中位数（{len(people)}人）"}, middle)

    def _names(self) -> tuple[str, str]:
        """The two parameters of the period."""
        head, tail = next(one for one in self.behind.search if one.name == self.period).names
        return head, tail

    def _period(self, begin: str, end: str) -> tuple[date, date]:
        last = as_date(end, "统计期间") if end else clock.today() + (YEAR if self.ahead else timedelta())
        first = as_date(begin, "统计期间") if begin else date((last - YEAR if self.ahead else last).year, 1, 1)
        if first > last:
            raise BadInput("统计期间：开始不得晚于结束", field="begin")
        if last - first > LONGEST:
            raise BadInput("统计期间：最长五年", field="begin")
        return first, last

    def _words(self, db: Session, me: User, division: By, values: Sequence[str]) -> Mapping[str, str]:
        known = {**dictionary.words(db, me.dict_version).get(division.dict, {}), **(division.words or {})}
        if division.names is not None:
            known |= division.names(db, [one for one in values if one != UNKNOWN])
        return {**known, UNKNOWN: "未填写"}

    def _line(self, value: str, words: Mapping[str, str], numbers: Sequence[Any]) -> StatLine:
        cells = {m.name: float(n or 0) for m, n in zip(self.measures, numbers, strict=True)}
        shares = {
            m.name: round(100 * cells[m.name] / cells[m.of] + 1e-9, 1) if cells[m.of] else None
            for m in self.measures
            if m.of
        }
        return {"value": value, "label": words.get(value, value), "cells": cells, "shares": shares}

    def _weight(self, line: StatLine) -> tuple[bool, float, str]:
        return line["value"] == UNKNOWN, -line["cells"][self.measures[0].name], line["label"]

    @staticmethod
    def _measure(one: Measure) -> StatMeasure:
        return {
            "name": one.name,
            "label": one.label,
            "kind": one.kind,
            "asks": dict(one.asks),
            "share": f"{one.label}占比" if one.of else "",
            "alarm": one.alarm,
        }

    def sheet(self, db: Session, me: User, by: str, begin: str, end: str) -> tuple[Path, str, str]:
        """The same table as a workbook: its file, kind and name."""
        table = self.answer(db, me, by, begin, end)
        columns = [Col("label", table["by"], None, 200)]
        for m in table["measures"]:
            columns.append(Col(m["name"], m["label"], None, 100, "money" if m["kind"] == "money" else "number"))
            if m["share"]:
                columns.append(Col(f"{m['name']}_share", f"{m['share']}(%)", None, 110, "number"))
        lines = [
            {"label": one["label"], **one["cells"], **{f"{n}_share": v for n, v in one["shares"].items()}}
            for one in [*table["lines"], table["total"]]
        ]
        return workbook(self.title, columns, [lines]), MIME, f"{self.title}{table['begin']}至{table['end']}.xlsx"


STATS: dict[str, StatView] = {}


def add_stat(view: StatView) -> StatView:
    """Register a statistic under its number."""
    if view.no in STATS:
        raise ValueError(f"two statistics share the number {view.no}")
    STATS[view.no] = view
    DECLARED_IN[view.no] = declaring_module()
    return view


def by_month(prop: str, label: str, moment: Any) -> By:
    """By the month of a moment, in China's time; a month is asked of the list as yyyy-MM."""
    return _by_time(prop, label, moment, "YYYY-MM")


def by_day(prop: str, label: str, moment: Any) -> By:
    """By the day of a moment, in China's time."""
    return _by_time(prop, label, moment, "YYYY-MM-DD")


def _by_time(prop: str, label: str, moment: Any, pattern: str) -> By:
    return By(prop, label, func.to_char(func.timezone("Asia/Shanghai", moment), pattern), series=True)


def in_month(prop: str, label: str, moment: Any) -> Search:
    """The search field that a line of `by_month` leads to: rows of a month, by the index over the moment."""

    def within(v: str) -> ColumnElement[bool]:
        if not MONTH.fullmatch(v):
            return false()  # no month, so no row is in it
        first = as_date(f"{v}-01", label)
        return _from_until(moment, first, (first + timedelta(days=32)).replace(day=1))

    return Search(prop, label, within)


def in_day(prop: str, label: str, moment: Any) -> Search:
    """The search field that a line of `by_day` leads to."""

    def within(v: str) -> ColumnElement[bool]:
        first = as_date(v, label)
        return _from_until(moment, first, first + timedelta(days=1))

    return Search(prop, label, within, widget="date")


def _from_until(moment: Any, first: date, after: date) -> ColumnElement[bool]:
    """Whether a moment lies in the days from the first until before another, in China's time."""
    begin, end = (datetime.combine(one, time(), clock.SHANGHAI) for one in (first, after))
    return and_(moment >= begin, moment < end)


def flag(name: str, label: str, condition: Any, **more: Any) -> Search:
    """The search field of a measure that counts some of the rows: yes or no."""
    return Search(name, label, lambda v: condition if v == "1" else ~condition, widget="select", options=YES, **more)


def stated(prop: str, label: str, column: Any, **more: Any) -> Search:
    """The search field that a line leads to; what is not stated is found, too."""
    return Search(prop, label, lambda v: column == ("" if v == UNKNOWN else v), **more)


def names_of(model: Any, column: Any) -> Names:
    """The names of keys of a table."""

    def names(db: Session, keys: Collection[str]) -> Mapping[str, str]:
        return {row[0]: row[1] for row in db.execute(select(model.id, column).where(model.id.in_(keys)))}

    return names
