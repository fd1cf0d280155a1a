"""What somebody asks of a list: its conditions, its order, and which rows of the answer make the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, and_, asc, column, desc, or_, select, true, union_all
from sqlalchemy.orm import Session

from tejian.kit.forms.form import whole
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from . import search
from .facets import narrowest, narrowing
from .ordering import bounds, each, order_by

if TYPE_CHECKING:
    from .listview import ListView, Search

DEEPEST = 200_000
LONGEST = 1_000  # rows of one page: the client draws those in sight
# Columns of the query that finds the keys, as one made of it names them: asking it for them costs as much as the answer
KEY: Any = column("key")
SORTED: Any = column("sorted")
MATCHES: Any = column("matches")
Params = Mapping[str, Any]


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
    from_other_end: bool  # in that order, read backwards
    by_fields: Sequence[ColumnElement[bool]] = ()  # what follows from the fields, and an index answers
    unanswered: "Search | None" = None  # a field whose text no index answers
    # of a field that finds few by its nature (a number, a unit by its name) what an index answers
    selective: Sequence[ColumnElement[bool]] = ()
    has_number: bool = False  # what is typed there has figures: its own index finds so little that all of it is judged
    common_text: bool = False  # the unanswered text is long enough, but stands in too many records to go through them
    ordered: bool = True  # an index holds the rows of each part of the scope in the order of the list
    parts: Sequence[ColumnElement[bool]] = ()  # of the scope; no row is in two of them

    @cached_property
    def indexed(self) -> list[ColumnElement[bool]]:
        """What follows from scope and fields, and an index answers."""
        return narrowest([*(self.view.indexed(self.me) if self.view.indexed else ()), *self.by_fields])

    @property
    def is_indexed(self) -> bool:
        """Whether an index answers all of it together."""
        return bool(self.indexed) and not self.unanswered

    @property
    def is_unfiltered(self) -> bool:
        """Whether it asks for the list as it opens, which an index holds in its order."""
        return not self.fields and self.own_order and self.ordered

    @property
    def end(self) -> int:
        return self.offset + self.size

    @property
    def plain(self) -> Select[Any]:
        return self.view.source.where(*self.view.fixed, self.scope, *self.fields)

    def by_indexes(self, *conditions: ColumnElement[bool]) -> list[Select[Any]]:
        """Rows that indexes find, no row in two queries; all that is asked is one value, which asks no other index."""
        parts = zip(self.parts, self.view.indexed_parts(self.me), strict=False)
        asked = [(part, narrowest([one, *self.by_fields])) for part, one in parts] or [(self.scope, self.indexed)]
        rest = *self.view.fixed, *self.fields
        return [self.view.source.where(*index, *conditions, and_(part, *rest).is_(true())) for part, index in asked]

    def of_parts(self, *conditions: ColumnElement[bool]) -> list[Select[Any]]:
        """Rows with these conditions; no row is in two of the queries."""
        return [self.view.source.where(*self.view.fixed, one, *conditions) for one in self.parts]

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
        return select(together).order_by(way(SORTED), way(KEY)).limit(most)

    def beginning(self, most: int) -> Select[Any]:
        """Keys at the beginning of the list, as an index gives them, and whether each matches what is asked."""
        conditions = list(each(self.fields))
        inside = [one for one in conditions if bounds(one, self.by)]  # where the order of the list begins or ends
        outside = [one for one in conditions if not bounds(one, self.by)]
        if self.ordered:
            queries = self.of_parts(*inside)
        else:
            queries = [self.view.source.where(*self.view.fixed, *inside)]
            outside.append(self.scope)
        return self.first(queries, most, and_(true(), *outside).label("matches"))

    def sorted(self, query: Select[Any], by: Any = None, key: Any = None) -> Select[Any]:
        order = order_by(self.by if by is None else by, self.view.key if key is None else key, down=self.down)
        return query.order_by(None).order_by(*order).limit(self.size).offset(self.offset)


def question(view: "ListView", db: Session, me: User, params: Params) -> Question:
    size = whole(params, "pageSize", view.page_size, 1, LONGEST)
    offset = (whole(params, "pageNo", 1, 1, 10_000_000) - 1) * size
    if offset > DEEPEST:
        raise Refused("翻页过深，请增加查询条件或导出")
    searches = [s for s in view.search if s.is_given(params)]
    answers = [(s, s.answer(db, params, big=view.is_of_millions)) for s in searches]
    (by, down), (own, own_down) = view.sorted_by(params), view.sorted_by({})
    parts = view.parts(me)
    segment = view.part(params)
    of_segment = [segment.facet()] if segment and segment.facet and view.indexed else []
    unanswered = next((s for s, one in answers if one is None and s.indexed), None)
    selective = [(s, one) for s, one in answers if one and one.few]
    return Question(
        view,
        me,
        or_(*parts),
        view.asked(me, params),
        by,
        down,
        size,
        offset,
        own_order=by is own,
        from_other_end=by is own and down is not own_down,
        by_fields=narrowing(db, [*of_segment, *(one.condition for _, one in answers if one)]),
        unanswered=unanswered,
        selective=[one.condition for _, one in selective],
        has_number=any(s.selective and any(letter.isdigit() for letter in s.given(params)) for s in searches),
        common_text=unanswered is not None and bool(search.pieces(unanswered.given(params))),
        ordered=view.ordered is None or view.ordered(me),
        parts=parts,
    )
