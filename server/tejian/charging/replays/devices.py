"""Devices as the fee tables read them, on any day: read by blocks, and kept while a replay goes through its charges."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import String, any_, cast, func, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.valves import SafetyValve
from tejian.charging.fees.api import FeeLine, Known, device_facts
from tejian.kit.database.audit import AuditLog, effective_day, plain, really
from tejian.kit.ground import clock

MODELS: Sequence[Any] = (Equipment, SafetyValve)
KEPT = 50_000  # devices; many of a year are charged more than once
NOW = -1  # nothing was written since


def among(keys: Sequence[str]) -> Any:
    """Any of these keys: one text, which costs the driver far less than a list of thousands."""
    return any_(func.string_to_array(",".join(keys), ","))


@dataclass(slots=True)
class Case:
    """A device between two changes, inspected in one way: what it is charged by, and the lines for what was chosen."""

    known: Known
    lines: dict[bytes, list[FeeLine]] = field(default_factory=dict)


@dataclass(slots=True)
class Device:
    """What the tables read of a device now, the changes of it, and what it comes to between two of them."""

    model: Any
    changed: datetime
    values: dict[str, Any]
    history: list[Any] | None = None
    days: list[date] = field(default_factory=list)
    facts: dict[tuple[int, str], Mapping[str, object]] = field(default_factory=dict)
    cases: dict[Any, Case] = field(default_factory=dict)

    def state(self, day: date) -> int:
        """Which of its changes was the last before the end of a day."""
        return NOW if self.changed < _end(day) else bisect_right(self.days, day)


class Devices:
    """The devices of a replay; `fields` are those that its tables read."""

    def __init__(self, db: Session, fields: Iterable[str]):
        self.db = db
        self.fields = sorted(fields)
        self.known: dict[str, Device] = {}

    def read(self, wanted: Mapping[str, date]) -> None:
        """Read devices that are not known, and the changes of those that were written after the earliest day asked."""
        new = [key for key in wanted if key not in self.known]
        if len(self.known) + len(new) > KEPT:
            self.known, new = {}, list(wanted)
        for model in MODELS:
            self._values(model, new)
            own = {key: one for key in wanted if (one := self.known.get(key)) is not None and one.model is model}
            late = [key for key, one in own.items() if one.history is None and one.changed >= _end(wanted[key])]
            self._changes(model, late)

    def facts(self, key: str, kind: str, day: date) -> Mapping[str, object]:
        """What the fee table reads of a device on a day; the same object between two changes."""
        one = self.known[key]
        state = one.state(day)
        found = one.facts.get((state, kind))
        if found is None:
            values = dict(one.values) if state == NOW else really(dict(one.values), one.history or (), day)
            found = device_facts({name: value for name, value in values.items() if value is not None}, kind)
            one.facts[state, kind] = found
        return found

    def _values(self, model: Any, keys: Sequence[str]) -> None:
        names = [name for name in self.fields if name in model.__mapper__.column_attrs]
        columns = [getattr(model, name).label(f"e_{name}") for name in names]
        query = select(model.id, model.updatetime, self._of(model.params).label("params"), *columns)
        for row in self.db.execute(query.where(model.id == among(keys))) if keys else ():
            values = dict(row.params or ()) | {name: plain(getattr(row, f"e_{name}")) for name in names}
            self.known[row.id] = Device(model, row.updatetime, values)

    def _changes(self, model: Any, keys: Sequence[str]) -> None:
        """The changes, newest first, of what the tables read."""
        if not keys:
            return
        A = AuditLog
        fields = cast(self.fields, ARRAY(String))
        query = select(A.entity_id, A.action, A.at, A.since, self._of(A.changes).label("changes"))
        query = query.where(A.entity == model.__tablename__, A.entity_id == among(keys), A.changes.has_any(fields))
        histories: dict[str, list[Any]] = {key: [] for key in keys}
        for row in self.db.execute(query.order_by(A.id.desc())):
            histories[row.entity_id].append(row)
        for key, history in histories.items():
            self.known[key].history = history
            self.known[key].days = sorted(effective_day(change) for change in history if change.action != "新增")

    def _of(self, document: Any) -> Any:
        """What the tables read of a document: the rest is not sent."""
        each = func.jsonb_each(document).table_valued("key", "value")
        wanted = each.c.key == any_(cast(self.fields, ARRAY(String)))
        return select(func.jsonb_object_agg(each.c.key, each.c.value, type_=JSONB)).where(wanted).scalar_subquery()


@lru_cache(maxsize=4_096)
def _end(day: date) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), clock.SHANGHAI)
