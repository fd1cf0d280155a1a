"""The difference of an edition to the last one or to today, cell by cell, and by the records that make it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, any_, exists, func, inspect, literal, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database import keys
from tejian.kit.database.audit import AuditLog, histories
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import Words, words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.statistics.filed.api import CountedColumn
from tejian.statistics.models.editions import REPORTED, SUMMED, TOTAL, StatEdition, StatPart

from .digests import Cells
from .meaning import Meaning, meaning_of
from .reading import kept_cells, line_words
from .taking import counter_of, records, rows_of, worked_out

MOST = 200  # records that are told of a cell
TOLD_FIELDS = 3
NOW = "now"
SAME_AS_BEFORE = ("title", "unit", "place", "state", "line")


class DifferingCell(TypedDict):
    old: float | None
    new: float | None
    counts: bool  # whether records stand behind it


class DifferingLine(TypedDict):
    value: str
    label: str
    cells: dict[str, DifferingCell]


class EditionDifference(TypedDict):
    """Two counts of a form beside each other."""

    old: str
    new: str
    columns: list[CountedColumn]
    lines: list[DifferingLine]


class Differing(TypedDict):
    """A record of one count that is not the same in the other."""

    id: str
    number: str
    title: str
    unit: str
    way: str
    was: str
    now: str
    why: str


class DifferingRecords(TypedDict):
    added: int
    gone: int
    changed: int
    rows: list[Differing]


@dataclass(frozen=True)
class Side:
    """One of the two counts."""

    label: str
    meaning: Meaning
    cells: Cells
    rows: Any  # the records as a subquery with COLUMNS
    at: datetime


def _leaves(db: Session, row: StatEdition) -> list[str]:
    """The editions whose records stand behind an edition: its own, or those of the parts of a sum."""
    parts = select(StatPart.edition_id, StatPart.part_id).where(StatPart.part_id != "")
    tree = select(literal(row.id).label("id")).cte(recursive=True)
    found = parts.subquery()
    tree = tree.union(select(found.c.part_id).join(tree, tree.c.id == found.c.edition_id))
    return list(db.scalars(select(tree.c.id)))


def _kept(db: Session, row: StatEdition) -> Side:
    if row.frozen is None:
        raise Refused(f"{row.editionno}还没有统计完成，不能比较")
    own = rows_of(_leaves(db, row))
    label = f"{row.editionno}（{row.first} 至 {row.last}，{clock.minute(row.frozen)} 统计）"
    return Side(label, meaning_of(row), kept_cells(db, row.id), own.subquery(), row.frozen)


def _today(db: Session, row: StatEdition) -> Side:
    meaning = meaning_of(row)
    rows = records(db, counter_of(db, row), row).subquery()
    each = select(rows.c.line, func.unnest(rows.c.codes).label("code")).subquery()
    counted = db.execute(select(each.c.line, each.c.code, func.count()).group_by(each.c.line, each.c.code)).all()
    lines: dict[str, dict[str, int]] = {TOTAL: {}}
    for line, code, n in counted:
        lines.setdefault(line, {})[code] = n
        lines[TOTAL][code] = lines[TOTAL].get(code, 0) + n
    cells = {key: cell for line, sums in lines.items() for key, cell in worked_out(meaning, line, sums, {}).items()}
    whole = "，含没有汇总的区划" if row.way == SUMMED else ""
    return Side(f"今天 {clock.minute(clock.now())} 的数{whole}", meaning, cells, rows, clock.now())


def _before(db: Session, row: StatEdition) -> StatEdition:
    """What it corrects, else the reported edition of the period before."""
    if row.corrects_id:
        return db.scalars(select(StatEdition).where(StatEdition.id == row.corrects_id)).one()
    same = (StatEdition.code == row.code, StatEdition.areacode == row.areacode, StatEdition.step == REPORTED)
    query = select(StatEdition).where(*same, StatEdition.last < row.last, StatEdition.id != row.id)
    found = db.scalars(query.order_by(StatEdition.last.desc(), StatEdition.round.desc()).limit(1)).first()
    if found is None:
        raise Refused(f"{row.editionno}之前没有已上报的{row.code}，不能与上一份比较")
    return found


def sides(db: Session, row: StatEdition, against: str) -> tuple[Side, Side]:
    """The older and the newer count. Raises Refused where there is nothing to compare with."""
    own = _kept(db, row)
    return (own, _today(db, row)) if against == NOW else (_kept(db, _before(db, row)), own)


def difference(db: Session, me: User, row: StatEdition, against: str) -> EditionDifference:
    """All cells of two counts beside each other."""
    old, new = sides(db, row, against)
    names = line_words(db, me, new.meaning)
    lines = sorted({line for line, _ in (*old.cells, *new.cells)} - {TOTAL})
    counts = new.meaning.counts()

    def number(side: Side, line: str, code: str) -> float | None:
        cell = side.cells.get((line, code))
        if cell is None:
            return 0.0 if code in side.meaning.counts() else None
        return None if cell.value is None else float(cell.value)

    return {
        "old": old.label,
        "new": new.label,
        "columns": [
            {
                "code": one.code,
                "heading": new.meaning.heading(one),
                "unit": new.meaning.used[one.code].unit,
                "edition": new.meaning.used[one.code].edition,
            }
            for one in new.meaning.columns
        ],
        "lines": [
            {
                "value": line,
                "label": names.get(line, line),
                "cells": {
                    one.code: {
                        "old": number(old, line, one.code),
                        "new": number(new, line, one.code),
                        "counts": one.code in counts,
                    }
                    for one in new.meaning.columns
                },
            }
            for line in (*lines, TOTAL)
        ],
    }


def _cell(side: Side, line: str, code: str) -> Any:
    """The records of a cell."""
    rows = side.rows.c
    asked = [literal(code) == any_(rows.codes)] + ([rows.line == line] if line != TOTAL else [])
    return select(*rows).where(*asked).subquery()


def differing(db: Session, me: User, row: StatEdition, against: str, line: str, code: str) -> DifferingRecords:
    """The records that came, went or changed between two counts of a cell."""
    old, new = sides(db, row, against)
    if code not in new.meaning.counts():
        raise Refused("这个数由其他栏目算出，请看那些栏目")
    left, right = _cell(old, line, code), _cell(new, line, code)

    def without(one: Any, other: Any) -> Select[Any]:
        return select(one).where(~exists().where(other.c.record_id == one.c.record_id))

    both = select(right).join(left, left.c.record_id == right.c.record_id)
    both = both.where(or_(*(left.c[name].is_distinct_from(right.c[name]) for name in SAME_AS_BEFORE)))
    telling = _Telling(db, me, old, new, code)
    ways = {"added": without(right, left), "gone": without(left, right), "changed": both}
    sizes = {way: db.scalar(select(func.count()).select_from(query.subquery())) or 0 for way, query in ways.items()}
    rows = [one for way, query in ways.items() for one in telling.rows(way, query)]
    return {"added": sizes["added"], "gone": sizes["gone"], "changed": sizes["changed"], "rows": rows}


WAYS = {"added": "新增", "gone": "减少", "changed": "变动"}


class _Telling:
    """Tells of records where they stood, where they stand, and why."""

    def __init__(self, db: Session, me: User, old: Side, new: Side, code: str):
        self.db, self.old, self.new = db, old, new
        self.behind = new.meaning.behind(code)
        self.words = words(db, me.dict_version)
        self.lines = line_words(db, me, new.meaning)

    def rows(self, way: str, query: Select[Any]) -> list[Differing]:
        records_ = db_rows(self.db, query)
        ids = [str(one["record_id"]) for one in records_]
        before, after = self._stand(self.old, ids), self._stand(self.new, ids)
        model = self.behind.view.key.class_
        logs = histories(self.db, model.__tablename__, ids)
        return [
            {
                "id": key,
                "number": one["number"],
                "title": one["title"],
                "unit": one["unit"],
                "way": WAYS[way],
                "was": before.get(key, "没有计入"),
                "now": after.get(key, "没有计入"),
                "why": self._why(model, logs.get(key, [])),
            }
            for key, one in zip(ids, records_, strict=True)
        ]

    def _stand(self, side: Side, ids: Sequence[str]) -> dict[str, str]:
        """In which line, under which indicators and in which state records are counted."""
        rows = side.rows.c
        query = select(rows.record_id, rows.line, rows.codes, rows.state).where(rows.record_id.in_(ids))
        out = {}
        for key, line, codes, state in self.db.execute(query) if ids else ():
            named = "、".join(side.meaning.used[code].name for code in codes if code in side.meaning.used)
            out[key] = f"{self.lines.get(line, line)} {state}：{named}"
        return out

    def _why(self, model: Any, logs: Sequence[AuditLog]) -> str:
        """The changes of a record between the two counts, the newest first."""
        sentences = [self._said(model, one) for one in logs if self.old.at < one.at <= self.new.at]
        if any(sentences):
            return "；".join([one for one in sentences if one][:TOLD_FIELDS])
        if self.old.meaning.edition != self.new.meaning.edition:
            return "表式版本不同"
        return "档案没有变更：统计期间不同，或随日期到期、超期"

    def _said(self, model: Any, log: AuditLog) -> str:
        who = f"{log.user_name} {clock.minute(log.at)}"
        if log.action != "修改":
            return f"{log.action}（{who}）"
        fields = [text for name, change in log.changes.items() if (text := worded(model, name, change, self.words))]
        return f"{'，'.join(fields[:TOLD_FIELDS])}（{who}）" if fields else ""


def db_rows(db: Session, query: Select[Any]) -> list[Mapping[str, Any]]:
    """The first records of a difference."""
    return [dict(one) for one in db.execute(query.limit(MOST)).mappings()]


def worded(model: Any, name: str, change: Sequence[Any], known: Words) -> str:
    """The change of a column in words; keys are not told."""
    column = inspect(model).columns.get(name)
    label = column.info.get("label") if column is not None else ""
    if column is None or not label or keys.refers(getattr(model, name)):
        return ""
    words_of = known.get(column.info.get("dict", ""), {})
    old, new = (words_of.get(str(one), str(one)) if one not in (None, "") else "空" for one in change)
    return f"{label}：{old}→{new}"
