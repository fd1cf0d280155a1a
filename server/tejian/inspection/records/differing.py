"""Where a record differs from the last report of its device: items, tables, conditions, what was stated, dates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import INPUT, KEY, RecordTable, Usual, is_usual
from tejian.kit.database.audit import plain

from . import book
from .before import LastResult, last_report, results_of
from .conclusion import labels_of
from .entry import EntryItem
from .examined import examine
from .service import record_or_refuse
from .sheets import in_words

NONE = "无此行"


class Difference(TypedDict):
    """`seq` is 0 for what is no item; `table` is that of a cell."""

    seq: int
    table: str
    content: str
    before: str
    now: str


class Differences(TypedDict):
    """What differs from the last report, and one result of it."""

    last: LastResult | None
    rows: list[Difference]


Cells = Mapping[str, str]
Pair = tuple[str, object, object]  # what it is, before, now


def differences(db: Session, row: AppBuss, screen: Mapping[str, Any]) -> Differences:
    """What differs from the last report of the device by more than measuring does; nothing without one."""
    last = last_report(db, row, screen["record"]["inspdate"]) if "items" in screen else None
    before = results_of(last)
    if last is None or not before:
        return {"last": None, "rows": []}
    rules = book.usual(db)
    rows = [*_of_items(screen["items"], before, rules)]
    then = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == last.item)).first()
    if then is not None:  # of a report that came from elsewhere nothing but its items is known
        rows += _of_records(db, row, screen, then, rules)
    return {"last": next(iter(before.values())), "rows": rows}


def _of_items(
    items: Iterable[EntryItem], before: Mapping[str, LastResult], rules: Sequence[Usual]
) -> Iterator[Difference]:
    for item in items:
        last = before.get(item["item_no"])
        if last and (last["result"] != item["result"] or not _measured_alike(item, last["values"] or {}, rules)):
            was, now = _said(last["result"], last["values"]), _said(item["result"], item["values"])
            yield {"seq": item["seq"], "table": "", "content": item["content"], "before": was, "now": now}


def _measured_alike(item: EntryItem, before: Mapping[str, Any], rules: Sequence[Usual]) -> bool:
    """Whether every measured value of an item is what it was, or as near to it as measuring tells."""
    now, measures = item["values"] or {}, {one["field"]: one for one in item["measures"]}
    for name in {*before, *now}:
        was, is_, one = before.get(name), now.get(name), measures.get(name)
        if plain(was) == plain(is_):
            continue
        if one is None or not is_usual(rules, "", one["unit"], was, is_, one["low"], one["high"]):
            return False
    return True


def _said(result: str, values: Mapping[str, Any]) -> str:
    numbers = "、".join(str(v) for v in values.values())
    return f"{result} {numbers}".strip()


def _of_records(
    db: Session, row: AppBuss, screen: Mapping[str, Any], then: OriginalRecord, rules: Sequence[Usual]
) -> Iterator[Difference]:
    now = record_or_refuse(db, row)
    sheet = examine(db, row, now).judgement.found
    for table in screen["tables"]:
        old = then.measures.get(table["code"], {}).get("rows", [])
        words = [in_words(db, sheet, sheet.tables[table["code"]], one) for one in old]
        yield from _differing(table["code"], _cells(sheet.tables[table["code"]], words, table["rows"], rules))
    sites = [
        (one["label"], then.conditions.get(one["code"]), now.conditions.get(one["code"])) for one in screen["sites"]
    ]
    facts = [(one["label"], then.facts.get(one["name"]), now.facts.get(one["name"])) for one in screen["facts"]]
    codes = labels_of(db, [one.conclusion for one in (then, now) if one.conclusion])
    ends = [("检验结论", codes.get(then.conclusion), codes.get(now.conclusion))]
    days = [("检验日期", then.inspdate, now.inspdate), ("下次检验日期", then.nextdate, now.nextdate)]
    yield from _differing("", [*sites, *facts, *ends, *days])


def _cells(table: RecordTable, before: Sequence[Cells], now: Sequence[Cells], rules: Sequence[Usual]) -> Iterator[Pair]:
    """The typed cells row by row; rows are the same that say the same in their key cells."""
    keys = [one.column for one in table.of(KEY)]
    old, new = ({_named(one, keys, n): one for n, one in enumerate(rows, 1)} for rows in (before, now))
    for name in dict.fromkeys((*old, *new)):
        was, is_ = old.get(name), new.get(name)
        if was is None or is_ is None:
            yield f"{table.title} {name}", "有此行" if was else NONE, "有此行" if is_ else NONE
            continue
        for one in table.of(INPUT):
            old_cell, new_cell = was.get(one.column), is_.get(one.column)
            if not is_usual(rules, table.code, one.unit, old_cell, new_cell):
                yield f"{table.title} {name} {one.label}", old_cell, new_cell


def _named(row: Cells, keys: Sequence[str], number: int) -> str:
    return " ".join(filter(None, (row.get(one, "") for one in keys))) or f"第{number}行"


def _differing(table: str, pairs: Iterable[Pair]) -> Iterator[Difference]:
    for content, was, now in pairs:
        before, after = plain(was) or "", plain(now) or ""
        if before != after:
            yield {"seq": 0, "table": table, "content": content, "before": before, "now": after}
