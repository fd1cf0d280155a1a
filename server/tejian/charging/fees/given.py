"""What the amounts of a charge are worked out from, read for its items; a replay reads it for many charges at once.

`registration.work_out` asks a source and reads nothing itself, so that both work a charge out in the same way.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device, by_ids
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.valves import SafetyValve
from tejian.charging.models.charges import ReliefPolicy
from tejian.charging.terms.api import Terms, terms_of
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.records.api import first_of
from tejian.kit.database.audit import histories, present, really
from tejian.kit.ground import clock
from tejian.system.settings.api import number

from .agreed import by_contract, ruling
from .book import FeeBook, FeeRow, on_day
from .facts import book, charged_lines, device_facts, lines_of_projects, names_read, written_since
from .forms import ItemForm
from .lines import FeeLine
from .policies import enabled, of_day
from .rules import fee_choices, item_lines
from .totals import item_rule_lines

NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Known:
    """What a business item is charged by on its day: the device, the declaration, and what it repeats."""

    facts: Mapping[str, object]
    pipes: Sequence[Mapping[str, object]]
    urgent: bool
    mothersort: str


class Source(Protocol):
    """What is asked for the amounts of a charge."""

    db: Session

    @property
    def discount_most(self) -> Decimal: ...
    def known(self, row: Any, day: date) -> Known: ...
    def table(self, day: date) -> FeeBook: ...
    def policies(self, day: date) -> Sequence[ReliefPolicy]: ...
    def lines(self, row: Any, sent: ItemForm, day: date, known: Known) -> list[FeeLine]: ...
    def choices(self, row: Any, day: date, known: Known) -> list[FeeRow]: ...


def lines_of(
    row: Any, sent: ItemForm, day: date, known: Known, table: FeeBook, agreed: Sequence[Terms]
) -> list[FeeLine]:
    """The lines of an item by a table and the contracts of its payer, with what is added to the whole item."""
    facts = {**known.facts, "supmode": sent.supmode} if sent.supmode else known.facts
    lines = item_lines(
        *(facts, known.pipes, row.testsort, table),
        options=sent.options,
        quantities=sent.quantities,
        mothersort=known.mothersort,
    )
    lines = by_contract(lines, ruling(agreed, row.cheorg, day), row.equdatasysid, row.equclacode, row.testsort)
    return lines + item_rule_lines(lines, table, hazard=sent.hazard, holiday=sent.holiday, urgent=known.urgent)


def discount_most(db: Session) -> Decimal:
    """The largest discount that may be given by hand, in percent."""
    return Decimal(number(db, "charge.discount_most", 20))


def day_of(row: Any) -> date:
    """The day whose table and device count for an item."""
    return row.acceptdate or clock.today()


class Alike:
    """The lines of items that are alike in all that some tables read of them: worked out once."""

    def __init__(self, *tables: FeeBook):
        self.tables = tables
        self.names: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self.kept: dict[Any, list[FeeLine]] = {}

    def lines(self, row: Any, sent: ItemForm, day: date, known: Known, table: FeeBook) -> list[FeeLine]:
        """The lines of an item without contracts."""
        read = self._read(row.equclass, row.testsort, known.mothersort)
        key = (
            *(id(table), row.equclacode, row.testsort, known.mothersort, known.urgent),
            tuple(known.facts.get(name) for name in read),
            tuple(tuple(pipe.values()) for pipe in known.pipes),
            *(tuple(sent.options), tuple(sent.quantities.items()), sent.supmode, sent.hazard, sent.holiday),
        )
        if key not in self.kept:
            self.kept[key] = lines_of(row, sent, day, known, table, ())
        return self.kept[key]

    def _read(self, equclass: str, testsort: str, mothersort: str) -> tuple[str, ...]:
        """What rows for a class and a test sort read of a device, those that they refer to included."""
        key = (equclass, testsort, mothersort)
        if key not in self.names:
            sorts = {testsort, mothersort}
            self.names[key] = tuple(sorted({name for one in self.tables for name in names_read(one, equclass, sorts)}))
        return self.names[key]


class Given:
    """The source of one charge: the database, as it stands."""

    def __init__(self, db: Session, rows: Sequence[AppBuss], payer: str, moment: datetime):
        """`moment` is when it was known which contracts count."""
        self.db = db
        self.agreed = terms_of(db, payer, moment)
        self.devices = by_ids(db, {row.equdatasysid for row in rows})
        self.projects = lines_of_projects(db, self.devices.values())
        self.declared = self._of(AppItem, {row.appitem_id for row in rows})
        self.mains = self._of(AppMain, {row.appmain_id for row in rows})
        self.mothers = self._mothers(rows)
        self.enabled = enabled(db)
        self.alike = Alike(book(db))
        self.tables: dict[date, FeeBook] = {}
        late = {row.equdatasysid for row in rows if written_since(self.devices[row.equdatasysid], day_of(row))}
        self.changes: dict[str, Any] = {}
        for model in (Equipment, SafetyValve):
            self.changes |= histories(
                db, model.__tablename__, sorted(key for key in late if isinstance(self.devices[key], model))
            )

    def _of(self, model: Any, keys: Collection[str]) -> dict[str, Any]:
        return {one.id: one for one in self.db.scalars(select(model).where(model.id.in_(keys)))} if keys else {}

    def _mothers(self, rows: Iterable[AppBuss]) -> dict[str, AppBuss]:
        """The inspections that re-inspections go back to, read together: the session then has them for `first_of`."""
        found: dict[str, AppBuss] = {}
        while wanted := {row.mother_id for row in rows if row.mother_id} - found.keys():
            level = self._of(AppBuss, wanted)
            found, rows = {**found, **level}, level.values()
        return found

    @property
    def discount_most(self) -> Decimal:
        return discount_most(self.db)

    def known(self, row: AppBuss, day: date, otherwise: Mapping[str, Any] = NOTHING) -> Known:
        """What an item is charged by; `otherwise` are values of its device that differ from its archive."""
        device, declared = self.devices[row.equdatasysid], self.declared.get(row.appitem_id)
        price = declared.contractprice if declared else None
        return Known(
            device_facts({**self._values(device, day), **otherwise}, row.equclacode, price),
            charged_lines(self.projects.get(device.id, ()), declared.lineids if declared else ()),
            self.mains[row.appmain_id].isurgent,
            first_of(self.db, row).testsort if row.mother_id else "",
        )

    def _values(self, device: Device, day: date) -> dict[str, Any]:
        if not written_since(device, day):
            return present(device)
        return really(present(device), self.changes.get(device.id, ()), day)

    def table(self, day: date) -> FeeBook:
        if day not in self.tables:
            self.tables[day] = on_day(book(self.db), day)
        return self.tables[day]

    def policies(self, day: date) -> Sequence[ReliefPolicy]:
        return of_day(self.enabled, day)

    def lines(self, row: AppBuss, sent: ItemForm, day: date, known: Known) -> list[FeeLine]:
        table = self.table(day)
        if self.agreed:
            return lines_of(row, sent, day, known, table, self.agreed)
        return self.alike.lines(row, sent, day, known, table)

    def choices(self, row: AppBuss, day: date, known: Known) -> list[FeeRow]:
        return fee_choices(known.facts, row.testsort, self.table(day))
