"""One page of a list: its conditions, the keys of the page in their order, their rows, and a count that stops at a cap.

A list of millions, which says what of its scope and fields stands in an index (`ListView.indexed`), is read in its own
order while its beginning fills the page, else found by the index and sorted. Which of the two it is, the attempt tells
better than any estimate: an index that knows no order gives few rows quickly, an order gives what is common quickly.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from psycopg.errors import QueryCanceled
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    and_,
    any_,
    asc,
    bindparam,
    desc,
    false,
    func,
    literal,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from . import db as kit_db
from . import search, shapes
from .errors import BadInput, Refused
from .forms import whole
from .ordering import bounds, each, is_column, never_empty, order_by
from .permission import require
from .statements import Body, compiled
from .user import User

if TYPE_CHECKING:
    from .listview import ListView, Search

COUNT_CAP = 10_000  # nobody reads further; counting on costs 10 ms where the cap costs 1
FURTHER = 20_000  # when an index gives many, or none answers a text that many have
LIKELY = 4  # when a part of the page stands at the beginning, the rest stands not far behind it
COUNT_MS = 150  # what a page shows is counted so long, else it is «at least»
WALKED = 2_000  # rows at the beginning of a list of millions that are looked through for a page
DENSE = 10  # when a tenth of them is asked for, that is common in the list
COUNTED = COUNT_CAP  # rows of a list that is looked through, for its count or for a fragment too short for an index
FEW = COUNT_CAP  # rows that an index gives and that are sorted for a page
DEEPEST = 200_000
LONGEST = 1_000  # rows of one page: the client draws those in sight
EXACT_MS = 1_000  # an exact count may take so long
LEAST = 200  # are looked through however long it takes
BEGUN_MS = 120  # the beginning of a list is read so long for a text that too many records say
TURNED_MS = 100  # each statement of a list that is turned round, behind its beginning
Params = Mapping[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Question:
    """What somebody asks of a list, and which rows of the answer make the page."""

    view: "ListView"
    me: User
    scope: ColumnElement[bool]
    fields: Sequence[ColumnElement[bool]]  # what the search fields ask for
    by: Any  # what the page is sorted by, before its key
    down: bool
    size: int
    offset: int
    own_order: bool  # as the list itself is sorted, up or down
    turned: bool  # that order from its other end
    indexed: Sequence[ColumnElement[bool]] = ()  # what follows from scope and fields, and an index answers
    short: "Search | None" = None  # a field whose text is too short for any index
    sharp: bool = False  # the index is asked before the list is read in its order: few rows are asked for
    common: bool = False  # that text is not short, but stands in too many records to go through them
    ordered: bool = True  # an index holds the rows of each part of the scope in the order of the list
    parts: Sequence[ColumnElement[bool]] = ()  # of the scope; no row is in two of them

    @property
    def end(self) -> int:
        return self.offset + self.size

    @property
    def plain(self) -> Select[Any]:
        return self.view.source.where(*self.view.fixed, self.scope, *self.fields)

    def of_parts(self, *conditions: ColumnElement[bool]) -> list[Select[Any]]:
        """Rows with these conditions; no row is in two of the queries."""
        return [self.view.source.where(*self.view.fixed, one, *conditions) for one in self.parts]

    @property
    def exactly(self) -> ColumnElement[bool]:
        """All conditions as one value: what indexes answer is said by `indexed`, others shall not be asked for it."""
        return and_(*self.view.fixed, self.scope, *self.fields).is_(true())

    def first(self, queries: Sequence[Select[Any]], most: int, *columns: Any) -> Select[Any]:
        """The keys of the first rows of these queries in the order of the list; empty ones are left out."""
        way = desc if self.down else asc
        named = self.view.key.label("key"), self.by.label("sorted"), *columns
        filled = [self.by.is_not(None)] if self.down else []  # empty ones come last
        rows = [one.where(*filled).with_only_columns(*named, maintain_column_froms=True) for one in queries]
        firsts = [one.order_by(None).order_by(way(self.by), way(self.view.key)).limit(most) for one in rows]
        if len(firsts) == 1:
            return firsts[0]
        together = union_all(*firsts).subquery()
        return select(together).order_by(way(together.c.sorted), way(together.c.key)).limit(most)

    def walk(self, most: int) -> Select[Any]:
        """Keys at the beginning of the list, and whether each is asked for, as an index gives them."""
        inside: list[ColumnElement[bool]] = []
        outside: list[ColumnElement[bool]] = []
        for one in each(self.fields):  # a range of what the list is sorted by is where its order begins or ends
            (inside if bounds(one, self.by) else outside).append(one)
        if self.ordered:
            queries = self.of_parts(*inside)
        else:
            queries = [self.view.source.where(*self.view.fixed, *inside)]
            outside.append(self.scope)
        return self.first(queries, most, and_(true(), *outside).label("told"))

    def sorted(self, query: Select[Any], by: Any = None, key: Any = None) -> Select[Any]:
        order = order_by(self.by if by is None else by, self.view.key if key is None else key, down=self.down)
        return query.order_by(None).order_by(*order).limit(self.size).offset(self.offset)


@dataclass(frozen=True)
class Found:
    """The keys of a page, and how many there are; `more`: at least so many."""

    keys: Sequence[Any]
    count: int
    more: bool = False
    rows: Sequence[Any] | None = None  # where no index knows the keys
    note: str = ""  # what the reader must know of how far was looked


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
    number = q.offset // q.size + 1
    answer: shapes.Page = {
        "pageNo": number,
        "pageSize": q.size,
        "count": hits.count,
        "countCapped": hits.more,
        "list": rows,
    }
    if hits.note:
        answer["note"] = hits.note
    if view.segments:
        answer["segments"] = {} if hits.more else _segments(db, q, params)
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
    ((many, *sizes),) = _fetch(db, select(*counts).select_from(rows_of_each))
    return dict(zip((s.code for s in view.segments), sizes, strict=True)) if many <= COUNT_CAP else {}


def question(view: "ListView", db: Session, me: User, params: Params) -> Question:
    number = whole(params, "pageNo", 1, 1, 10_000_000)
    size = whole(params, "pageSize", view.page_size, 1, LONGEST)
    offset = (number - 1) * size
    if offset > DEEPEST:
        raise Refused("翻页过深，请增加查询条件或导出")
    searches = [s for s in view.search if s.is_given(params)]
    near = [(s, s.near(db, params, big=view.indexed is not None)) for s in searches]
    (by, down), (own, own_down) = view.sorted_by(params), view.sorted_by({})
    parts = view.parts(me)
    unserved = next((s for s, n in near if n is None and s.indexed), None)
    return Question(
        view,
        me,
        or_(*parts),
        view.asked(me, params),
        by,
        down,
        size,
        offset,
        by is own,
        by is own and down is not own_down,
        [*(view.indexed(me) if view.indexed else ()), *(n for _, n in near if n is not None)],
        unserved,
        any(s.sharp for s in searches),
        unserved is not None and bool(search.pieces(unserved.given(params))),
        view.ordered is None or view.ordered(me),
        parts,
    )


def _found(db: Session, q: Question) -> Found:
    if q.view.indexed is None:
        by_index = q.indexed and not q.short and _is_keyed(q.view)
        return (by_index and _by_index(db, q)) or _in_order(db, q)
    if not q.own_order:
        return _sorted_otherwise(db, q)
    if not q.fields and q.ordered:
        return _of_parts(db, q) or _by_index(db, q) or _in_order(db, q)
    quick = q.sharp and not q.short
    little = q.common and bool(q.me.unit_id)  # what one unit sees is looked through
    if (quick or little) and (few := _by_index(db, q)):
        return few
    if q.common and _is_long(db, q):
        return _no_further(db, q)
    if begun := _at_the_beginning(db, q):
        return begun
    if q.short and _is_long(db, q):
        raise BadInput(f"{q.short.label}：请多输入几个字（至少两个字或四位数字）", field=q.short.name)
    return _turned(db, q) if q.turned else _behind_the_beginning(db, q)


def _sorted_otherwise(db: Session, q: Question) -> Found:
    """By a column that no index holds: when few rows are left."""
    few = _by_index(db, q)
    if few is None and (q.indexed or _count(db, [q.plain], FEW) > FEW):
        raise Refused(f"结果多于{FEW:,}条，不能按此列排序，请先增加查询条件")
    return few or _in_order(db, q)


def _behind_the_beginning(db: Session, q: Question) -> Found:
    return (q.indexed and not q.short and _by_index(db, q, further=True)) or _in_order(db, q)


def _turned(db: Session, q: Question) -> Found:
    """From the other end of the list's order, whose beginning does not fill the page: when that is soon known."""
    found = _in_time(db, TURNED_MS, lambda: _behind_the_beginning(db, q))
    if found is None:
        raise Refused("数据太多，不能倒过来排序，请先增加查询条件，或按列表原来的次序看")
    return found


