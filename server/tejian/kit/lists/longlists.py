"""A list of millions, which says what of its scope and fields stands in an index (`ListView.indexed`).

It is read in its own order while its beginning fills the page, else found by the index and sorted. Which of the two it
is, the attempt tells better than any estimate: an index that knows no order gives few rows quickly, an order gives what
is common quickly. `WAYS` is the whole decision; docs/lists.md tells each with what was measured.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Select, literal, select
from sqlalchemy.orm import Session

from tejian.kit.database.statements import answered_in_time, fetch, in_time
from tejian.kit.ground.errors import BadInput, Refused

from .listkeys import COUNT_CAP, SORTABLE, Found, by_index, by_selective, count_of, in_order, matches_by_index
from .listquestion import KEY, MATCHES, Question
from .ordering import never_empty

# rows
SELECTIVE_ROWS = 2_000  # of what is selective an index gives no more; else the beginning of the list says it soon
BEGINNING = 2_000  # rows at the beginning of a list of millions that are looked through for a page
FURTHER = 20_000  # of what no index finds soon
LEAST = 200  # are looked through however long it takes
COMMON_SHARE = 10  # when a tenth of the beginning matches, that is common in the list
SHORT_LIST = COUNT_CAP  # rows of a list that is looked through for a text that no index answers
# milliseconds of a statement
SELECTIVE_MS = 100  # what is selective is found so soon, or it is not
INDEX_MS = 350  # what an index finds is sorted so long: with what is read instead, half a second
OTHER_ORDER_MS = 230  # it is sorted by another column so long, or a part of it searched by what no index knows
OTHER_END_MS = 100  # it is read from its other end so long: nothing of that may be in memory
BEGINNING_MS = 120  # the beginning is read so long for a text that too many records say
TOO_MUCH = "数据太多，请先增加查询条件，或按列表原来的次序看"
NOT_FROM_OTHER_END = "数据太多，不能倒过来排序，请先增加查询条件，或按列表原来的次序看"


@dataclass(frozen=True)
class Way:
    """One way to a page: of which questions, and what it finds; None sends the question on to the next way."""

    of: Callable[[Session, Question], bool]
    find: Callable[[Session, Question], Found | None]


def found(db: Session, q: Question) -> Found:
    """The keys of the page, and how many there are, or at least how many."""
    pages = (page for way in WAYS if way.of(db, q) and (page := way.find(db, q)))
    return next(pages)  # the last way always finds


# -- of which questions ------------------------------------------------------------------------------------------


def _is_any(_db: Session, _q: Question) -> bool:
    return True


def _wants_other_order(_db: Session, q: Question) -> bool:
    return not q.own_order


def _asks_nothing(_db: Session, q: Question) -> bool:
    return q.is_unfiltered


def _has_number(_db: Session, q: Question) -> bool:
    return bool(q.selective) and not q.unanswered and q.has_number


def _is_selective(_db: Session, q: Question) -> bool:
    return bool(q.selective) and not q.unanswered


def _is_common_text(db: Session, q: Question) -> bool:
    return q.common_text and _is_long(db, q)


def _is_too_short(db: Session, q: Question) -> bool:
    return bool(q.unanswered) and _is_long(db, q)


def _is_from_other_end(_db: Session, q: Question) -> bool:
    return q.from_other_end


def _is_long(db: Session, q: Question) -> bool:
    """Whether what the user sees of the list is too much to be looked through."""
    return count_of(db, q.of_parts(), SHORT_LIST) > SHORT_LIST


# -- the ways ----------------------------------------------------------------------------------------------------


def _in_other_order(db: Session, q: Question) -> Found:
    """By a column that no index holds: in a large table when few rows are left."""
    ms = q.view.limited(db, OTHER_ORDER_MS)
    if ms and q.common_text:  # each row would be judged
        raise Refused(TOO_MUCH)
    return answered_in_time(db, ms, partial(_sorted, db, q, few=bool(ms)), TOO_MUCH)


def _sorted(db: Session, q: Question, *, few: bool) -> Found:
    if page := by_index(db, q):
        return page
    if few and (q.indexed or count_of(db, [q.plain], SORTABLE) > SORTABLE):
        raise Refused(f"结果多于{SORTABLE:,}条，不能按此列排序，请先增加查询条件")
    return in_order(db, q)


def _as_it_opens(db: Session, q: Question) -> Found:
    """The list without fields, part by part of the scope; sorted where rows follow that are empty in its order."""
    rows = q.first(q.of_parts(), q.end).subquery()
    keys = [key for (key,) in fetch(db, select(KEY).select_from(rows).offset(q.offset))]
    if len(keys) == q.size:
        return Found(keys, q.end, more=True, uncounted=q.of_parts())
    if (q.down and not never_empty(q.by)) or (q.offset and not keys):
        return by_index(db, q) or in_order(db, q)
    return Found(keys, q.offset + len(keys))


def _by_number(db: Session, q: Question) -> Found | None:
    return in_time(db, SELECTIVE_MS, partial(by_selective, db, q, SELECTIVE_ROWS))


def _by_selective_and_scope(db: Session, q: Question) -> Found | None:
    # of a small table too: another way follows
    return in_time(db, SELECTIVE_MS, partial(by_index, db, q, SELECTIVE_ROWS))


def _by_the_rest(db: Session, q: Question) -> Found:
    """Of a text that too many records say: among what the other fields leave, or what one unit sees; else at the
    beginning of the list."""
    few = partial(by_index, db, q)
    if (q.by_fields or q.me.unit_id) and (page := in_time(db, q.view.limited(db, SELECTIVE_MS), few)):
        return page
    return _as_far_as_read(db, q)


def _as_far_as_read(db: Session, q: Question) -> Found:
    """Of what no index finds soon: what stands at the beginning of a long list, and how far it was read."""
    for read in (FURTHER, BEGINNING):
        keys = in_time(db, BEGINNING_MS, partial(_page_among, db, q, read))
        if keys is not None:
            break
    else:
        read, keys = LEAST, _page_among(db, q, LEAST)
    note = "" if len(keys) == q.size else f"只查了列表的前{read:,}条，要查其余的请多输入几位，或增加查询条件"
    return Found(keys, q.offset + len(keys), more=True, note=note)


def _at_the_beginning(db: Session, q: Question) -> Found | None:
    """The page, when the beginning of the list fills it."""
    keys = in_time(db, OTHER_END_MS if q.from_other_end else 0, partial(_page_among, db, q, BEGINNING))
    if keys is None or len(keys) < q.size:
        return None
    many, queries = _to_count(db, q)
    return Found(keys, max(many, q.end), more=True, uncounted=queries)


def _more_to_type(_db: Session, q: Question) -> Found:
    assert q.unanswered
    raise BadInput(f"{q.unanswered.label}：请多输入几个字（至少两个字或四位数字）", field=q.unanswered.name)


def _from_other_end(db: Session, q: Question) -> Found:
    """From the other end of the list's order, whose beginning does not fill the page: when that is soon known."""
    find = partial(_through_index if q.is_indexed else in_order, db, q)
    return answered_in_time(db, q.view.limited(db, OTHER_END_MS), find, NOT_FROM_OTHER_END)


