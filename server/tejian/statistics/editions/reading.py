"""What an edition holds: its table with links, what does not add up, and whether it still gives the same digest."""

from collections.abc import Mapping
from decimal import Decimal
from urllib.parse import urlencode

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.statview import UNKNOWN
from tejian.statistics.filed.api import CountedForm, CountedLine, faults_of
from tejian.statistics.models.editions import SUMMED, TOTAL, StatCell, StatEdition
from tejian.statistics.models.filed import BY_CLASS, DIVISIONS

from .digests import Cells, Counted, of_edition
from .meaning import Meaning, head_of, meaning_of
from .summing import kept_parts, summed
from .taking import cells_of, groups_of, same

PLACE = "/dataStatistics/jcDataStatisticsReport"
ROWS, SHARES = f"{PLACE}Rows", f"{PLACE}Shares"
DICTS = {BY_CLASS: "C601", "county": "AREA"}
MOST_FAULTS = 3
UNDIVIDED = "合计"  # how the districts are asked for the line of the sum


def store(db: Session, row: StatEdition, cells: Cells) -> None:
    """Keep the cells of an edition and the digest over them."""
    db.execute(delete(StatCell).where(StatCell.edition_id == row.id))
    for (line, code), cell in cells.items():
        db.add(StatCell(edition_id=row.id, line=line, code=code, value=cell.value, digest=cell.digest))
    row.digest = of_edition(head_of(row), cells)


def kept_cells(db: Session, key: str) -> dict[tuple[str, str], Counted]:
    """The cells as they were kept."""
    query = select(StatCell).where(StatCell.edition_id == key)
    return {(one.line, one.code): Counted(one.value, one.digest) for one in db.scalars(query)}


def counted_again(db: Session, row: StatEdition) -> dict[tuple[str, str], Counted]:
    """The cells worked out anew of what stands behind them. Raises Refused where a part of a sum is another now."""
    meaning = meaning_of(row)
    if row.way != SUMMED:
        return cells_of(meaning, groups_of(db, row.id))
    parts = [one for one in kept_parts(db, row.id) if one.part_id]
    query = select(StatEdition.id, StatEdition.digest).where(StatEdition.id.in_(one.part_id for one in parts))
    now: dict[str, str] = dict(db.execute(query).all())  # type: ignore[arg-type]
    for one in parts:
        if now.get(one.part_id) != one.digest:
            raise Refused(f"复算不一致：{one.areacode}的统计报表已不是汇总时的那一份")
    return summed(db, meaning, {one.part_id: one.areacode for one in parts})


def line_words(db: Session, me: User, meaning: Meaning) -> Mapping[str, str]:
    """What the lines are called."""
    known = words(db, me.dict_version).get(DICTS[meaning.division], {})
    return {**known, UNKNOWN: "未填写", TOTAL: "合计"}


def recounted(db: Session, me: User, row: StatEdition) -> str:
    """Whether it gives the same digest again, in a sentence."""
    if row.frozen is None:
        raise Refused(f"{row.editionno}还没有统计完成，不能复算")
    before, again = kept_cells(db, row.id), counted_again(db, row)
    digest = of_edition(head_of(row), again)
    if digest == row.digest and before == again:
        return f"复算一致：{len(again)}个数，摘要 {digest[:16]}"
    meaning = meaning_of(row)
    names = line_words(db, me, meaning)
    for line, code in same(before, again):
        left, right = (None if (c := side.get((line, code))) is None else c.value for side in (before, again))
        place = f"{names.get(line, line)} {meaning.used[code].name}"
        if left != right:
            return f"复算不一致：{place}保存的是{_number(left)}，复算为{_number(right)}"
        return f"复算不一致：{place}背后的记录与保存时不同"
    return "复算不一致：表头、口径或摘要与保存时不同"


def _number(value: Decimal | None) -> str:
    return "—" if value is None else f"{value.normalize():f}"


def is_unchanged(db: Session, row: StatEdition) -> bool:
    """Whether the kept cells are those of the digest."""
    return of_edition(head_of(row), kept_cells(db, row.id)) == row.digest


def link_of(row: StatEdition, line: str, code: str) -> str:
    """Where a cell is opened: its records, or the districts that were summed."""
    asked = {"cell": f"{row.editionno}/{line or UNDIVIDED}/{code}"}
    return f"{SHARES if row.way == SUMMED else ROWS}?{urlencode(asked)}"


def table(db: Session, me: User, row: StatEdition) -> CountedForm:
    """An edition as its form."""
    if row.frozen is None:
        raise Refused(f"{row.editionno}还没有统计完成")
    meaning, cells = meaning_of(row), kept_cells(db, row.id)
    names, counts = line_words(db, me, meaning), meaning.counts()

    def line(value: str) -> CountedLine:
        numbers = {code: cells[value, code].value for code in meaning.used}
        return {
            "value": value,
            "label": names.get(value, value),
            "cells": {
                one.code: {
                    "value": None if (n := numbers[one.code]) is None else float(n),
                    "link": link_of(row, value, one.code) if one.code in counts else "",
                }
                for one in meaning.columns
            },
            "faults": faults_of(meaning.balances, meaning.columns, meaning.used, numbers),
        }

    lines = sorted({value for value, _ in cells} - {TOTAL}, key=lambda one: (one == UNKNOWN, one))
    return {
        "title": f"{row.code} {row.name}",
        "by": DIVISIONS[meaning.division],
        "begin": row.first.isoformat(),
        "end": row.last.isoformat(),
        "at": row.frozen,
        "columns": [
            {
                "code": one.code,
                "heading": meaning.heading(one),
                "unit": meaning.used[one.code].unit,
                "edition": meaning.used[one.code].edition,
            }
            for one in meaning.columns
        ],
        "lines": [line(one) for one in lines],
        "total": line(TOTAL),
        "note": meaning.note,
    }


def faults(db: Session, me: User, row: StatEdition) -> list[str]:
    """What of the whole edition does not add up."""
    told = table(db, me, row)
    return [f"{line['label']}：{fault}" for line in (*told["lines"], told["total"]) for fault in line["faults"]]
