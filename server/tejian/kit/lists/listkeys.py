"""The keys of a page: of a list in its order, or of the rows that an index gives; and a count that stops at a cap."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, Subquery, and_, desc, func, literal, select, union_all
from sqlalchemy.orm import Session

from tejian.kit.database.statements import fetch

from .listquestion import KEY, MATCHES, SORTED, Question
from .ordering import is_column, never_empty

if TYPE_CHECKING:
    from .listview import ListView

COUNT_CAP = 10_000  # nobody reads further; counting on costs 10 ms where the cap costs 1
SORTABLE = COUNT_CAP  # rows that an index gives and that are sorted for a page


@dataclass(frozen=True)
class Found:
    """The keys of a page, and how many there are; `more`: at least so many."""

    keys: Sequence[Any]
    count: int
    more: bool = False
    rows: Sequence[Any] | None = None  # where no index knows the keys
    note: str = ""  # what the reader must know of how far was looked
    upto: Any = None  # what the last row of a whole page is sorted by
    uncounted: Sequence[Select[Any]] = ()  # what of `more` can be counted; no row is in two of them


def in_order(db: Session, q: Question) -> Found:
    """As the list is sorted."""
    # sums are made of all rows anyway: how many there are costs nothing more
    keyed, summed = is_keyed(q.view), bool(q.view.source._group_by_clauses)
    query = q.plain if keyed else q.plain.where(*q.indexed)
    key, many = q.view.key.label("_key"), (func.count().over() if summed else literal(0)).label("_many")
    columns = [q.by.label("_by"), key] if keyed else [many, *columns_of(q.view)]
    rows_asked = query.with_only_columns(*columns, maintain_column_froms=True)
    page: Sequence[Any] = []
    # while rows that say something fill the page, an index read backwards gives it
    if q.down and is_column(q.by) and not never_empty(q.by):
        filled = rows_asked.where(q.by.is_not(None)).order_by(None).order_by(desc(q.by), desc(q.view.key))
        page = fetch(db, filled.limit(q.size).offset(q.offset))
    if len(page) < q.size:
        page = fetch(db, q.sorted(rows_asked))
    keys, rows = [row[-1] for row in page], None if keyed else [row[1:-1] for row in page]
    if len(keys) < q.size and (keys or not q.offset):
        return Found(keys, q.offset + len(keys), rows=rows)
    if rows and summed:
        return Found(keys, min(page[0][0], COUNT_CAP), more=page[0][0] > COUNT_CAP, rows=rows)
    return Found(keys, q.end, more=True, rows=rows, uncounted=[query])


def by_index(db: Session, q: Question, most: int = 0) -> Found | None:
    """The page of what indexes find, sorted; None when that is too many, more than `most` where that is said."""
    few = matches_by_index(db, q, most or SORTABLE) if q.indexed else None
    return few if few and few.count <= (most or SORTABLE) else None


def by_selective(db: Session, q: Question, most: int) -> Found | None:
    """The page of the few rows that the selective fields alone find, each judged by all that is asked.

    None when they find more than `most`, or when nothing of it is left for a page behind the first.
    """
    rows = q.view.source.where(*q.selective).with_only_columns(
        *(q.view.key.label("key"), q.by.label("sorted"), and_(*q.view.fixed, q.scope, *q.fields).label("matches")),
        maintain_column_froms=True,
    )
    few = rows.limit(most + 1).cte("few")
    read = select(func.count()).select_from(few).scalar_subquery()
    page = fetch(db, q.sorted(select(KEY, read, func.count().over()).select_from(few).where(MATCHES), SORTED, KEY))
    if page:
        return Found([row[0] for row in page], page[0][2]) if page[0][1] <= most else None
    return None if q.offset or count_of(db, [rows], most) > most else Found([], 0)


def matches_by_index(db: Session, q: Question, most: int, *before: ColumnElement[bool]) -> Found:
    """What indexes find, and of it the keys of the page; `most` and one more, when that is not 0."""
    queries, columns = q.by_indexes(*before), (q.view.key.label("key"), q.by.label("sorted"))
    found = _together(queries, columns, most and most + 1)
    page = fetch(db, q.sorted(select(KEY, SORTED, func.count().over()).select_from(found), SORTED, KEY))
    if not page:  # behind the last one nothing is there to say how many there are
        return Found([], count_of(db, queries, most) if q.offset else 0)
    return Found([row[0] for row in page], page[0][2], upto=page[-1][1] if len(page) == q.size else None)


def count_of(db: Session, queries: Sequence[Select[Any]], cap: int) -> int:
    """How many rows of queries that share none; `cap` and one more at most, when there is a cap."""
    rows = _together(queries, [literal(1).label("one")], cap and cap + 1)
    return int(fetch(db, select(func.count()).select_from(rows))[0][0])


def _together(queries: Sequence[Select[Any]], columns: Sequence[Any], most: int) -> Subquery:
    """Rows of queries that share none, so many that are found first; 0: all."""
    rows = [query.with_only_columns(*columns, maintain_column_froms=True).order_by(None) for query in queries]
    together: Any = union_all(*rows) if len(rows) > 1 else rows[0]
    return (together.limit(most) if most else together).subquery()  # type: ignore[no-any-return]


def is_keyed(view: "ListView") -> bool:
    """Whether a row is the same when it is read again by its key alone; a sum is one only of the rows asked for."""
    return is_column(view.key) and not view.source._group_by_clauses


def columns_of(view: "ListView") -> list[Any]:
    return [*(c.expr.label(c.name) for c in view.columns), view.key.label("_key")]
