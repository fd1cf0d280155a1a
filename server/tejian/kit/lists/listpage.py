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
from .listkeys import Found, by_index, columns_of, count_of, in_order, is_keyed
from .listquestion import Params, Question, question
from .longlists import SOON_MS, TOO_MUCH

if TYPE_CHECKING:
    from .listview import ListView

COUNT_MS = 80  # a part of a table of millions is counted so long, else it is «at least»
INDEX_MS = 100  # an index is asked so long: what the list itself leaves may be less than what the index finds
EXACT_MS = 1_000  # an exact count may take so long


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
        answer["segments"] = listsegments.sizes(db, q, params, long=hits.more)
    return answer


def _found(db: Session, q: Question) -> Found:
    if q.view.indexed is not None:
        return longlists.found(db, q)
    as_it_is = not q.fields and q.own_order
    index_ms, ms, count_ms = (0 if as_it_is else q.view.limited(db, ms) for ms in (INDEX_MS, SOON_MS, COUNT_MS))
    indexed = q.indexed and not q.short and is_keyed(q.view)
    if indexed and (few := in_time(db, index_ms, partial(by_index, db, q))):
        return few
    return answered_in_time(db, ms, partial(in_order, db, q, count_ms), TOO_MUCH)


def _exact(db: Session, q: Question) -> Found:
    """With all counted, when that can be done in time; else as many as are known."""
    hits = _found(db, q)
    count = in_time(db, EXACT_MS, lambda: count_of(db, q.of_parts(*q.fields), 0)) if hits.more else None
    return hits if count is None else replace(hits, count=count, more=False)


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
