"""What many tests begin with, made over HTTP once and put back for each: the rows that those calls wrote.

Within the transaction of a test nobody else writes, so every row whose number is that of the transaction or a later
one is its own. What triggers write (the chain of the audit trail, the events of jobs) they write again.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import inspect, text
from sqlalchemy.orm import Session

from tejian.kit.database.db import Base
from tejian.kit.ground import clock

BY_TRIGGERS = {"procrastinate_events", "chain_pending"}
# Parts of a table count for the whole.
COUNTED = text(
    "SELECT coalesce(inhparent, relid)::regclass::text, sum(n_tup_ins + n_tup_upd), sum(n_tup_upd), sum(n_tup_del)"
    " FROM pg_stat_xact_user_tables LEFT JOIN pg_inherits ON inhrelid = relid"
    " WHERE n_tup_ins + n_tup_upd + n_tup_del > 0"
    " AND has_table_privilege(coalesce(inhparent, relid), 'SELECT, INSERT') GROUP BY 1"
)
COLUMNS = text(
    "SELECT quote_ident(attname), attnum = ANY(coalesce(conkey, '{}')) FROM pg_attribute"
    " LEFT JOIN pg_constraint ON conrelid = attrelid AND contype = 'p'"
    " WHERE attrelid = CAST(:name AS regclass) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''"
)


@dataclass(frozen=True)
class Count:
    """Rows of a table that were written, changed and removed."""

    written: int = 0
    changed: int = 0
    removed: int = 0

    @classmethod
    def all(cls, db: Session) -> "dict[str, Count]":
        return {name: cls(*numbers) for name, *numbers in db.execute(COUNTED) if name not in BY_TRIGGERS}

    def since(self, before: "Count") -> "Count":
        return Count(self.written - before.written, self.changed - before.changed, self.removed - before.removed)


@dataclass(frozen=True)
class Rows:
    """Rows of one table as JSON, and the statement that puts them back."""

    rows: str
    sql: str

    @classmethod
    def own(cls, db: Session, table: str, changed: bool) -> "Rows":
        """Those that this transaction wrote."""
        found = db.execute(COLUMNS, {"name": table}).all()
        names = ", ".join(name for name, _ in found)
        mine = f"SELECT {names} FROM {table} WHERE xmin::text::bigint >= pg_current_xact_id()::text::bigint"
        rows = db.scalar(text(f"SELECT coalesce(json_agg(t), '[]')::text FROM ({mine}) t"))
        sql = f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE"
        sql += f" SELECT {names} FROM json_populate_recordset(NULL::{table}, CAST(:rows AS json))"
        keys = ", ".join(name for name, key in found if key)
        if changed and keys:
            rest = ", ".join(f"{name} = excluded.{name}" for name, key in found if not key)
            sql += f" ON CONFLICT ({keys}) DO UPDATE SET {rest}"
        return cls(rows or "[]", sql)


@dataclass(frozen=True)
class Beginning:
    """What was made, and the rows of all that lies there since."""

    model: type[Any]
    ids: list[Any]
    several: bool
    rows: list[Rows]

    def put_back(self, db: Session) -> Any:
        for one in self.rows:
            db.execute(text(one.sql), {"rows": one.rows})
        db.commit()
        db.expire_all()
        found = [db.get_one(self.model, key) for key in self.ids]
        return found if self.several else found[0]


@dataclass
class Kept:
    """The beginnings of one worker, by what they are called and the day they were made on."""

    made: dict[Hashable, Beginning | None] = field(default_factory=dict)

    def begin(self, db: Session, name: Hashable, build: Callable[[], Any]) -> Any:
        """What `build` gives, or the same put back.

        It is built where the test has written something before, and always where it removes rows: those leave nothing
        behind that could be kept.
        """
        key = (name, clock.today())
        if not _untouched(db) or (key in self.made and self.made[key] is None):
            return build()
        if known := self.made.get(key):
            return known.put_back(db)
        before = Count.all(db)
        subject = build()
        db.commit()
        counts = {table: now.since(before.get(table, Count())) for table, now in Count.all(db).items()}
        self.made[key] = None if any(c.removed for c in counts.values()) else _beginning(db, counts, subject)
        return subject


def _beginning(db: Session, counts: Mapping[str, Count], subject: Any) -> Beginning:
    several = isinstance(subject, list)
    subjects = subject if several else [subject]
    tables = sorted((table for table, count in counts.items() if count.written), key=_order)
    rows = [Rows.own(db, table, counts[table].changed > 0) for table in tables]
    ids = [inspect(one).identity[0] for one in subjects]
    return Beginning(type(subjects[0]), ids, several, [r for r in rows if r.rows != "[]"])


def _untouched(db: Session) -> bool:
    """Whether the transaction of this test has written and locked nothing yet."""
    return not db.new and not db.dirty and db.scalar(text("SELECT pg_current_xact_id_if_assigned()")) is None


def _moved_clock() -> bool:
    return abs(clock.now() - datetime.now(clock.SHANGHAI)) > timedelta(seconds=1)


def _order(table: str) -> int:
    """Where a table stands so that what it points at is there."""
    names = [one.name for one in Base.metadata.sorted_tables]
    return names.index(table) if table in names else len(names)
