"""The index that narrows a table of millions: one GIN holds what each row says of its scope, states, places and days,
so that any combination of them is one bitmap.

A row has a piece for each: `s=1` for a code, `a=33`, `a=3302`, `a=330212` for the beginnings of a code, `n=2026` and
`n=202611` for a day. The pieces are made by the function `tj_facets` when the index is kept; no row carries them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Index, Text, and_, cast, literal_column
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock

BEGINNINGS = (1, 2, 3, 4, 6, 9, 12)  # lengths of a code that tj_facets keeps
FIRST, LAST = date(1900, 1, 1), date(2099, 12, 31)  # a day outside is kept as the nearest of them

Columns = Mapping[str, str]  # mark → column


TABLES: dict[str, "Facets"] = {}


@dataclass(frozen=True)
class Facets:
    """What of a table's rows stands in its index. A mark is one letter."""

    table: str
    codes: Columns
    beginnings: Columns = field(default_factory=dict)
    days: Columns = field(default_factory=dict)
    moments: Columns = field(default_factory=dict)  # their days in China
    flags: Columns = field(default_factory=dict)  # mark → column that says something
    within: Columns = field(default_factory=dict)  # mark of a class → mark of its kinds, which begin as it does

    def __post_init__(self) -> None:
        TABLES[self.table] = self

    def text(self, table: str = "") -> str:
        """The expression of the index, in the words of PostgreSQL itself; with a table, as a query says it."""

        def named(columns: Columns) -> list[str]:
            return [f"('{mark}=' || ({table}{column}))" for mark, column in columns.items()]

        flags = [
            f"CASE WHEN (({table}{column}) <> '') THEN '{mark}=1' ELSE NULL END" for mark, column in self.flags.items()
        ]
        codes = ", ".join([*named(self.codes), *flags])
        begun = f"ARRAY[{', '.join(named(self.beginnings))}]" if self.beginnings else "ARRAY[]::text[]"
        marks = ", ".join(f"'{mark}='" for mark in (*self.days, *self.moments))
        moments = [f"(({table}{column}) AT TIME ZONE 'Asia/Shanghai')::date" for column in self.moments.values()]
        days = ", ".join([*(table + column for column in self.days.values()), *moments])
        return f"tj_facets(ARRAY[{codes}], {begun}, ARRAY[{marks}], ARRAY[{days}])"

    def index(self, name: str, *texts: str) -> Index:
        """The index, with the pieces of stored texts beside (see kit.search)."""
        columns = [sql(self.text()), *(sql(f"tj_grams({text})") for text in texts)]
        return Index(name, *columns, postgresql_using="gin")

    @cached_property
    def _kept(self) -> Any:
        return literal_column(self.text(f"{self.table}."), ARRAY(Text))

    def all(self, *pieces: str) -> ColumnElement[bool]:
        return self._with_terms(self._kept.contains(cast([*pieces], ARRAY(Text))), every=pieces)

    def any(self, pieces: Sequence[str]) -> ColumnElement[bool]:
        return self._with_terms(self._kept.overlap(cast([*pieces], ARRAY(Text))), some=pieces)

    def _with_terms(self, condition: Any, every: Sequence[str] = (), some: Sequence[str] = ()) -> ColumnElement[bool]:
        """The condition, which says what it asks for."""
        condition.terms = Terms(self, every, some)
        return condition  # type: ignore[no-any-return]

    def narrower(self, piece: str) -> tuple[str, ...]:
        """How a piece begins that says all that this one says."""
        mark, _, code = piece.partition("=")
        longer = (piece,) if mark in self.beginnings else ()
        return (*longer, f"{self.within[mark]}={code[:1]}") if mark in self.within else longer

    def common(self, db: Session) -> frozenset[str]:
        """The pieces that nearly all rows say, as the database has counted them; looked up once a day."""
        day, pieces = _common.get(self.table, (None, frozenset[str]()))
        if day != clock.today():
            marks = {column: mark for mark, column in self.codes.items()}
            values = {"table": self.table, "columns": [*marks]}
            pieces = frozenset(f"{marks[column]}={said}" for column, said in kit_db.fetch(db, NEARLY_ALL, values))
            _common[self.table] = clock.today(), pieces
        return pieces

    def is_large(self, db: Session) -> bool:
        """Whether the table has so many rows that a question may take long, as the database has counted them; looked
        up once a day."""
        day, rows = _sizes.get(self.table, (None, 0.0))
        if day != clock.today():
            ((rows,),) = kit_db.fetch(db, ROWS, {"table": self.table})
            _sizes[self.table] = clock.today(), rows
        return rows > LARGE

    def says(self, column: str, values: Sequence[str]) -> ColumnElement[bool] | None:
        """Rows whose code is one of the values; None when it does not stand in the index, or is empty."""
        mark = _mark(self.codes, column)
        return self.any([f"{mark}={v}" for v in values]) if mark and all(values) else None

    def begins(self, column: str, beginning: str) -> ColumnElement[bool] | None:
        """Rows whose code begins so, or, where that length is not kept, with the longest kept part of it."""
        mark, length = _mark(self.beginnings, column), max((n for n in BEGINNINGS if n <= len(beginning)), default=0)
        return self.all(f"{mark}={beginning[:length]}") if mark and length else None

    def between(self, column: str, first: date | None, end: date | None) -> ColumnElement[bool] | None:
        """Rows whose day lies in the months of a range; `end` is its first day behind."""
        pieces = self.months(column, first, end)
        return self.any(pieces) if pieces else None

    def under_way(self, day: str, steps: Sequence[str]) -> ColumnElement[bool]:
        """Rows at one of these steps whose day is over, or in this month."""
        return and_(
            self.any(self.months(day, None, clock.today() + timedelta(days=1))), self.any([f"t={s}" for s in steps])
        )

    def months(self, column: str, first: date | None, end: date | None) -> list[str]:
        """The pieces of the months of a range; none when the day does not stand in the index."""
        mark = _mark({**self.days, **self.moments}, column)
        last = _held(end) - timedelta(days=1) if end else LAST
        return [f"{mark}={month}" for month in _months(_held(first or FIRST), last)] if mark else []


