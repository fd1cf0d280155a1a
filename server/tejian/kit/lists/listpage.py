"""One page of a list: its conditions, the keys of the page in their order, their rows, and how many there are."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from psycopg.errors import QueryCanceled
from sqlalchemy import ARRAY, any_, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.database.statements import Body, answered_in_time, compiled, in_time
from tejian.kit.ground import shapes
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User

from . import listsegments, longlists
from .listkeys import COUNT_CAP, Found, by_index, columns_of, count_of, in_order, is_keyed
from .listquestion import Params, Question, question
from .longlists import OTHER_ORDER_MS, TOO_MUCH

if TYPE_CHECKING:
    from .listview import ListView

COUNT_MS = 60  # what follows a page of a table of millions is counted so long, else it is «at least»
INDEX_MS = 100  # an index is asked so long: what the list itself leaves may be less than what the index finds
EXACT_MS = 1_000  # an exact count may take so long


def page(view: "ListView", db: Session, me: User, params: Params) -> shapes.Page:
    """One page as the contract shapes it."""
    require(me, view.permission)
    q = question(view, db, me, params)
    try:
        hits = _counted(db, q, _found(db, q), exact=params.get("exactCount") == "1")
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
        answer["segments"] = listsegments.sizes(db, q, params, long=hits.more)
    return answer


def _found(db: Session, q: Question) -> Found:
    if q.view.indexed is not None:
        return longlists.found(db, q)
    index_ms, ms = (0 if q.is_unfiltered else q.view.limited(db, ms) for ms in (INDEX_MS, OTHER_ORDER_MS))
    if q.is_indexed and is_keyed(q.view) and (few := in_time(db, index_ms, partial(by_index, db, q))):
        return few
    return answered_in_time(db, ms, partial(in_order, db, q), TOO_MUCH)


def _counted(db: Session, q: Question, page: Found, *, exact: bool) -> Found:
    """With what follows the page counted: all of it, or up to the cap; when that cannot be done in time, as many as
    are known."""
    if not page.more:
        return page
    if exact:
        queries = page.uncounted or q.of_parts(*q.fields)
        count = in_time(db, EXACT_MS, lambda: count_of(db, queries, 0))
        if count is not None:
            return replace(page, count=count, more=False)
    if not page.uncounted:
        return page
    long = q.view.indexed is not None
    ms = 0 if q.is_unfiltered else COUNT_MS if long else q.view.limited(db, COUNT_MS)
    count = in_time(db, ms, lambda: count_of(db, page.uncounted, COUNT_CAP))
    return page if count is None else replace(page, count=min(count, COUNT_CAP), more=count > COUNT_CAP)


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
