"""What cases are asked of: the rule rows of a database, and what every kind of case asks of them."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of, kind_matches
from tejian.archives.equipment.api import fields_of
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import (
    FACTS,
    MOVES,
    NextDates,
    SeisortRule,
    against_date,
    find_rules,
    rules_for,
)

from .cases import NotAsked
from .filling import day_of

SCHEDULED = ("ninspdate", "ndetdate", "nextbraketestdate")  # of lifts: by their table of years
DATES = tuple(name for name, kind in FACTS.items() if "date" in kind)


class Ruled:
    """The rule rows of a database."""

    def __init__(self, db: Session):
        self.db = db
        self.dates = records.dates_book(db)
        self.sheets = records.sheet_rules(db)
        self.failed = records.unqualified_codes(db)

    def _archive(
        self,
        dates: NextDates,
        sort: SeisortRule,
        effect: str,
        day: date,
        *,
        chosen: date | None,
    ) -> tuple[dict[str, date | None], str]:
        """The dates that are written, or the sentence for which nothing is."""
        field = next(iter(sort.next_date_fields), "")
        line = dates.line(field)
        wanted = chosen or (line.rulevalue if line and effect in MOVES else None)
        against = against_date(line, field, effect, wanted, day)
        refusal = dates.refused or (against.text if against else None)
        if refusal or effect not in MOVES:
            return {}, refusal or ""
        written = dates.updates()
        if chosen and line is not None:
            written |= {name: chosen for name in (line.field, line.mirror) if name}
        return written, ""

    def _sort(self, kind: str, testsort: str, lists: tuple[str, ...] = ()) -> SeisortRule:
        found = [one for one in find_rules(self.dates.seisorts, kind, testsort) if one.allowed]
        if not found:
            raise NotAsked(f"{kind} 没有检验类型 {testsort}")
        if lists and not any(one.item_templates == lists for one in found):
            raise NotAsked(f"{kind} {testsort} 的模板不是 {'、'.join(lists)}")
        return next((one for one in found if not lists or one.item_templates == lists), found[0])

    def _fields(self, kind: str) -> set[str]:
        lines = self._line_fields() if class_of(kind) == codes.PIPING else ()
        return {*fields_of(class_of(kind), kind), *lines, *FACTS}

    def _line_fields(self) -> set[str]:
        return set(fields_of(codes.PIPELINE, codes.PIPELINE))

    def _sets_itself(self, sort: SeisortRule, kind: str) -> bool:
        """Whether no rule row gives the next date of a sort after an inspection: the inspector sets it."""
        field = next(iter(sort.next_date_fields), "")
        rows = (
            r
            for r in self.dates.cycles
            if r.datefield == field and r.phase != "first" and kind_matches(r.kind_filter, kind)
        )
        return bool(field) and field not in SCHEDULED and next(rows, None) is None

    def _passed(self, code: str) -> bool:
        return code != "fail" and code not in self.failed

    def _effect(self, kind: str, sort: SeisortRule, code: str) -> str:
        """What a result does to the dates: `pass` moves them, `fail` keeps them, a conclusion as its rule says."""
        if code in ("pass", "fail"):
            return "advance" if code == "pass" else "keep"
        rules = rules_for(self.sheets.conclusions, kind, sort.seisort, sort.testsort, sort.item_templates)
        found = next((one.effect for one in rules if one.code == code), None)
        return found or ("advance" if self._passed(code) else "keep")


def days_of(device: Mapping[str, Any], names: Sequence[str] | set[str] | Mapping[str, Any]) -> dict[str, date | None]:
    """The dates of a device before; those it does not have are empty."""
    found: dict[str, date | None] = {}
    for name in DATES:
        if name in names:
            found[name] = day_of(device[name]) if device.get(name) else None
    return found
