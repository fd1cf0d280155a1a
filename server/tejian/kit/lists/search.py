"""Search for any fragment of two characters or more: a GIN index over the pieces of a stored text.

The pieces are made by the function `tj_grams` when the index is kept, so they can never be out of step with the text
and no row carries them. Digits are cut in fours, everything else in twos and threes: two digits stand in nearly every
code and tell nothing, and names and places are made of pairs that stand everywhere. A query asks for the longest pieces
of its fragment and then checks the text itself.
"""

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Index, Select, String, Text, and_, any_, cast, func, literal, select
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session
from sqlalchemy.sql.operators import custom_op

from tejian.kit.database.statements import fetch
from tejian.kit.ground.folding import folded

FEW = 4  # pieces of a word that are all asked for
TOLD = 8  # digits of a number that are asked for
FROM: Any = custom_op("~>=~", is_comparison=True)  # in the order of bytes, as an index of patterns keeps it
BEFORE: Any = custom_op("~<~", is_comparison=True)


def pieces(fragment: str) -> list[str]:
    """The longest pieces of a fragment in lower case that `tj_grams` keeps of every text with that fragment.

    Of many every second one: their neighbours say hardly more, and the index goes through the list of each. Of a long
    number the last digits, for its beginning stands in many (a whole code: 23 → 4 ms). None when it is too short.
    """
    words = set()
    for word in re.split(r"[ \t\r\n\u3000|]", fragment.lower()):
        if len(word) == 2 and not _digits(word):
            words.add(word)
        words |= _enough([three for i in range(len(word) - 2) if not _digits(three := word[i : i + 3])])
        for number in re.findall("[0-9]{4,}", word):
            tail = number[-TOLD:]
            words |= _enough([tail[i : i + 4] for i in range(len(tail) - 3)])
    return sorted(words)


def _enough(found: list[str]) -> set[str]:
    return {*found[::-2], found[0]} if len(found) > FEW else set(found)


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _asked(fragment: str, text: Any) -> str:
    """The fragment as the text is stored: in lower case, or folded."""
    columns = getattr(getattr(text, "property", None), "columns", [])
    return folded(fragment) if columns and columns[0].info.get("folded") else fragment.lower()


def says(fragment: str, text: Any) -> ColumnElement[bool]:
    """The text (stored in lower case, or folded) contains the fragment; no index helps."""
    return func.strpos(text, _asked(fragment, text)) > 0


def indexed(fragment: str, text: Any) -> ColumnElement[bool] | None:
    """The rows that an index by `by_pieces` gives for a fragment, some of which may not say it.

    None when the fragment is too short for a piece.
    """
    wanted = pieces(_asked(fragment, text))
    return func.tj_grams(text, type_=ARRAY(Text)).contains(cast(wanted, ARRAY(Text))) if wanted else None


def contains(fragment: str, text: Any) -> ColumnElement[bool]:
    """The text, stored in lower case with an index by `by_pieces`, contains `fragment` in any case.

    Too short a fragment uses no piece and is only checked.

    The check is `strpos`, not `like`: the planner takes a long pattern for a rare one, which "330212" is not.
    """
    near = indexed(fragment, text)
    return says(fragment, text) if near is None else and_(near, says(fragment, text))


LOOKED_UP = 10_000  # rows of another table through which a list is found; more are common in the list too


def keys(db: Session, key: Any, fragment: str, text: Any, most: int = 0) -> list[str] | None:
    """The keys of the records whose text contains the fragment; None when these are too many to go through."""
    return few(db, select(key).where(contains(fragment, text)), most) if pieces(_asked(fragment, text)) else None


def few(db: Session, query: Select[Any], most: int = 0) -> list[str] | None:
    """The keys that a query gives; None when these are too many to go through, more than `most` where that is said."""
    most = min(most or LOOKED_UP, LOOKED_UP)
    found = fetch(db, query.limit(most + 1))
    return [key for (key,) in found] if len(found) <= most else None


def keys_of(db: Session, sources: Sequence[tuple[Any, Any]], fragment: str, most: int = 0) -> list[str] | None:
    """The same of several tables, each a key and a text."""
    lists = [keys(db, key, fragment, text, most) for key, text in sources]
    return None if None in lists else [one for own in lists for one in own or ()]


def among(column: Any, keys: Sequence[str]) -> ColumnElement[bool]:
    """One of many keys: as one value, whose text does not grow with them."""
    return column == any_(literal(list(keys), ARRAY(String)))  # type: ignore[no-any-return]


def each(column: Any, key: Any, fragment: str, text: Any) -> Any:
    """The text of the record whose `key` stands in `column` contains the fragment, asked row by row.

    One value for each row: an EXISTS would be taken for a join with all records that say the fragment.
    """
    return select(says(fragment, text)).where(key == column).correlate(column.class_).scalar_subquery()


def through(column: Any, key: Any, fragment: str, text: Any) -> Any:
    """The text of another record, whose `key` stands in `column`, contains the fragment."""
    return column.in_(select(key).where(contains(fragment, text)))


def by_pieces(name: str, column: str) -> Index:
    """The index over the pieces of a stored text."""
    return Index(name, sql(f"tj_grams({column})"), postgresql_using="gin")


def starts(fragment: str, column: Any, *others: ColumnElement[bool]) -> ColumnElement[bool]:
    """The code column (stored in upper case, with an index) starts with the fragment; `others` repeat the condition of
    a partial index.

    Where that begins and ends in the order of bytes is said as well: an index of patterns then serves every beginning
    by one plan. It alone is not enough: how few rows it gives the planner knows from `like`.
    """
    begin = fragment.upper()
    within = column.operate(FROM, begin), column.operate(BEFORE, f"{begin}\U0010ffff")
    return and_(column.startswith(begin, autoescape=True), *within, *others)
