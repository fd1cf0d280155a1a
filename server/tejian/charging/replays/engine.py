"""Works the charges of many units out again, by another table or other policies, without a question for each.

What is read is read by blocks of charges; devices that are alike in what the table reads are worked out once.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
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
        self.by_day: dict[date, list[ReliefPolicy]] = {}
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
            self.by_day[day] = [*there, *(one for one in self.chosen if one.id not in keys)]
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
        names = (C.id, C.chargesysid, C.payunitsysid, C.payunitname, C.confirmed, C.nature, C.flags, C.createtime)
        charges = self.db.execute(select(*names).where(C.id == among(ids)).order_by(C.id)).all()
        forms = {one.id: ChargeForm.model_validate(one.flags) for one in charges}
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
        try:
            draft = work_out(self, own, form, charge.payunitsysid)
        except Refused as refusal:
            return Worked(charge, own, stored, [], refusal.message)
        for one in draft.items:
            if one.missing:
                return Worked(charge, own, stored, [], f"{one.row.seisn}{one.missing}")
            if not one.lines and not one.manual:
                return Worked(charge, own, stored, [], f"{one.row.seisn}没有对应的收费标准")
        return Worked(charge, own, stored, line_values(charge.nature, draft))

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
            facts = self.devices.facts(row.equdatasysid, row.equclacode, day)
            if row.contractprice is not None:
                facts = {**facts, "consprice": row.contractprice}
            lines = pipes.get(row.equdatasysid, ())
            if row.lineids:
                lines = [one for one in lines if one[0] in row.lineids]
            else:
                lines = [one for one in lines if one[1] == codes.IN_USE]
            known = Known(facts, [one[2] for one in lines], row.isurgent, mothers.get(row.id, ""))
            values = {name: getattr(row, name) for name in OWN} | {"acceptdate": day}
            made[row.id] = Item(**values, known=known)
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
