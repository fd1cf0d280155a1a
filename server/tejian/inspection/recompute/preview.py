"""The preview: every device is put to its case, each case is worked out once, what differs is kept with its reason."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.inspection.models.recompute import DateChange
from tejian.inspection.rules.api import Answer, Case, Cases, RuleBook
from tejian.kit.database import bulk
from tejian.kit.ground import clock

from .reading import Sorts, among, devices, why_left

AT_ONCE = 2_000
EXAMPLES = 3
NO_BASIS = "原日期早于规则日期，没有计算依据，可能由检验人员确定"


@dataclass(frozen=True)
class Change:
    """One date that the rules give otherwise."""

    device: str
    version: int
    equclass: str
    field: str
    old: date | None
    new: date
    ruleid: str

    @property
    def way(self) -> str:
        return "added" if self.old is None else "earlier" if self.new < self.old else "later"


class Preview:
    """Works through all devices and keeps the changes of a run."""

    def __init__(self, db: Session, run_id: str, rules: RuleBook, say: Callable[[int], None]):
        self.db, self.run_id, self.rules, self.say = db, run_id, rules, say
        self.cases, self.sorts = Cases(rules, clock.today()), Sorts(rules)
        self.answers: dict[Case, Answer] = {}
        self.left: Counter[tuple[str, str]] = Counter()
        self.found: Counter[tuple[str, str, str, str]] = Counter()
        self.examples: dict[tuple[str, str, str, str], list[str]] = {}
        self.held: list[Change] = []
        self.passed = self.changed = 0

    def run(self) -> None:
        for device in devices(self.db, self.rules, self.cases.every_name()):
            self._look_at(device)
            self.passed += 1
            if self.passed % 50_000 == 0:
                self.say(self.passed)
        self._keep()

    def _look_at(self, device: dict[str, Any]) -> None:
        sort = self.sorts.of(device)
        if reason := why_left(device, sort):
            self.left[device["equclass"], reason] += 1
            return
        day = device["inspdate"]
        device["lastjcdate"] = device["insdate"]
        case = self.cases.case(device["kind"], sort or "", day, device)
        answer = self.answers.get(case)
        if answer is None:
            answer = self.answers[case] = self.cases.answer(case)
        for field, (new, ruleid, reason) in answer.items():
            if new is None:
                self.left[device["equclass"], reason] += field in ("", "ninspdate")
            elif new != device[field]:
                own = (device["device"], device["version"], device["equclass"])
                self.held.append(Change(*own, field, device[field], new, ruleid))
        if len(self.held) >= AT_ONCE:
            self._keep()

    def _keep(self) -> None:
        """Store the changes that stand against what is known of the dates as they are."""
        ids = among(sorted({c.device for c in self.held}))
        known = select(E.id, E.nextexplain).where(E.id == ids, E.nextexplain != {})
        explained = {i: reasons for i, reasons in self.db.execute(known)} if self.held else {}  # noqa: C416
        changes = [one for c in self.held if (one := self._standing(c, explained.get(c.device, {})))]
        table: Any = DateChange.__table__
        columns = [c for c in table.columns if c.key != "id"]
        bulk.copy(self.db, table, columns, [self._row(c) for c in changes])
        for c in changes:
            group = (c.equclass, c.ruleid, c.field, c.way)
            self.found[group] += 1
            self.examples.setdefault(group, [])
            if len(self.examples[group]) < EXAMPLES:
                self.examples[group].append(f"{c.device}|{c.old or ''}|{c.new}")
        self.changed += len(changes)
        self.held = []

    def _standing(self, c: Change, explained: Mapping[str, Any]) -> Change | None:
        """The change as it may be made, None when the date stays."""
        line = next((x for x in explained.get("lines", ()) if x["field"] == c.field), None)
        chosen, value = explained.get("chosen") or "", (line or {}).get("value") or ""
        if c.field == "ninspdate" and chosen == str(c.old) and chosen < value:
            return c if c.way == "earlier" else None  # a shorter cycle that the inspector set holds on
        if line and value == str(c.old) and value < (line.get("rule") or ""):
            return c if c.way == "earlier" else None  # so does any other date that he set earlier
        if c.way == "later" and value != str(c.old):
            self.left[c.equclass, NO_BASIS] += 1
            return None
        return c

    def _row(self, c: Change) -> Sequence[Any]:
        return (self.run_id, c.device, c.version, c.equclass, c.field, c.way, c.old, c.new, c.ruleid, "")

    def summary(self) -> list[dict[str, Any]]:
        """How many dates of each class, rule and field change in which direction, with examples."""
        codes = {x.split("|")[0] for xs in self.examples.values() for x in xs}
        named = dict(self.db.execute(select(E.id, E.equcode).where(E.id.in_(codes))).all()) if codes else {}
        out = []
        for (equclass, ruleid, field, way), count in sorted(self.found.items()):
            shown = [x.split("|") for x in self.examples[equclass, ruleid, field, way]]
            lines = [f"{named.get(i, '')} {old or '空'} → {new}" for i, old, new in shown]
            row = {"equclass": equclass, "ruleid": ruleid, "field": field, "way": way, "count": count}
            out.append({**row, "examples": lines})
        return out

    def left_rows(self) -> list[dict[str, Any]]:
        every = sorted(((n, c, r) for (c, r), n in self.left.items() if n), reverse=True)
        return [{"equclass": c, "reason": r, "count": n} for n, c, r in every]