def _of_parts(db: Session, q: Question) -> Found | None:
    """Of a list that is asked for without fields; None where rows follow that are empty in what it is sorted by."""
    rows = q.first(q.of_parts(), q.end).subquery()
    keys = _keys(db, select(rows.c.key).offset(q.offset))
    if len(keys) == q.size:
        count = _count(db, q.of_parts(), COUNT_CAP)
        return Found(keys, min(count, COUNT_CAP), count > COUNT_CAP)
    if (q.down and not never_empty(q.by)) or (q.offset and not keys):
        return None
    return Found(keys, q.offset + len(keys))


def _in_order(db: Session, q: Question) -> Found:
    """As the list is sorted; counted up to the cap."""
    query, keyed = q.plain, _is_keyed(q.view)
    if not keyed:
        query = query.where(*q.indexed)
    # sums are made of all rows anyway: how many there are costs nothing more
    columns = [q.view.key.label("_key")] if keyed else [func.count().over().label("_many"), *_columns(q.view)]
    rows_asked = query.with_only_columns(*columns, maintain_column_froms=True)
    hits: Sequence[Any] = []
    # while rows that say something fill the page, an index read backwards gives it
    if q.down and is_column(q.by) and not never_empty(q.by):
        filled = rows_asked.where(q.by.is_not(None)).order_by(None).order_by(desc(q.by), desc(q.view.key))
        hits = _fetch(db, filled.limit(q.size).offset(q.offset))
    if len(hits) < q.size:
        hits = _fetch(db, q.sorted(rows_asked))
    keys, rows = [row[-1] for row in hits], None if keyed else [row[1:-1] for row in hits]
    if len(keys) < q.size and (keys or not q.offset):
        return Found(keys, q.offset + len(keys), rows=rows)
    count = hits[0][0] if rows else _count(db, [query], COUNT_CAP)
    return Found(keys, min(count, COUNT_CAP), count > COUNT_CAP, rows)