def _behind_the_beginning(db: Session, q: Question) -> Found:
    """By the index, or of the whole list where none answers: in time, else as far as it is read."""
    find = partial(_through_index if q.is_indexed else in_order, db, q)
    return in_time(db, q.view.limited(db, INDEX_MS), find) or _as_far_as_read(db, q)


WAYS = (
    Way(_wants_other_order, _in_other_order),
    Way(_asks_nothing, _as_it_opens),
    Way(_has_number, _by_number),
    Way(_is_selective, _by_selective_and_scope),
    Way(_is_common_text, _by_the_rest),
    Way(_is_any, _at_the_beginning),
    Way(_is_too_short, _more_to_type),
    Way(_is_from_other_end, _from_other_end),
    Way(_is_any, _behind_the_beginning),
)


# -- what they are made of ---------------------------------------------------------------------------------------


def _to_count(db: Session, q: Question) -> tuple[int, Sequence[Select[Any]]]:
    """How many there are at least of what the beginning gives, and the queries by which they are soon counted."""
    if not q.fields:
        return q.end, q.of_parts()
    many = count_of(db, [_among_first(q, BEGINNING)], 0)
    if many * COMMON_SHARE >= BEGINNING:  # whatever is read first, much of it matches
        return many, q.of_parts(*q.fields)
    return many, q.by_indexes() if q.is_indexed else ()


def _among_first(q: Question, most: int) -> Select[Any]:
    """The keys of what matches among so many rows at the beginning."""
    rows = q.beginning(most).subquery()
    return select(KEY).select_from(rows).where(MATCHES)


def _page_among(db: Session, q: Question, most: int) -> list[str]:
    """The keys of the page, as far as so many rows at the beginning fill it."""
    return [key for (key,) in fetch(db, _among_first(q, most).limit(q.size).offset(q.offset))]


def _through_index(db: Session, q: Question) -> Found:
    """The page of what indexes find, however many that are.

    Of too many, those found say up to which value the page reaches at most, and the index is asked again for what
    stands before that.
    """
    few = matches_by_index(db, q, SORTABLE)
    if few.count <= SORTABLE:
        return few
    if few.upto is None:
        return matches_by_index(db, q, 0)
    upto = literal(few.upto, q.by.type)
    near = matches_by_index(db, q, 0, q.by >= upto if q.down else q.by <= upto)
    return Found(near.keys, max(SORTABLE, q.end), more=True)
