"""Search for any fragment of two characters or more: a GIN index over the pieces of a stored text.

The pieces are made by the function `tj_grams` when the index is kept, so they can never be out of step with the text
and no row carries them. Digits are cut in fours, everything else in twos and threes: two digits stand in nearly every
code and tell nothing, and names and places are made of pairs that stand everywhere. A query asks for the longest pieces
of its fragment and then checks the text itself.

An index may keep, as one more piece of each row, whose it is (`#` and the value of a column): who may see an eighth
of the rows then asks for that eighth, and not for all rows that say the fragment.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Index, Select, Text, and_, cast, exists, func, literal_column, select
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql.operators import custom_op

FEW = 4  # pieces of a word that are all asked for
TOLD = 8  # digits of a number that are asked for
CITY = 4  # digits of an area that are kept
FROM: Any = custom_op("~>=~", is_comparison=True)  # in the order of bytes, as an index of patterns keeps it
BEFORE: Any = custom_op("~<~", is_comparison=True)


def pieces(fragment: str) -> list[str]:
    """The longest pieces of a fragment in lower case that `tj_grams` keeps of every text with that fragment.

    Of many every second one: their neighbours say hardly more, and the index goes through the list of each. Of a long
    number the last digits, for its beginning stands in many (a whole code: 23 → 4 ms). None when it is too short.
    """
    found = set()
    for word in re.split(r"[ \t\r\n\u3000|]", fragment.lower()):
        if len(word) == 2 and not _digits(word):
            found.add(word)
        found |= _enough([three for i in range(len(word) - 2) if not _digits(three := word[i : i + 3])])
        for number in re.findall("[0-9]{4,}", word):
            told = number[-TOLD:]
            found |= _enough([told[i : i + 4] for i in range(len(told) - 3)])
    return sorted(found)


def _enough(found: list[str]) -> set[str]:
    return {*found[::-2], found[0]} if len(found) > FEW else set(found)


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def says(fragment: str, text: Any) -> ColumnElement[bool]:
    """The text (stored in lower case) contains the fragment; no index helps."""
    return func.strpos(text, fragment.lower()) > 0


@dataclass(frozen=True)
class Way:
    """A way to find rows: by an index, and the same question for rows that are read in the order of a list.

    `quick` is false when no index serves `find`: then it is asked in order only. `within` is `find` among the rows with
    these pieces of scope, where the index keeps them. `through`: the rows of another table that `find` goes through,
    where they may be many.
    """

    find: ColumnElement[bool]
    in_order: ColumnElement[bool]
    quick: bool = True
    within: Callable[[Sequence[str]], ColumnElement[bool]] | None = None
    through: Select[Any] | None = None


def way(fragment: str, text: Any) -> Way:
    """By the pieces of a stored text, or by the text itself for each row."""
    found, quick = contains(fragment, text), bool(pieces(fragment))
    within = (lambda scope: contains(fragment, text, scope)) if quick and _scoped(text) else None
    return Way(found, says(fragment, text), quick, within)


def through(column: Any, key: Any, fragment: str, text: Any) -> Way:
    """By the text of another record that the row names: `column` holds its `key`."""
    found = select(key).where(contains(fragment, text))
    each = exists().where(key == column, says(fragment, text))
    return Way(column.in_(found), each, bool(pieces(fragment)), through=found)


def contains(fragment: str, text: Any, scope: Sequence[str] = ()) -> ColumnElement[bool]:
    """The text, stored in lower case with an index by `by_pieces`, contains `fragment` in any case; the row has the
    pieces of `scope`.

    Too short a fragment uses no piece and is only checked.

    The check is `strpos`, not `like`: the planner takes a long pattern for a rare one, which "330212" is not.
    """
    exact, wanted = says(fragment, text), pieces(fragment)
    if not wanted:
        return exact
    scoped: list[Any] = [literal_column(f"{text.class_.__tablename__}.{name}") for name in _scoped(text)]
    kept = func.tj_grams(text, *scoped, type_=ARRAY(Text))
    return and_(kept.contains(cast([*wanted, *scope], ARRAY(Text))), exact)


def _scoped(text: Any) -> Sequence[str]:
    """The columns whose values an index keeps beside the pieces of this text."""
    found: Sequence[str] = text.info.get("scope", ())
    return found


def scope_piece(value: str) -> list[str]:
    """The piece that rows of this owner or city have. Of less than four characters none is kept: it could be one of a
    text."""
    return [f"#{value}"] if len(value) >= CITY else []


def by_pieces(name: str, column: str, scope: Sequence[str] = ()) -> Index:
    """The index over the pieces of a stored text.

    `scope`: the columns that say whose a row is, at most an owner and an area (of which the city counts); the column of
    the text names them too, as info["scope"].
    """
    return Index(name, sql(f"tj_grams({', '.join((column, *scope))})"), postgresql_using="gin")


def starts(fragment: str, column: Any, *said: ColumnElement[bool]) -> Way:
    """The code column (stored in upper case, with an index) starts with the fragment; `said` repeats the condition of
    a partial index.

    Where the beginning ends is said as well, in the order of bytes: an index of patterns then serves every beginning by
    one plan.
    """
    begin = fragment.upper()
    end = f"{begin}\U0010ffff"
    within = column.operate(FROM, begin), column.operate(BEFORE, end)
    found = and_(column.startswith(begin, autoescape=True), *within, *said)
    return Way(found, found)
