"""Works the charges of many units out again, by another table or other policies, without a question for each.

What is read is read by blocks of charges; devices that are alike in what the table reads are worked out once.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import String, any_, cast, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.archives.equipment.models import Equipment as E
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
    device_facts,
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
from tejian.kit.audit import AuditLog, plain, really
from tejian.kit.errors import Refused
from tejian.system.settings.api import number

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


def among(keys: Sequence[str]) -> Any:
    """Any of these keys: one parameter however many there are."""
    return any_(literal(list(keys), ARRAY(String)))


class Replay:
    """The source of all charges of a replay: another table for every day, or that of each day; policies besides."""

    def __init__(self, db: Session, table: FeeBook | None, chosen: Sequence[ReliefPolicy]):
        self.db, self.draft, self.every = db, table, book(db)
        self.discount_most = Decimal(number(db, "charge.discount_most", 20))
        self.chosen = list(chosen)
        self.terms: Callable[[str, datetime], list[Terms]] = terms_of_all(db)
        self.agreed: list[Terms] = []
        starts = {day for row in self.every.rows for day in (row.validfrom, row.validto)}
        self.starts = sorted(starts)
        self.books: dict[int, FeeBook] = {}
        self.by_day: dict[date, list[ReliefPolicy]] = {}
        self.alike = Alike(*(one for one in (self.every, table) if one))
        fields = {name for one in (self.every, table) if one for name in names_read(one)}
        self.columns = sorted(name for name in fields if name in E.__mapper__.column_attrs)
        self.fields = sorted(fields)

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
        columns = [getattr(E, name).label(f"e_{name}") for name in self.columns]
        device = [E.updatetime.label("changed"), self._of(E.params).label("params"), *columns]
        query = select(*own, *beside, *device).join(AppMain, AppMain.id == B.appmain_id)
        query = query.outerjoin(AppItem, AppItem.id == B.appitem_id).join(E, E.id == B.equdatasysid)
        rows = self.db.execute(query.where(B.id == among(ids))).all()
        late = [row.equdatasysid for row in rows if row.changed >= _end(row.acceptdate or clock.today())]
        history, pipes, mothers = self._history(late), self._pipes(rows), self._mothers(rows)
        made: dict[str, Item] = {}
        for row in rows:
            day = row.acceptdate or clock.today()
            values = dict(row.params or ())
            values |= {name: plain(getattr(row, f"e_{name}")) for name in self.columns}
            if changes := history.get(row.equdatasysid):
                values = really(values, changes, day)
            lines = pipes.get(row.equdatasysid, ())
            if row.lineids:
                lines = [one for one in lines if one[0] in row.lineids]
            else:
                lines = [one for one in lines if one[1] == codes.IN_USE]
            known = Known(
                device_facts({n: v for n, v in values.items() if v is not None}, row.equclacode, row.contractprice),
                [one[2] for one in lines],
                row.isurgent,
                mothers.get(row.id, ""),
            )
            own_values = {name: getattr(row, name) for name in OWN} | {"acceptdate": day}
            made[row.id] = Item(**own_values, known=known)
        return made

    def _of(self, document: Any) -> Any:
        """What the tables read of a document: the rest is not sent."""
        each = func.jsonb_each(document).table_valued("key", "value")
        wanted = each.c.key == any_(cast(self.fields, ARRAY(String)))
        return select(func.jsonb_object_agg(each.c.key, each.c.value, type_=JSONB)).where(wanted).scalar_subquery()

    def _history(self, devices: Sequence[str]) -> dict[str, list[Any]]:
        """The changes, newest first, of what the tables read, for devices that were written since."""
        if not devices:
            return {}
        A = AuditLog
        fields = cast(self.fields, ARRAY(String))
        query = select(A.entity_id, A.action, A.at, A.since, self._of(A.changes).label("changes"))
        query = query.where(A.entity == E.__tablename__, A.entity_id == among(devices), A.changes.has_any(fields))
        by_device: dict[str, list[Any]] = {}
        for row in self.db.execute(query.order_by(A.id.desc())):
            by_device.setdefault(row.entity_id, []).append(row)
        return by_device

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


def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), clock.SHANGHAI)
