"""A list of millions, which says what of its scope and fields stands in an index (`ListView.indexed`).

It is read in its own order while its beginning fills the page, else found by the index and sorted. Which of the two it
is, the attempt tells better than any estimate: an index that knows no order gives few rows quickly, an order gives what
is common quickly.
"""

from functools import partial
from typing import Any

from sqlalchemy import Select, literal, select
from sqlalchemy.orm import Session

from tejian.kit.database.statements import answered_in_time, fetch, in_time
from tejian.kit.ground.errors import BadInput, Refused

from .listkeys import COUNT_CAP, FEW, Found, by_index, by_sharp, capped, count_of, hits, in_order
from .listquestion import KEY, TOLD, Question
from .ordering import never_empty

SHARP = 2_000  # a text of which an index gives more is no number: the beginning of the list says it soon
FURTHER = 20_000  # when an index gives many, or none answers a text that many have
LIKELY = 4  # when a part of the page stands at the beginning, the rest stands not far behind it
COUNT_MS = 60  # what a page shows is counted so long, else it is «at least»
WALKED = 2_000  # rows at the beginning of a list of millions that are looked through for a page
DENSE = 10  # when a tenth of them is asked for, that is common in the list
COUNTED = COUNT_CAP  # rows of a list that is looked through, for its count or for a fragment too short for an index
LEAST = 200  # are looked through however long it takes
BEGUN_MS = 120  # the beginning of a list is read so long for a text that too many records say
TOO_MUCH = "数据太多，请先增加查询条件，或按列表原来的次序看"
SOON_MS = 230  # it is sorted by another column, or a part of it searched by what no index knows, so long
TURNED_MS = 100  # each statement of a list that is turned round: nothing of its other end may be in memory


def found(db: Session, q: Question) -> Found:
    """The keys of the page, and how many there are, or at least how many."""
    if not q.own_order:
        ms = q.view.limited(db, SOON_MS)
        if ms and q.common:  # each row would be judged
            raise Refused(TOO_MUCH)
        return answered_in_time(db, ms, partial(_sorted_otherwise, db, q, few=bool(ms)), TOO_MUCH)
    if not q.fields and q.ordered:
        return _of_parts(db, q) or by_index(db, q) or in_order(db, q)
    little = q.common and bool(q.me.unit_id)  # what one unit sees is looked through
    sharp = bool(q.sharp) and not q.short
    if sharp and q.is_number and (few := by_sharp(db, q, SHARP)):
        return few
    if (sharp or little) and (few := by_index(db, q, 0 if little else SHARP)):
        return few
    if q.common and _is_long(db, q):
        return _no_further(db, q)
    if begun := _at_the_beginning(db, q):
        return begun
    if q.short and _is_long(db, q):
        raise BadInput(f"{q.short.label}：请多输入几个字（至少两个字或四位数字）", field=q.short.name)
    return _turned(db, q) if q.turned else _behind_the_beginning(db, q)


def _sorted_otherwise(db: Session, q: Question, *, few: bool) -> Found:
    """By a column that no index holds: in a large table when `few` rows are left."""
    if found := by_index(db, q):
        return found
    if few and (q.indexed or count_of(db, [q.plain], FEW) > FEW):
        raise Refused(f"结果多于{FEW:,}条，不能按此列排序，请先增加查询条件")
    return in_order(db, q)


def _behind_the_beginning(db: Session, q: Question) -> Found:
    return (q.indexed and not q.short and _through_index(db, q)) or in_order(db, q)


def _turned(db: Session, q: Question) -> Found:
    """From the other end of the list's order, whose beginning does not fill the page: when that is soon known."""
    sentence = "数据太多，不能倒过来排序，请先增加查询条件，或按列表原来的次序看"
    return answered_in_time(db, q.view.limited(db, TURNED_MS), lambda: _behind_the_beginning(db, q), sentence)


