"""A record as operations see it: a document of places, changed in memory and written by the save of the desk."""

from collections.abc import Mapping
from copy import deepcopy
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.inspection.models.fieldwork import RecordRows
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.kit.database.db import new_id
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock

from .merging import plain

PARAMS = "params"  # the row of a table that holds what is said once
OF_ITEM = ("r", "n", "m", "v")
FIELDS = ("inspdate", "begunat", "endedat", "nextdate", "rectifydue", "problems", "remark", "conclusion")
NAMED = ("conditions", "facts")
Cells = dict[str, str]


class Table:
    """A table with the numbers that terminals know its rows by."""

    def __init__(self, params: Cells, rows: list[tuple[str, Cells]], gone: dict[str, Cells]):
        self.params, self.rows, self.gone = params, rows, gone

    def row(self, key: str) -> Cells | None:
        return next((cells for own, cells in self.rows if own == key), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.params, self._filled()) == (other.params, other._filled())

    __hash__ = None  # type: ignore[assignment]

    def _filled(self) -> list[Cells]:
        return [cells for _, cells in self.rows if cells]


class Draft:
    """The places of one record. `read` and `put` know a place by its path."""

    def __init__(self, record: OriginalRecord, tables: dict[str, Table]):
        self.results: dict[str, dict[str, Any]] = deepcopy(record.results)
        self.conditions: Cells = dict(record.conditions)
        self.facts: Cells = dict(record.facts)
        self.fields: dict[str, str] = {name: _text(getattr(record, name)) for name in FIELDS}
        self.instruments: list[str] = [one["id"] for one in record.instruments]
        self.tables = tables

    def read(self, path: str) -> Any:
        head, *parts = path.split(".")
        if head == "results":
            got = self.results.get(parts[0], {})
            return plain(got.get("v", {}).get(parts[2]) if parts[1] == "v" else got.get(parts[1]))
        if head in NAMED:
            return plain(getattr(self, head).get(parts[0]))
        if head == "tables":
            table = self.tables[parts[0]]
            cells = table.params if parts[1] == PARAMS else table.row(parts[1])
            return plain((cells or {}).get(parts[2]) if len(parts) > 2 else cells)
        return list(self.instruments) if head == "instruments" else self.fields[head]

    def put(self, path: str, value: Any) -> None:
        head, *parts = path.split(".")
        if head == "results":
            got = self.results.setdefault(parts[0], {})
            if parts[1] == "v":
                got["v"] = {**got.get("v", {}), parts[2]: plain(value)}
            else:
                got[parts[1]] = bool(value) if parts[1] == "m" else plain(value)
        elif head in NAMED:
            getattr(self, head)[parts[0]] = plain(value)
        elif head == "tables":
            self._put_cell(self.tables[parts[0]], parts[1:], value)
        elif head == "instruments":
            self.instruments = list(value or [])
        else:
            self.fields[head] = plain(value)

    def _put_cell(self, table: Table, parts: list[str], value: Any) -> None:
        key = parts[0]
        if len(parts) == 1 and plain(value) == "":
            if (cells := table.row(key)) is not None:
                table.gone[key] = cells
            table.rows = [one for one in table.rows if one[0] != key]
            return
        cells = table.params if key == PARAMS else table.row(key)
        if cells is None:
            cells = table.gone.pop(key, {})
            table.rows.append((key, cells))
        if len(parts) == 1:
            cells.clear()
            cells.update(plain(value))
            return
        if text := plain(value):
            cells[parts[1]] = text
        else:
            cells.pop(parts[1], None)

    def is_gone(self, path: str) -> bool:
        """Whether a place is in a row of a table that was taken away."""
        head, *parts = path.split(".")
        if head != "tables":
            return False
        table = self.tables[parts[0]]
        return parts[1] in table.gone and table.row(parts[1]) is None


