"""Works the charges of many units out again, by another table or other policies, without a question for each.

What is read is read by blocks of charges; devices that are alike in what the table reads are worked out once.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import Text, cast, func, select
from sqlalchemy import case as sql_case
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.piping import Pipeline
from tejian.charging.charges.api import ChargeForm, line_values, work_out
from tejian.charging.fees.api import (
    PIPELINE,
    Alike,
    FeeBook,
    FeeLine,
    ItemForm,
    Known,
    book,
    discount_most,
    enabled_policies,
    lines_of,
    names_read,
    on_day,
    policies_of,
)
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.charges import ReliefPolicy
from tejian.charging.terms.api import Terms, terms_of_all
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppItem, AppMain
from tejian.kit.database import db as kit_db
from tejian.kit.database.statements import compiled
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused

from .comparing import Outcome, Place, Stored, Told, Where, compared, not_worked_out
from .devices import Case, Devices, among

BLOCK = 2_000
ID = re.compile(r'"id": "([0-9a-f]{32})"')
BETWEEN, AFTER = "\x1f", "\x1e"  # parts of a line, lines of a charge
OWN = ("id", "seisn", "cheorg", "equdatasysid", "equclass", "equclacode", "unitsysid", "testsort", "acceptdate")
NOTHING = Outcome()


@dataclass(slots=True)
class Item:
    """A business item with what its fees are worked out from."""

    id: str
    seisn: str
    cheorg: str
    equdatasysid: str
    equclass: str
    equclacode: str
    unitsysid: str
    testsort: str
    acceptdate: date
    where: Where
    case: Case

    @property
    def known(self) -> Known:
        return self.case.known


@dataclass(slots=True)
class Shape:
    """What registrations say that differ in nothing but the keys of their items."""

    places: list[int]  # of the keys of its items among all keys that it names
    chosen: list[bytes]  # for each item
    samebatch: object
    decided: bool  # somebody decided an amount or a parameter


@dataclass(slots=True)
class Head:
    """A charge as it was registered; `form` is its registration as it is stored."""

    id: str
    chargesysid: str
    payunitsysid: str
    payunitname: str
    confirmed: datetime | None
    nature: str
    form: str
    shape: Shape
    items: list[str]


class Replay:
    """The source of all charges of a replay: another table for every day, or that of each day; policies besides."""

    def __init__(self, db: Session, table: FeeBook | None, chosen: Sequence[ReliefPolicy]):
        self.db, self.draft, self.every = db, table, book(db)
        self.discount_most = discount_most(db)
        self.enabled, self.chosen = enabled_policies(db), list(chosen)
        self.terms: Callable[[str, datetime], list[Terms]] = terms_of_all(db)
        self.agreed: list[Terms] = []
        starts = {day for row in self.every.rows for day in (row.validfrom, row.validto)}
        self.starts = sorted(starts)
        self.books: dict[int, FeeBook] = {}
        self.by_day: dict[date, tuple[ReliefPolicy, ...]] = {}
        self.sets: dict[tuple[str, ...], tuple[ReliefPolicy, ...]] = {}  # each of them once: days share it
        self.of_whom: dict[int, frozenset[str]] = {}  # the units and devices that those of a set are for
        self.shapes: dict[tuple[str, ...], Shape] = {}
        self.whole: dict[Any, Sequence[tuple[Place, Mapping[str, Any]]]] = {}  # lines of charges that are alike
        self.outcomes: dict[Any, Outcome] = {}  # of those that were charged alike as well
        self.alike = Alike(*(one for one in (self.every, table) if one))
        fields = {name for one in (self.every, table) if one for name in names_read(one)}
        self.devices = Devices(db, fields)

    # -- what work_out asks ------------------------------------------------------------------------------------------

    def known(self, row: Item, day: date) -> Known:
        return row.known

    def table(self, day: date) -> FeeBook:
        if self.draft is not None:
            return self.draft
        place = bisect_right(self.starts, day)
        if place not in self.books:
            self.books[place] = on_day(self.every, day)
        return self.books[place]

    def policies(self, day: date) -> Sequence[ReliefPolicy]:
        """Those that were in force, and those that are tried, on every day."""
        if day not in self.by_day:
            there = policies_of(self.enabled, day)
            keys = {one.id for one in there}
            every = (*there, *(one for one in self.chosen if one.id not in keys))
            kept = self.by_day[day] = self.sets.setdefault(tuple(one.id for one in every), every)
            self.of_whom[id(kept)] = frozenset(key for one in kept for key in (one.unitsysid, one.equdatasysid) if key)
        return self.by_day[day]

    def lines(self, row: Item, sent: ItemForm, day: date, known: Known) -> list[FeeLine]:
        table = self.table(day)
        if self.agreed:
            return lines_of(row, sent, day, known, table, self.agreed)
        return self.alike.lines(row, sent, day, known, table)

    def choices(self, row: Item, day: date, known: Known) -> list[Any]:
        return []  # nobody chooses

    # -- what is read for them ---------------------------------------------------------------------------------------

    def work(self, ids: Sequence[str]) -> Iterator[Told]:
        """The charges of some keys, block by block, in their order."""
        for start in range(0, len(ids), BLOCK):
            yield from self._block(ids[start : start + BLOCK])

    def _block(self, ids: Sequence[str]) -> Iterator[Told]:
        names = (C.id, C.chargesysid, C.payunitsysid, C.payunitname, C.confirmed, C.nature, cast(C.flags, Text))
        charges = [self._head(row) for row in self._rows(select(*names).where(C.id == among(ids)).order_by(C.id))]
        items = self._items([item for one in charges for item in one.items])
        one_line = func.concat_ws(BETWEEN, L.feecode, L.item, cast(L.amount, Text))
        after = aggregate_order_by(cast(AFTER, Text), L.seq)
        lines = select(L.charge_id, func.string_agg(L.seisn, after), func.string_agg(one_line, after))
        stored = {key: line for key, *line in self._rows(lines.where(L.charge_id == among(ids)).group_by(L.charge_id))}
        for charge in charges:
            chosen = zip([items[key] for key in charge.items], charge.shape.chosen, strict=True)
            yield self._told(charge, sorted(chosen, key=_number), stored.get(charge.id, ("", "")))

    def _head(self, row: Sequence[Any]) -> Head:
        key, number, payer, name, confirmed, nature, form = row
        parts = ID.split(form)
        keys, rest = parts[1::2], tuple(parts[::2])
        shape = self.shapes.get(rest)
        if shape is None:
            shape = self.shapes[rest] = _shape(rest)
        items = [keys[place] for place in shape.places]
        return Head(key, number, payer, name, confirmed, nature, form, shape, items)

    def _rows(self, query: Any) -> Sequence[Any]:
        """The rows of a statement as the driver gives them."""
        asked = compiled(query)
        return kit_db.fetch(self.db, asked.sql, asked.values)

    def _told(self, charge: Head, own: Sequence[tuple[Item, bytes]], stored: Sequence[str]) -> Told:
        self.agreed = self.terms(charge.payunitsysid, charge.confirmed or clock.now())
        numbers = [one.seisn for one, _chosen in own]
        answer = Told(
            (charge.id, charge.chargesysid, charge.payunitsysid, charge.payunitname),
            numbers,
            tuple([one.where for one, _chosen in own]),
            NOTHING,
        )
        places: dict[str, Place] = {number: place for place, number in enumerate(numbers)}
        of_lines = tuple([places.get(number, number) for number in stored[0].split(AFTER)])
        key = self._what_decides(charge, own)
        alike = (key, of_lines, stored[1])
        if key is not None and (known := self.outcomes.get(alike)) is not None:
            answer.outcome = known
            return answer
        before = _lines_of(of_lines, stored[1])
        lines, answer.why = self._lines(key, charge, [one for one, _chosen in own], places)
        if answer.why:
            answer.outcome = not_worked_out(before, answer.why)
            return answer
        answer.outcome = compared(before, lines)
        if key is not None:
            self.outcomes[alike] = answer.outcome
        return answer

    def _lines(
        self, key: Any, charge: Head, own: Sequence[Item], places: Mapping[str, Place]
    ) -> tuple[Sequence[tuple[Place, Mapping[str, Any]]], str]:
        """The lines of a charge as they would be, each with its place; or why it cannot be worked out."""
        if key is not None and (known := self.whole.get(key)) is not None:
            return known, ""
        try:
            draft = work_out(self, own, ChargeForm.model_validate_json(charge.form), charge.payunitsysid)
        except Refused as refusal:
            return (), refusal.message
        for one in draft.items:
            if one.missing:
                return (), f"{one.row.seisn}{one.missing}"
            if not one.lines and not one.manual:
                return (), f"{one.row.seisn}没有对应的收费标准"
        lines = [(places.get(line["seisn"], line["seisn"]), line) for line in line_values(charge.nature, draft)]
        if key is not None:
            self.whole[key] = lines
        return lines, ""

    def _what_decides(self, charge: Head, own: Sequence[tuple[Item, bytes]]) -> tuple[Any, ...] | None:
        """All on which the lines of a charge depend but the numbers of its items; None where somebody decided."""
        if self.agreed or charge.shape.decided:
            return None
        devices: dict[str, int] = {}
        newest = max([one.acceptdate for one, _chosen in own])
        parts: list[Any] = [charge.nature, charge.shape.samebatch, id(self.table(newest))]
        for one, chosen in own:
            policies = self.policies(one.acceptdate)
            lines = one.case.lines.get(chosen)
            if lines is None:
                lines = one.case.lines[chosen] = self._alike(one, chosen)
            named = self.of_whom[id(policies)]  # any other unit or device is like every other
            for_whom = (one.unitsysid, charge.payunitsysid, one.equdatasysid) if named else ()
            units = tuple([key if key in named else "" for key in for_whom])
            device = devices.setdefault(one.equdatasysid, len(devices))
            parts.append((id(lines), id(policies), one.equclass, one.equclacode, units, device))
        return tuple(parts)

    def _alike(self, one: Item, chosen: bytes) -> list[FeeLine]:
        """The lines of an item with what was chosen for it: the same object for all that are alike."""
        form = ItemForm.model_validate_json(orjson.dumps({**orjson.loads(chosen), "id": one.id}))
        return self.lines(one, form, one.acceptdate, one.known)

    def _items(self, ids: Sequence[str]) -> dict[str, Item]:
        own = [getattr(B, name) for name in OWN]
        named = sql_case((B.equclass == codes.PIPING, cast(AppItem.lineids, Text)))  # asked of piping alone
        beside = [B.mother_id, AppItem.contractprice, named, AppMain.isurgent]
        query = select(*own, *beside).join(AppMain, AppMain.id == B.appmain_id)
        rows = self._rows(query.outerjoin(AppItem, AppItem.id == B.appitem_id).where(B.id == among(ids)))
        days = [_day(row[8]) if row[8] else clock.today() for row in rows]
        earliest: dict[str, date] = {}
        for row, day in zip(rows, days, strict=True):
            if (known := earliest.get(row[3])) is None or day < known:
                earliest[row[3]] = day
        self.devices.read(earliest)
        pipes, mothers = self._pipes(rows), self._mothers(rows)
        made: dict[str, Item] = {}
        for row, day in zip(rows, days, strict=True):
            key, seisn, org, device, equclass, kind, unit, sort, _day_text, _mother, price, named, urgent = row
            lines = orjson.loads(named) if named else ()
            case = self._case(
                device, kind, sort, day, mothers.get(key, ""), pipes.get(device, ()), price, lines, urgent
            )
            made[key] = Item(key, seisn, org, device, equclass, kind, unit, sort, day, (equclass, _month(day)), case)
        return made

    def _case(
        self,
        device: str,
        kind: str,
        sort: str,
        day: date,
        mother: str,
        pipes: Sequence[tuple[str, str, dict[str, object]]],
        price: Decimal | None,
        named: Sequence[str] | None,
        urgent: bool,
    ) -> Case:
        """What an item is charged by; the same object for all items of a device that are alike in it."""
        one = self.devices.known[device]
        table = id(self.table(day))
        key = (one.state(day), kind, sort, table, mother, price, tuple(named or ()) if pipes else (), urgent)
        case = one.cases.get(key)
        if case is None:
            facts = self.devices.facts(device, kind, day)
            if price is not None:
                facts = {**facts, "consprice": price}
            lines = [line[2] for line in pipes if (line[0] in named if named else line[1] == codes.IN_USE)]
            case = one.cases[key] = Case(Known(facts, lines, urgent, mother))
        return case

    def _pipes(self, rows: Sequence[Any]) -> dict[str, list[tuple[str, str, dict[str, object]]]]:
        projects = [row[3] for row in rows if row[4] == codes.PIPING]
        if not projects:
            return {}
        lines: dict[str, list[tuple[str, str, dict[str, object]]]] = {}
        query = select(Pipeline).where(Pipeline.equdatasysid == among(projects)).order_by(Pipeline.pipeno)
        for one in self.db.scalars(query):
            values = {name: getattr(one, name) for name in PIPELINE}
            lines.setdefault(one.equdatasysid, []).append((one.id, one.linestatus, values))
        return lines

    def _mothers(self, rows: Sequence[Any]) -> dict[str, str]:
        """Of items that are inspected again, the test sort of the first inspection."""
        up = {row[0]: row[9] for row in rows if row[9]}
        sorts: dict[str, str] = {}
        while up:
            query = select(B.id, B.mother_id, B.testsort).where(B.id == among(sorted(set(up.values()))))
            above = {row.id: row for row in self.db.execute(query)}
            further = {}
            for own, mother in up.items():
                row = above[mother]
                if row.mother_id:
                    further[own] = row.mother_id
                sorts[own] = row.testsort
            up = further
        return sorts


def _shape(parts: Sequence[str]) -> Shape:
    """A registration without its keys, read once."""
    keyed = [f'"id": "{place}"{rest}' for place, rest in enumerate(parts[1:])]
    sent = orjson.loads(parts[0] + "".join(keyed))
    items = sent["items"]
    by_hand = any(one.get("given") or one.get("byhand") for one in items)
    decided = bool(sent.get("manual") or Decimal(sent.get("discount") or 0)) or by_hand
    places = [int(one.pop("id")) for one in items]
    return Shape(places, [orjson.dumps(one) for one in items], sent.get("samebatch"), decided)


def _number(one: tuple[Item, bytes]) -> str:
    return one[0].seisn


def _lines_of(places: Sequence[Place], text: str) -> list[Stored]:
    """The lines of a charge as they were read."""
    parts = [line.split(BETWEEN) for line in text.split(AFTER)] if text else []
    return [(place, code, item, amount) for place, (code, item, amount) in zip(places, parts, strict=False)]


@lru_cache(maxsize=4_096)
def _month(day: date) -> str:
    return f"{day:%Y-%m}"


@lru_cache(maxsize=4_096)
def _day(text: str) -> date:
    return date.fromisoformat(text)