def _at_the_beginning(db: Session, q: Question) -> Found | None:
    """The page, when the beginning of the list fills it."""
    page = partial(_page_among, db, q, WALKED)
    # of what stands at the other end nothing may be in memory
    keys = _in_time(db, TURNED_MS, page) if q.turned else page()
    if keys is None:
        return None
    if len(keys) < q.size:
        likely = len(keys) * LIKELY >= q.size
        return _further(db, q, q.end) if likely else None
    common = _count(db, [_among_first(q, WALKED)], COUNT_CAP)
    if not q.fields or (common * DENSE >= WALKED and not _is_long(db, q)):
        queries = q.of_parts(*q.fields)
    elif common * DENSE < WALKED and q.indexed and not q.short:
        queries = [q.view.source.where(*q.indexed, q.exactly)]
    else:
        return Found(keys, max(common, q.end), more=True)
    count = _in_time(db, COUNT_MS, lambda: _count(db, queries, COUNT_CAP))
    if count is None:
        return Found(keys, max(common, q.end), more=True)
    return Found(keys, min(count, COUNT_CAP), count > COUNT_CAP)


def _further(db: Session, q: Question, at_least: int) -> Found | None:
    """The page, when ten times as many rows fill it."""
    keys = _page_among(db, q, FURTHER)
    return Found(keys, max(at_least, q.end), more=True) if len(keys) == q.size else None


def _no_further(db: Session, q: Question) -> Found:
    """Of a text that too many records say: what stands at the beginning of a long list, and how far it was read."""
    for read in (FURTHER, WALKED):
        keys = _in_time(db, BEGUN_MS, partial(_page_among, db, q, read))
        if keys is not None:
            break
    else:
        read, keys = LEAST, _page_among(db, q, LEAST)
    note = "" if len(keys) == q.size else f"只查了列表的前{read:,}条，要查其余的请多输入几位，或增加查询条件"
    return Found(keys, q.offset + len(keys), more=True, note=note)


def _among_first(q: Question, most: int) -> Select[Any]:
    """The keys of what is asked for among so many rows at the beginning."""
    begun = q.walk(most).subquery()
    return select(begun.c.key).where(begun.c.told)