def _of_parts(db: Session, q: Question) -> Found | None:
    """Of a list that is asked for without fields; None where rows follow that are empty in what it is sorted by."""
    rows = q.first(q.of_parts(), q.end).subquery()
    keys = [key for (key,) in fetch(db, select(KEY).select_from(rows).offset(q.offset))]
    if len(keys) == q.size:
        return capped(keys, count_of(db, q.of_parts(), COUNT_CAP))
    if (q.down and not never_empty(q.by)) or (q.offset and not keys):
        return None
    return Found(keys, q.offset + len(keys))


def _at_the_beginning(db: Session, q: Question) -> Found | None:
    """The page, when the beginning of the list fills it."""
    keys = in_time(db, TURNED_MS if q.turned else 0, partial(_page_among, db, q, WALKED))
    if keys is None:
        return None
    if len(keys) < q.size:
        near = len(keys) * LIKELY >= q.size and (q.turned or q.short or not q.indexed)  # else an index tells it as soon
        return _further(db, q, q.end) if near else None
    many, queries = _to_count(db, q)
    count = in_time(db, COUNT_MS, lambda: count_of(db, queries, COUNT_CAP)) if queries else None
    return Found(keys, max(many, q.end), more=True) if count is None else capped(keys, count)


def _to_count(db: Session, q: Question) -> tuple[int, list[Select[Any]]]:
    """How many there are at least of what the beginning gives, and the queries by which they are soon counted."""
    by_keys = q.by_indexes() if q.indexed and not q.short else []
    if q.sharp and by_keys:  # the index has found so many of it already
        dense = len(_page_among(db, q, q.size * DENSE + q.offset)) == q.size
        return SHARP, [] if dense and _is_long(db, q) else by_keys
    many = count_of(db, [_among_first(q, WALKED)], COUNT_CAP)
    if not q.fields:
        return many, q.of_parts()
    if many * DENSE < WALKED:
        return many, by_keys
    return many, [] if _is_long(db, q) else q.of_parts(*q.fields)


def _further(db: Session, q: Question, at_least: int) -> Found | None:
    """The page, when ten times as many rows fill it."""
    keys = _page_among(db, q, FURTHER)
    return Found(keys, max(at_least, q.end), more=True) if len(keys) == q.size else None


def _no_further(db: Session, q: Question) -> Found:
    """Of a text that too many records say: what stands at the beginning of a long list, and how far it was read."""
    for read in (FURTHER, WALKED):
        keys = in_time(db, BEGUN_MS, partial(_page_among, db, q, read))
        if keys is not None:
            break
    else:
        read, keys = LEAST, _page_among(db, q, LEAST)
    note = "" if len(keys) == q.size else f"只查了列表的前{read:,}条，要查其余的请多输入几位，或增加查询条件"
    return Found(keys, q.offset + len(keys), more=True, note=note)


def _among_first(q: Question, most: int) -> Select[Any]:
    """The keys of what is asked for among so many rows at the beginning."""
    begun = q.walk(most).subquery()
    return select(KEY).select_from(begun).where(TOLD)


def _page_among(db: Session, q: Question, most: int) -> list[str]:
    """The keys of the page, as far as so many rows at the beginning fill it."""
    return [key for (key,) in fetch(db, _among_first(q, most).limit(q.size).offset(q.offset))]


def _is_long(db: Session, asked: Question) -> bool:
    """Whether what the user sees of the list is too much to be looked through."""
    return count_of(db, asked.of_parts(), COUNTED) > COUNTED


def _through_index(db: Session, q: Question) -> Found:
    """The page of what indexes find, however many that are.

    Of too many, those found say up to which value the page reaches at most, and the index is asked again for what
    stands before that.
    """
    few = hits(db, q, FEW)
    if few.count <= FEW:
        return few
    if begun := _further(db, q, FEW):  # so many stand near the beginning
        return begun
    if few.upto is None:
        return hits(db, q, 0)
    upto = literal(few.upto, q.by.type)
    near = hits(db, q, 0, q.by >= upto if q.down else q.by <= upto)
    return Found(near.keys, max(FEW, q.end), more=True)
