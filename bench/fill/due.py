"""When a filled device is due: by the product's own rules, so that working all dates out again changes little."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from tejian import models_all  # noqa: F401
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.recompute.reading import Sorts
from tejian.inspection.records import book
from tejian.inspection.records import service as records
from tejian.inspection.rules.alike import DATES
from tejian.inspection.rules.facts import InspectionResult, device_facts
from tejian.inspection.rules.next_date import next_dates
from tejian.inspection.rules.seisort import allowed_rules

EMPTY = {"inspdate": None, **dict.fromkeys(DATES)}  # what the sample says of its own inspections


class Dues:
    """The sorts and dates of the sample's devices, in the order of `keys`."""

    def __init__(self, url: str, keys: Sequence[str], today: date):
        self.today = today
        with Session(create_engine(url.replace("postgresql://", "postgresql+psycopg://"))) as db:
            self.rules = book.dates_book(db)
            found = {
                d.id: records.values_of(d) | EMPTY for d in db.scalars(select(Equipment).where(Equipment.id < "f0"))
            }
        self.facts = [found[key] for key in keys]
        self.sorts = [self._sort(facts) for facts in self.facts]
        self.dates: dict[tuple[int, date], Mapping[str, date | None]] = {}

    def _sort(self, facts: Mapping[str, Any]) -> str:
        """The periodic inspection of this kind that moves the most dates."""
        kind = facts.get("equsubkind") or facts["equclacode"]
        only = Sorts(self.rules).of({"kind": kind, "inspdate": self.today, "testsort": None})
        if only:
            return only
        offered = allowed_rules(self.rules.seisorts, kind, at.PERIODIC)
        return max(offered, key=lambda r: len(r.next_date_fields)).testsort

    def of(self, row: int, inspected: date) -> Mapping[str, date | None]:
        """The next dates of a device like row `row` of the sample that passed its inspection on this day."""
        if (row, inspected) not in self.dates:
            device = device_facts(self.facts[row], lastdjdate=inspected, lastjcdate=self.facts[row].get("insdate"))
            result = InspectionResult(self.sorts[row], inspected, passdate=inspected)
            told = next_dates(device, result, self.rules, self.today).updates()
            self.dates[row, inspected] = {name: told.get(name) for name in DATES}
        return self.dates[row, inspected]