def _page_among(db: Session, q: Question, most: int) -> list[str]:
    """The keys of the page, as far as so many rows at the beginning fill it."""
    return _keys(db, _among_first(q, most).limit(q.size).offset(q.offset))


def _is_long(db: Session, asked: Question) -> bool:
    """Whether what the user sees of the list is too much to be looked through."""
    return _count(db, asked.of_parts(), COUNTED) > COUNTED


def _by_index(db: Session, q: Question, *, further: bool = False) -> Found | None:
    """The page of what indexes find, sorted; None when that is too many.

    `further`: of too many, those found say up to which value the page reaches at most, and the index is asked again for
    what stands before that.
    """
    if not q.indexed:
        return None
    few = _hits(db, q, FEW)
    if few.many <= FEW:
        return Found(few.keys, few.many)
    if not further:
        return None
    if begun := _further(db, q, FEW):  # so many stand near the beginning
        return begun
    if few.upto is None:
        everything = _hits(db, q, 0)
        return Found(everything.keys, everything.many)
    upto = literal(few.upto, q.by.type)
    near = _hits(db, q, 0, q.by >= upto if q.down else q.by <= upto)
    return Found(near.keys, max(FEW, q.end), more=True)


class _Hits(NamedTuple):
    many: int
    upto: Any  # what the last row of the page is sorted by, among these
    keys: list[str]


def _hits(db: Session, q: Question, most: int, *before: ColumnElement[bool]) -> _Hits:
    """What indexes find, and of it the keys of the page; `most` and one more, when that is not 0."""
    hits = q.view.source.where(*q.indexed, *before, q.exactly).with_only_columns(
        q.view.key.label("key"), q.by.label("sorted"), maintain_column_froms=True
    )
    near = (hits.limit(most + 1) if most else hits).cte("found").prefix_with("MATERIALIZED", dialect="postgresql")
    many = select(func.count()).select_from(near).scalar_subquery()
    last = q.sorted(select(near.c.sorted), near.c.sorted, near.c.key).limit(1).offset(q.end - 1)
    picked = q.sorted(select(near.c.key), near.c.sorted, near.c.key)
    ((count, upto, keys),) = _fetch(db, select(many, last.scalar_subquery(), func.array(picked.scalar_subquery())))
    return _Hits(count, upto, keys)


def _exact(db: Session, q: Question) -> Found:
    """With all counted, when that can be done in time; else as many as are known."""
    hits = _found(db, q)
    if not hits.more:
        return hits
    count = _in_time(db, EXACT_MS, lambda: _count(db, q.of_parts(*q.fields), 0))
    return hits if count is None else Found(hits.keys, count)


def _in_time(db: Session, ms: int, ask: Callable[[], T]) -> T | None:
    """The answer, when none of its statements takes longer than so many milliseconds."""
    try:
        with kit_db.link(db).transaction():
            kit_db.fetch(db, f"SET LOCAL statement_timeout = '{ms}ms'", None)
            answer = ask()
            # what else the request asks may take longer
            kit_db.fetch(db, "SET LOCAL statement_timeout TO DEFAULT", None)
            return answer
    except DBAPIError as stopped:
        if not isinstance(stopped.orig, QueryCanceled):
            raise
        return None


def _keys(db: Session, query: Select[Any]) -> list[str]:
    return [key for (key,) in _fetch(db, query)]


def _count(db: Session, queries: Sequence[Select[Any]], cap: int) -> int:
    """How many rows of queries that share none; `cap` and one more at most, when there is a cap."""
    one = literal(1).label("one")
    ones = [query.with_only_columns(one, maintain_column_froms=True).order_by(None) for query in queries]
    together: Any = union_all(*ones) if len(ones) > 1 else ones[0]
    rows = (together.limit(cap + 1) if cap else together).subquery()
    ((count,),) = _fetch(db, select(func.count()).select_from(rows))
    return int(count)


def _fetch(db: Session, query: Select[Any]) -> Sequence[Any]:
    asked = compiled(query)
    return kit_db.fetch(db, asked.sql, asked.values)


def _is_keyed(view: "ListView") -> bool:
    """Whether a row is the same when it is read again by its key alone; a sum is one only of the rows asked for."""
    return is_column(view.key) and not view.source._group_by_clauses


def _columns(view: "ListView") -> list[Any]:
    return [*(c.expr.label(c.name) for c in view.columns), view.key.label("_key")]


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
    return compiled(view.source.where(wanted).with_only_columns(*_columns(view), maintain_column_froms=True))