class Terms(NamedTuple):
    """What a condition asks for: all of some pieces, or one of some."""

    facets: Facets
    every: Sequence[str]
    some: Sequence[str]


# Of all rows at most a twentieth is found too much for such a piece that is not asked for.
NEARLY_ALL = """
    SELECT attname, said FROM pg_stats, unnest(most_common_vals::text::text[], most_common_freqs) AS common(said, share)
    WHERE schemaname = current_schema() AND tablename = %(table)s AND attname = ANY(%(columns)s) AND share > 0.95"""
_common: dict[str, tuple[date, frozenset[str]]] = {}
LARGE = 200_000
ROWS = "SELECT reltuples FROM pg_class WHERE oid = to_regclass(%(table)s)"
_sizes: dict[str, tuple[date, float]] = {}


def narrowing(db: Session, conditions: Sequence[ColumnElement[bool]]) -> list[ColumnElement[bool]]:
    """Without those that leave nearly all rows, unless none else is there: each costs the index a walk through all
    that it finds. What is found is judged by all conditions anyway."""
    return [one for one in conditions if not is_common(db, one)] or list(conditions)


def is_common(db: Session, condition: ColumnElement[bool]) -> bool:
    """Whether nearly all rows say one of the codes that a condition asks for."""
    terms = getattr(condition, "terms", None)
    return terms is not None and any(piece in terms.facets.common(db) for piece in terms.some)


def narrowest(conditions: Sequence[ColumnElement[bool]]) -> list[ColumnElement[bool]]:
    """Without those that another one says more narrowly."""
    terms = [getattr(one, "terms", None) for one in conditions]
    pieces = [piece for one in terms if one for piece in one.every]

    def is_implied(facets: Facets, piece: str) -> bool:
        return any(other != piece and other.startswith(facets.narrower(piece)) for other in pieces)

    return [
        condition
        for condition, own in zip(conditions, terms, strict=True)
        if not (own and own.every and all(is_implied(own.facets, piece) for piece in own.every))
    ]


def _mark(columns: Columns, column: str) -> str:
    return next((mark for mark, name in columns.items() if name == column), "")


def _held(day: date) -> date:
    return min(max(day, FIRST), LAST)


def _months(first: date, last: date) -> Iterator[str]:
    """The whole years and the other months that cover a range; of an empty one the first month."""
    at, until = first.year * 12 + first.month - 1, max(last, first).year * 12 + max(last, first).month
    while at < until:
        year, month = divmod(at, 12)
        whole = month == 0 and until - at >= 12
        yield f"{year}" if whole else f"{year}{month + 1:02d}"
        at += 12 if whole else 1
