"""What the amounts of a charge are worked out from, read for its items; a replay reads it for many charges at once.

`registration.work_out` asks a source and reads nothing itself, so that both work a charge out in the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment
from tejian.inspection.models import AppBuss, AppItem, AppMain
from tejian.inspection.records.api import first_of
from tejian.system.settings.api import number

from .agreed import by_contract, ruling
from .contracts.api import Terms, terms_of
from .facts import book, device_facts, device_values, pipelines
from .forms import ItemForm
from .lines import FeeLine
from .models import ReliefPolicy
from .policies import in_force
from .rules import FeeBook, FeeRow, fee_choices, item_lines, on_day
from .totals import item_rule_lines


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


class Given:
    """The source of one charge: the database, as it stands."""

    def __init__(self, db: Session, rows: Sequence[AppBuss], payer: str, moment: datetime):
        """`moment` is when it was known which contracts count."""
        self.db = db
        self.agreed = terms_of(db, payer, moment)
        self.devices = self._of(Equipment, [row.equdatasysid for row in rows])
        self.declared = self._of(AppItem, [row.appitem_id for row in rows])
        self.mains = self._of(AppMain, [row.appmain_id for row in rows])

    def _of(self, model: Any, keys: list[str]) -> dict[str, Any]:
        return {one.id: one for one in self.db.scalars(select(model).where(model.id.in_(keys)))}

    @property
    def discount_most(self) -> Decimal:
        """The largest discount that may be given by hand, in percent."""
        return Decimal(number(self.db, "charge.discount_most", 20))

    def known(self, row: AppBuss, day: date) -> Known:
        device, declared = self.devices[row.equdatasysid], self.declared.get(row.appitem_id)
        price = declared.contractprice if declared else None
        return Known(
            device_facts(device_values(self.db, device, day), row.equclacode, price),
            pipelines(self.db, device, declared.lineids if declared else ()),
            self.mains[row.appmain_id].isurgent,
            first_of(self.db, row).testsort if row.mother_id else "",
        )

    def table(self, day: date) -> FeeBook:
        return on_day(book(self.db), day)

    def policies(self, day: date) -> Sequence[ReliefPolicy]:
        return in_force(self.db, day)

    def lines(self, row: AppBuss, sent: ItemForm, day: date, known: Known) -> list[FeeLine]:
        return lines_of(row, sent, day, known, self.table(day), self.agreed)

    def choices(self, row: AppBuss, day: date, known: Known) -> list[FeeRow]:
        return fee_choices(known.facts, row.testsort, self.table(day))
