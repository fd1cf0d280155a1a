"""One page of a list in few and cheap statements: what each of two million devices' readers does all day.

The text of a list's columns and orders is made once (`listsql`); of a request only its conditions are compiled, and the
rows come from the driver without the ORM, which would cost ten times as much as the rows themselves.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, and_, literal, or_
from sqlalchemy.orm import Session

from . import db as kit_db
from .errors import Refused
from .forms import whole
from .listsql import (
    NULLS_LAST,
    Place,
    Question,
    behind,
    body,
    kept_question,
    order_of,
    question,
    selecting,
    texts_of,
    with_keys,
)
from .permission import require
from .search import Way
from .statements import Body, asks_others, compiled, union
from .user import User

if TYPE_CHECKING:
    from .listview import ListView

COUNT_CAP = 10_000  # nobody reads further; counting on costs 10 ms where the cap costs 1
FOUND_CAP = 2_000  # the same for what a fragment finds
WALKED = 2_000  # rows at the beginning of a list that are looked through before an index is asked
WALKED_FAR = 200  # the same when each row has to ask other tables
DENSE = 5  # when a fifth of a page stands there already, walking on is quicker than the way through other tables
THROUGH = 5_000  # rows of another table through which a way goes before walking is quicker
FAR = 20_000  # rows of a list that are walked through before an index is asked again
DEEP = 1_000  # from this offset on, keys are fetched before rows
DEEPEST = 200_000
LONGEST = 1_000  # rows of one page: the client draws those in sight
EXACT_SECONDS = 15  # an exact count may take so long
FULL_FOR = 60.0  # seconds for which a list that had more rows than are counted is not counted again


def page(view: "ListView", db: Session, me: User, params: Mapping[str, Any]) -> dict[str, Any]:
    """One page as the contract shapes it."""
    require(me, view.permission)
    number = whole(params, "pageNo", 1, 1, 10_000_000)
    size = whole(params, "pageSize", view.page_size, 1, LONGEST)
    offset = (number - 1) * size
    if offset > DEEPEST:
        raise Refused("翻页过深，请增加查询条件或导出")
    narrowed = any(s.given(params) for s in view.search)
    at, exact = Place(order_of(view, params), size, offset, narrowed), params.get("exactCount") == "1"
    found = None if exact else _found(view, db, me, params, at)
    if found and found.rows is not None:
        rows, count, capped = found.rows, found.count, found.more
    elif found and found.asked:
        rows = _sorted(view, db, found.asked, at)
        count, capped = max(found.count, at.end), True
        if len(rows) < size:  # else counting would read on and on: whoever wants to know asks for it
            count, capped = _counted(db, found.asked, rows, at, exact)
    else:
        asked = kept_question(view, me, params)
        rows = _sorted(view, db, asked, at)
        count, capped = _counted(db, asked, rows, at, exact)
    dressed = view.dressed(db, me, rows, view.columns)
    return {"pageNo": number, "pageSize": size, "count": count, "countCapped": capped, "list": dressed}


@dataclass(frozen=True)
class Found:
    """What a fragment finds: the rows of the page when it finds few, else the question for walking the list in its
    order."""

    rows: Sequence[Any] | None = None
    count: int = 0  # how many there are for certain
    more: bool = False  # there may be others behind these in the order of the list
    asked: Question | None = None


@dataclass(frozen=True)
class Many:
    """What is too much to be sorted."""

    questions: Sequence[int]  # which of them find any
    upto: Any  # what the last row of the page is sorted by at most: some of many found say so; None if none says it


def _found(view: "ListView", db: Session, me: User, params: Mapping[str, Any], at: Place) -> Found | None:
    """What the first field with ways of its own finds, or the parts of the user's scope; None when there is neither.

    Few rows are best fetched by an index and sorted, many by walking the list: which it is, the search itself tells
    better than any estimate. A way that finds nothing is not asked again.
    """
    asked = next((s for s in view.search if s.ways and s.given(params)), None)
    parts = view.parts(me) if view.parts else ()
    if asked is None or asked.ways is None:
        own = _by_parts(view, db, params, me, parts, at) if parts else None
        return Found(asked=kept_question(view, own, params), count=FOUND_CAP) if isinstance(own, User) else own
    if parts:
        own = _by_parts(view, db, {}, me, parts, at)
        if isinstance(own, User) and own is not me:  # all that he may see is one part, which has an order of its own
            me, parts = own, ()
    query, ways = cache(lambda: view.query(me, params, but=asked)), asked.ways(asked.given(params))
    if not all(w.quick for w in ways):
        return Found(asked=_in_order(view, query(), ways, params))
    dense = False
    beginnings = all(w.find is w.in_order for w in ways)  # of codes: the index is the shortest way in any case
    if not (beginnings or parts or params.get("orderBy") or view.asked(params, but=asked)):
        keys, passed = _walked(view, db, query(), ways)
        if passed or len(keys) >= at.end:
            begun = Body("SELECT unnest(%(keys)s::text[]) AS key", {"keys": keys})
            return Found(_rows(view, db, begun, at.rest), len(keys), not passed)
        dense = len(keys) * DENSE >= at.end and any(asks_others(w.in_order) for w in ways)
    if dense or _common(db, ways):
        return Found(asked=_in_order(view, query(), ways, params))
    scope = view.scope_pieces(me) if view.scope_pieces else ()
    finds = [w.within(scope) if w.within and scope else w.find for w in ways]
    rest = {name: value for name, value in params.items() if name != asked.name}

    def asking(find: Any) -> Body:
        return behind(view, me, rest, find) or body(view, query().where(find))

    steady = beginnings and not params.get("orderBy")  # the index holds what the list itself is sorted by
    found = _few(view, db, [asking(find) for find in finds], at, steady=steady)
    if isinstance(found, Found):
        return found
    if found.upto is not None:
        by, down = view.sorted_by(params)
        upto = literal(found.upto, by.type)
        before = by >= upto if down else by <= upto
        if _is_far(db, asking(before)):
            near = _few(view, db, [asking(and_(finds[i], before)) for i in found.questions], at, most=FAR)
            if isinstance(near, Found):
                return Found(near.rows, max(near.count, FOUND_CAP), more=True)
    return Found(asked=_in_order(view, query(), [ways[i] for i in found.questions], params), count=FOUND_CAP)


def _is_far(db: Session, before: Body) -> bool:
    """Whether so many rows of the list stand before a place that walking there is slow."""
    return _many(db, Body(selecting(before, "1", f" LIMIT {FAR + 1}"), before.values)) > FAR


def _many(db: Session, asked: Body) -> int:
    """How many rows a statement gives."""
    ((many,),) = kit_db.fetch(db, f"SELECT count(*) FROM ({asked.sql}) AS counted", asked.values)
    return int(many)


def _in_order(view: "ListView", query: Select[Any], ways: Sequence[Way], params: Mapping[str, Any]) -> Question:
    return question(view, query.where(or_(*(w.in_order for w in ways))), params)


def _common(db: Session, ways: Sequence[Way]) -> bool:
    """Whether a way goes through so many rows of another table that walking the list is quicker."""
    through = (compiled(w.through.limit(THROUGH + 1)) for w in ways if w.through is not None)
    return any(_many(db, asked) > THROUGH for asked in through)


def _by_parts(
    view: "ListView", db: Session, params: Mapping[str, Any], me: User, parts: Sequence[User], at: Place
) -> Found | User:
    """By the parts of a user's scope: the page of what is few, else whose part has all of it, or himself.

    That one of the parts has many rows is believed for a moment, that others have none is not.
    """
    whole, now = kept_question(view, me, params), time.monotonic()
    asked = [kept_question(view, part, params).here for part in parts]
    if whole.part and now < whole.full[1]:
        others = [one for one, part in zip(asked, parts, strict=True) if part != whole.part]
        few = _few(view, db, others, at) if others else Found()
        if isinstance(few, Found) and not few.count:
            return whole.part
    found = _few(view, db, asked, at)
    if isinstance(found, Found):
        return found
    if len(found.questions) > 1:
        return me
    whole.part, whole.full = parts[found.questions[0]], (FOUND_CAP, now + FULL_FOR)
    return whole.part


def _few(
    view: "ListView", db: Session, bodies: Sequence[Body], at: Place, *, most: int = 0, steady: bool = False
) -> Found | Many:
    """The page of what questions find together, when that is few; by one statement.

    What the page is sorted by is found with the keys, so that only the rows of the page are read by them.
    """
    texts, order, most = texts_of(view), at.order, most or FOUND_CAP
    columns, limit = f"{texts.key}, {order.by}", f" LIMIT {most + 1}"
    found = union(
        Body(selecting(one, f"{columns}, {i} AS question", limit), one.values) for i, one in enumerate(bodies)
    )
    each = "found" if len(bodies) == 1 else "(SELECT DISTINCT key, sorted FROM found) AS each"
    page = with_keys(view, "SELECT key FROM picked", texts.columns, f" ORDER BY {order.sql}")
    sql = (
        f"WITH found AS MATERIALIZED ({found.sql}), told AS MATERIALIZED"
        " (SELECT count(DISTINCT key) AS many, array_agg(DISTINCT question) AS questions FROM found),"
        f" picked AS (SELECT key FROM {each} WHERE (SELECT many FROM told) <= {most}"
        f" ORDER BY {order.named} {at.limits})"
        f" SELECT page.*, (SELECT sorted FROM {each} WHERE (SELECT many FROM told) > {most}"
        f" ORDER BY {order.named} LIMIT 1 OFFSET {at.end - 1}), told.many, told.questions FROM told"
        f" LEFT JOIN LATERAL ({page.sql}) AS page ON true"
    )
    rows = kit_db.fetch(db, sql, {**found.values, **page.values}, steady=steady)
    *_, upto, many, questions = rows[0]
    if many > most:
        return Many(questions, upto)
    return Found([row[:-3] for row in rows] if many > at.offset else [], many)


def _walked(view: "ListView", db: Session, query: Select[Any], ways: Sequence[Way]) -> tuple[Sequence[Any], bool]:
    """What is found at the beginning of the list, and whether that is the whole list: of what is common that fills a
    page, where an index would go through hundreds of thousands of rows first."""
    near = [w.in_order for w in ways if not asks_others(w.in_order)]
    far = [w.in_order for w in ways if asks_others(w.in_order)]
    most = WALKED_FAR if far else WALKED
    said = or_(*near, *far).label("said")
    begin = compiled(query.with_only_columns(view.key.label("key"), said, maintain_column_froms=True).order_by(None))
    sql = f"{begin.sql} ORDER BY {order_of(view, {}).sql} LIMIT {most}"
    counted = f"SELECT coalesce(array_agg(key) FILTER (WHERE said), '{{}}'), count(*) FROM ({sql}) AS begun"
    ((keys, passed),) = kit_db.fetch(db, counted, begin.values)
    return keys, passed < most


def _sorted(view: "ListView", db: Session, asked: Question, at: Place) -> Sequence[Any]:
    """The rows of a page. Rows that say nothing come last: while others fill the page, an index gives it."""
    if asked.told:
        told = replace(at.order, sql=at.order.sql.replace(NULLS_LAST, ""))
        rows = _read(view, db, asked.told, replace(at, order=told))
        if len(rows) == at.size:
            return rows
    return _read(view, db, asked.here, at)


def _read(view: "ListView", db: Session, here: Body, at: Place) -> Sequence[Any]:
    """The rows of a page; their keys first where it is not the beginning of the list: an index may tell them alone."""
    texts = texts_of(view)
    if not texts.keyed or (at.offset < DEEP and not at.narrowed):
        return kit_db.fetch(db, selecting(here, texts.columns, at.rest), here.values)
    keys = Body(selecting(here, texts.key, at.rest), here.values)
    return _rows(view, db, keys, f" ORDER BY {at.order.sql}")


def _rows(view: "ListView", db: Session, keys: Body, rest: str) -> Sequence[Any]:
    found = with_keys(view, keys.sql, texts_of(view).columns, rest)
    return kit_db.fetch(db, found.sql, {**keys.values, **found.values})


def _counted(db: Session, asked: Question, rows: Sequence[Any], at: Place, exact: bool) -> tuple[int, bool]:
    """How many rows there are, and whether counting stopped at the cap. A page that is not full needs no counting, and
    what had more rows than the cap a moment ago is not counted up to it again."""
    if len(rows) < at.size and (rows or at.offset == 0):
        return at.offset + len(rows), False
    if exact:
        with kit_db.link(db).transaction():
            kit_db.fetch(db, f"SET LOCAL statement_timeout = '{EXACT_SECONDS}s'", None)
            return kit_db.fetch(db, selecting(asked.here, "count(*)"), asked.here.values)[0][0], False
    now, cap = time.monotonic(), COUNT_CAP
    if asked.full[0] == cap and now < asked.full[1]:
        return cap, True
    found = _many(db, Body(selecting(asked.here, "1", f" LIMIT {cap + 1}"), asked.here.values))
    if found > cap:
        asked.full = cap, now + FULL_FOR
    return min(found, cap), found > cap