def _text(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else value or ""


def draft_of(db: Session, row: AppBuss, record: OriginalRecord) -> Draft:
    """A record as it stands, its rows known by the numbers that terminals have for them."""
    kept = db.scalars(select(RecordRows).where(RecordRows.record_id == record.id)).first()
    known, gone = (kept.rows, kept.gone) if kept else ({}, {})
    tables = {}
    for code, form in records.typed_tables(db, row, record).items():
        rows = numbered(form.rows, known.get(code, []))
        lost = {key: cells for key, cells in known.get(code, []) if key not in {own for own, _ in rows}}
        tables[code] = Table(dict(form.params), rows, {**gone.get(code, {}), **lost})
    return Draft(record, tables)


def numbered(rows: list[Cells], known: list[tuple[str, Cells]]) -> list[tuple[str, Cells]]:
    """Each row with its number: by its cells, then, of what a desk changed, by its place; others get a new one."""
    left, keys = list(known), [""] * len(rows)
    for n, cells in enumerate(rows):
        if one := next((one for one in left if one[1] == cells), None):
            keys[n] = one[0]
            left.remove(one)
    if len(rows) == len(known):  # nobody added or took away a row
        taken = set(keys)
        keys = [own or (known[n][0] if known[n][0] not in taken else "") for n, own in enumerate(keys)]
    return [(own or new_id(), dict(cells)) for own, cells in zip(keys, rows, strict=True)]


def hold_rows(db: Session, record: OriginalRecord) -> None:
    """Two terminals that take a record along at once are given the same numbers: the second waits for the first."""
    now = clock.now()
    blank = {"id": new_id(), "version": 1, "createby": "", "updateby": "", "createtime": now, "updatetime": now}
    first = insert(RecordRows).values({**blank, "record_id": record.id, "rows": {}, "gone": {}})
    db.execute(first.on_conflict_do_nothing(index_elements=["record_id"]))
    own = select(RecordRows).where(RecordRows.record_id == record.id).with_for_update()
    db.scalars(own.execution_options(populate_existing=True)).one()


def keep_rows(db: Session, row: AppBuss, record: OriginalRecord, draft: Draft) -> None:
    """Remember the numbers of the rows, with the cells as the record has them now."""
    stored = db.scalars(select(RecordRows).where(RecordRows.record_id == record.id)).first()
    rows: dict[str, Any] = {}
    gone: dict[str, Any] = {}
    for code, form in records.typed_tables(db, row, record).items():
        table = draft.tables[code]
        filled = [(key, cells) for key, cells in table.rows if cells]
        if len(filled) == len(form.rows):
            rows[code] = [[key, cells] for (key, _), cells in zip(filled, form.rows, strict=True)]
        else:
            rows[code] = [list(one) for one in numbered(form.rows, filled)]
        gone[code] = table.gone
    rows = {code: one for code, one in rows.items() if one}
    gone = {code: one for code, one in gone.items() if one}
    if stored is None:
        if rows or gone:
            db.add(RecordRows(record_id=record.id, rows=rows, gone=gone))
    elif (stored.rows, stored.gone) != (rows, gone):
        stored.rows, stored.gone = rows, gone


def form_of(row: AppBuss, before: Draft, after: Draft) -> records.RecordForm | None:
    """What a save has to carry so that the record becomes as the draft; None when nothing differs."""
    sent: dict[str, Any] = {}
    if items := [
        {"seq": seq, "l": got.get("l", []), **{name: got[name] for name in OF_ITEM if name in got}}
        for seq, got in after.results.items()
        if got != before.results.get(seq, {})
    ]:
        sent["results"] = [_texts(one) for one in items]
    if after.conditions != before.conditions:
        sent["conditions"] = after.conditions
    if facts := _differing(before.facts, after.facts):
        sent["facts"] = facts
    fields = _differing(before.fields, after.fields)
    sent |= {name: one or None if _is_day(name) else one for name, one in fields.items()}
    if after.instruments != before.instruments:
        sent["instruments"] = after.instruments
    if tables := {
        code: {"params": one.params, "rows": [cells for _, cells in one.rows if cells], "empty": True}
        for code, one in after.tables.items()
        if one != before.tables[code]
    }:
        sent["tables"] = tables
    return checked(records.RecordForm, {**sent, "id": row.id}) if sent else None


def _differing(before: Mapping[str, str], after: Mapping[str, str]) -> Cells:
    return {name: text for name, text in after.items() if text != before.get(name, "")}


def _is_day(name: str) -> bool:
    return name in ("inspdate", "nextdate", "rectifydue")


def _texts(item: dict[str, Any]) -> dict[str, Any]:
    values = {name: text for name, text in item.get("v", {}).items() if text}
    return {**item, "v": values} if "v" in item else item
