"""One page of a list: its conditions, the keys of the page in their order, their rows, and how many there are."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from psycopg.errors import QueryCanceled
from sqlalchemy import ARRAY, any_, bindparam, false, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from . import db as kit_db
from . import longlists, shapes
from .errors import Refused
from .listkeys import COUNT_CAP, Found, by_index, columns_of, count_of, fetch, in_order, in_time, is_keyed
from .listquestion import Params, Question, question
from .permission import require
from .statements import Body, compiled
from .user import User

if TYPE_CHECKING:
    from .listview import ListView

EXACT_MS = 1_000  # an exact count may take so long
SEGMENT_MS = 60  # the count of one segment of a long list


def page(view: "ListView", db: Session, me: User, params: Params) -> shapes.Page:
    """One page as the contract shapes it."""
    require(me, view.permission)
    q = question(view, db, me, params)
    try:
        hits = _exact(db, q) if params.get("exactCount") == "1" else _found(db, q)
    except DBAPIError as stopped:
        if not isinstance(stopped.orig, QueryCanceled):
            raise
        raise Refused("符合条件的数据太多，请增加查询条件") from None
    rows = view.dressed(db, me, hits.rows or _rows(view, db, hits.keys), view.columns)
    answer: shapes.Page = {
        "pageNo": q.offset // q.size + 1,
        "pageSize": q.size,
        "count": hits.count,
        "countCapped": hits.more,
        "list": rows,
    }
    if hits.note:
        answer["note"] = hits.note
    if view.segments:
        answer["segments"] = _found_segments(db, q, params) if hits.more else _segments(db, q, params)
    return answer


def _segments(db: Session, q: Question, params: Params) -> dict[str, int]:
    """How many rows each segment has of those that the search fields ask for; nothing of a list that is too long."""
    view = q.view
    if q.short and view.indexed is not None:  # no index answers it: they would be counted through all rows
        return {}
    parts = [func.coalesce(s.where(q.me), false()).label(s.code) for s in view.segments]
    rows = view.source.where(*view.fixed, q.scope, *view.typed(params), *q.indexed).with_only_columns(
        *parts, maintain_column_froms=True
    )
    rows_of_each = rows.order_by(None).limit(COUNT_CAP + 1).subquery()
    counts: list[Any] = [func.count(), *(func.count().filter(rows_of_each.c[s.code]) for s in view.segments)]
    ((many, *sizes),) = fetch(db, select(*counts).select_from(rows_of_each))
    return dict(zip((s.code for s in view.segments), sizes, strict=True)) if many <= COUNT_CAP else {}


def _found_segments(db: Session, q: Question, params: Params) -> dict[str, int]:
    """The same of a list that is too long to be looked through: of each that its index finds soon and that is short."""
    view, counts = q.view, dict[str, int]()
    for one in () if q.short else view.segments:
        if one.facet and view.indexed:
            terms = q.scope, one.where(q.me), *view.typed(params)
            rows = view.source.where(*view.fixed, *view.indexed(q.me), one.facet(), *terms)
            many = in_time(db, SEGMENT_MS, partial(count_of, db, [rows], COUNT_CAP))
            if many is not None and many <= COUNT_CAP:
                counts[one.code] = many
    return counts


def _found(db: Session, q: Question) -> Found:
    if q.view.indexed is not None:
        return longlists.found(db, q)
    indexed = q.indexed and not q.short and is_keyed(q.view)
    return (indexed and by_index(db, q)) or in_order(db, q)


def _exact(db: Session, q: Question) -> Found:
    """With all counted, when that can be done in time; else as many as are known."""
    hits = _found(db, q)
    if not hits.more:
        return hits
    count = in_time(db, EXACT_MS, lambda: count_of(db, q.of_parts(*q.fields), 0))
    return hits if count is None else Found(hits.keys, count)


def _rows(view: "ListView", db: Session, keys: Sequence[str]) -> list[Any]:
    """The rows of a page in the order of their keys."""
    if not keys:
        return []
    rows = _rows_of(view)
    found = {row[-1]: row[:-1] for row in kit_db.fetch(db, rows.sql, {**rows.values, "keys": list(keys)}, steady=True)}
    return [found[key] for key in keys if key in found]


@lru_cache(maxsize=1_000)
def _rows_of(view: "ListView") -> Body:
    """The statement of the rows of a list with certain keys: made once, planned once."""
    wanted = view.key == any_(bindparam("keys", [], type_=ARRAY(view.key.type)))
    return compiled(view.source.where(wanted).with_only_columns(*columns_of(view), maintain_column_froms=True))
