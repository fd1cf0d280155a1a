"""Works the charges of many units out again, by another table or other policies, without a question for each.

What is read is read by blocks of charges; devices that are alike in what the table reads are worked out once.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Text, cast, select
from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.archives.ledgers.piping.models import Pipeline
from tejian.charging.api import (
    PIPELINE,
    Alike,
    ChargeForm,
    FeeBook,
    FeeLine,
    ItemForm,
    Known,
    Terms,
    book,
    discount_most,
    line_values,
    lines_of,
    names_read,
    on_day,
    policies_on,
    terms_of_all,
    work_out,
)
from tejian.charging.models import Charge as C
from tejian.charging.models import ChargeLine as L
from tejian.charging.models import ReliefPolicy
from tejian.inspection.models import AppBuss as B
from tejian.inspection.models import AppItem, AppMain
from tejian.kit import clock
from tejian.kit.errors import Refused

from .devices import Devices, among

BLOCK = 2_000
OWN = ("id", "seisn", "cheorg", "equdatasysid", "equclass", "equclacode", "unitsysid", "testsort", "acceptdate")


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
    known: Known


@dataclass(frozen=True, slots=True)
class Worked:
    """A charge with its lines as they are stored and as they would be; `why` says why it could not be worked out."""

    charge: Any
    items: Sequence[Item]
    stored: Sequence[Any]
    lines: Sequence[Mapping[str, Any]]
    why: str = ""


class Replay:
    """The source of all charges of a replay: another table for every day, or that of each day; policies besides."""

    def __init__(self, db: Session, table: FeeBook | None, chosen: Sequence[ReliefPolicy]):
        self.db, self.draft, self.every = db, table, book(db)
        self.discount_most = discount_most(db)
        self.chosen = list(chosen)
        self.terms: Callable[[str, datetime], list[Terms]] = terms_of_all(db)
        self.agreed: list[Terms] = []
        starts = {day for row in self.every.rows for day in (row.validfrom, row.validto)}
        self.starts = sorted(starts)
        self.books: dict[int, FeeBook] = {}
        self.by_day: dict[date, tuple[ReliefPolicy, ...]] = {}
        self.sets: dict[tuple[str, ...], tuple[ReliefPolicy, ...]] = {}  # each of them once: days share it
        self.whole: dict[Any, list[tuple[int, Mapping[str, Any]]]] = {}  # lines of charges that are alike
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
            there = policies_on(self.db, day)
            keys = {one.id for one in there}
            every = (*there, *(one for one in self.chosen if one.id not in keys))
            self.by_day[day] = self.sets.setdefault(tuple(one.id for one in every), every)
        return self.by_day[day]

    def lines(self, row: Item, sent: ItemForm, day: date, known: Known) -> list[FeeLine]:
        table = self.table(day)
        if self.agreed:
            return lines_of(row, sent, day, known, table, self.agreed)
        return self.alike.lines(row, sent, day, known, table)

    def choices(self, row: Item, day: date, known: Known) -> list[Any]:
        return []  # nobody chooses

    # -- what is read for them ---------------------------------------------------------------------------------------

    def work(self, ids: Sequence[str]) -> Iterator[Worked]:
        """The charges of some keys, block by block, in their order."""
        for start in range(0, len(ids), BLOCK):
            yield from self._block(ids[start : start + BLOCK])

    def _block(self, ids: Sequence[str]) -> Iterator[Worked]:
        names = (C.id, C.chargesysid, C.payunitsysid, C.payunitname, C.confirmed, C.nature)
        flags = cast(C.flags, Text).label("flags")  # read once, by the form
        charges = self.db.execute(select(*names, flags).where(C.id == among(ids)).order_by(C.id)).all()
        forms = {one.id: ChargeForm.model_validate_json(one.flags) for one in charges}
        items = self._items([item.id for form in forms.values() for item in form.items])
        stored: dict[str, list[Any]] = {}
        lines = select(L.charge_id, L.seisn, L.feecode, L.item, L.amount).where(L.charge_id == among(ids))
        for line in self.db.execute(lines.order_by(L.charge_id, L.seq)):
            stored.setdefault(line.charge_id, []).append(line)
        for charge in charges:
            form = forms[charge.id]
            own = sorted((items[one.id] for one in form.items), key=lambda one: one.seisn)
            yield self._worked(charge, form, own, stored.get(charge.id, []))

    def _worked(self, charge: Any, form: ChargeForm, own: Sequence[Item], stored: Sequence[Any]) -> Worked:
        self.agreed = self.terms(charge.payunitsysid, charge.confirmed or clock.now())
        key = self._what_decides(charge, form, own)
        if key is not None and (lines := self.whole.get(key)) is not None:
            numbers = [*(one.seisn for one in own), ""]  # the last one is of what stands on the whole charge
            return Worked(charge, own, stored, [{**line, "seisn": numbers[place]} for place, line in lines])
        try:
            draft = work_out(self, own, form, charge.payunitsysid)
        except Refused as refusal:
            return Worked(charge, own, stored, [], refusal.message)
        for one in draft.items:
            if one.missing:
                return Worked(charge, own, stored, [], f"{one.row.seisn}{one.missing}")
            if not one.lines and not one.manual:
                return Worked(charge, own, stored, [], f"{one.row.seisn}没有对应的收费标准")
        values = line_values(charge.nature, draft)
        if key is not None:
            places = {one.seisn: place for place, one in enumerate(own)}
            self.whole[key] = [(places.get(line["seisn"], -1), line) for line in values]
        return Worked(charge, own, stored, values)

    def _what_decides(self, charge: Any, form: ChargeForm, own: Sequence[Item]) -> tuple[Any, ...] | None:
        """All on which the lines of a charge depend but the numbers of its items; None where somebody decided."""
        if self.agreed or form.manual or form.discount or any(one.given or one.byhand for one in form.items):
            return None
        sent = {one.id: one for one in form.items}
        devices: dict[str, int] = {}
        parts: list[Any] = [charge.nature, form.samebatch, id(self.table(max(one.acceptdate for one in own)))]
        for one in own:
            policies = self.policies(one.acceptdate)
            lines = self.lines(one, sent[one.id], one.acceptdate, one.known)
            units = (one.unitsysid, charge.payunitsysid) if any(p.unitsysid for p in policies) else ()
            device = devices.setdefault(one.equdatasysid, len(devices))
            parts.append((id(lines), id(policies), one.equclass, one.equclacode, units, device))
        return tuple(parts)

    def _items(self, ids: Sequence[str]) -> dict[str, Item]:
        own = [getattr(B, name) for name in OWN]
        beside = [B.mother_id, AppItem.contractprice, AppItem.lineids, AppMain.isurgent]
        query = select(*own, *beside).join(AppMain, AppMain.id == B.appmain_id)
        rows = self.db.execute(query.outerjoin(AppItem, AppItem.id == B.appitem_id).where(B.id == among(ids))).all()
        days = [row.acceptdate or clock.today() for row in rows]
        earliest: dict[str, date] = {}
        for row, day in zip(rows, days, strict=True):
            earliest[row.equdatasysid] = min(day, earliest.get(row.equdatasysid, day))
        self.devices.read(earliest)
        pipes, mothers = self._pipes(rows), self._mothers(rows)
        made: dict[str, Item] = {}
        for row, day in zip(rows, days, strict=True):
            key, seisn, org, device, equclass, kind, unit, sort, _day, _mother, price, named, urgent = row
            facts = self.devices.facts(device, kind, day)
            if price is not None:
                facts = {**facts, "consprice": price}
            lines = pipes.get(device, ())
            lines = [one for one in lines if (one[0] in named if named else one[1] == codes.IN_USE)]
            known = Known(facts, [one[2] for one in lines], urgent, mothers.get(key, ""))
            made[key] = Item(key, seisn, org, device, equclass, kind, unit, sort, day, known)
        return made

    def _pipes(self, rows: Sequence[Any]) -> dict[str, list[tuple[str, str, dict[str, object]]]]:
        projects = [row.equdatasysid for row in rows if row.equclass == codes.PIPING]
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
        up = {row.id: row.mother_id for row in rows if row.mother_id}
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
